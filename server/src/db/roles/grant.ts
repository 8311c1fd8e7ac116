import type { Db, Tx } from '../db.ts';
import { type Held, readHeld, readStanding } from './read.ts';
import { type Right, rightsOn } from './rights.ts';

/** Waits for other servers. */
const PATIENT = { patient: true };
const LOCK_KEY = 7_041_780;

/**
 * Gives the role that serves what rights.ts says, takes whatever else it or everybody has on what is ours, and says the same of what will
 * be made later. Run by the owner, after the tables were changed; where all is so already nothing is written. Answers the statements.
 */
export function giveRights(owner: Db, role: string): Promise<string[]> {
  return owner.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
    const statements = [...(await readHeld(tx, role)).flatMap((held) => changes(held, role)), ...(await lackingDefaults(tx, role))];
    for (const statement of statements) await tx.query(statement);
    return statements;
  }, PATIENT);
}

function changes(held: Held, role: string): string[] {
  if (!held.ours) return [];
  const { given, taken } = difference(held);
  return [
    ...(taken.length > 0 ? [`revoke ${taken.join(', ')} on ${held.said} from public, ${named(role)}`] : []),
    ...(given.length > 0 ? [`grant ${given.join(', ')} on ${held.said} to ${named(role)}`] : []),
  ];
}

function difference(held: Held): { given: Right[]; taken: Right[] } {
  const wanted = rightsOn(held);
  return { given: wanted.filter((right) => !held.rights.includes(right)), taken: held.rights.filter((right) => !wanted.includes(right)) };
}

/** What is made later in these schemas is like what stands there; a function is nobody's until it is given. */
const DEFAULTS: readonly { schema: string | null; what: 'tables' | 'sequences'; rights: string }[] = [
  { schema: 'app', what: 'tables', rights: 'select, insert, update' },
  { schema: 'app', what: 'sequences', rights: 'usage' },
  { schema: 'hist', what: 'tables', rights: 'select' },
];

async function lackingDefaults(tx: Tx, role: string): Promise<string[]> {
  const kept = await tx.query<{ schema: string; what: string; to: string }>(
    `select coalesce(n.nspname, '') as schema, case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' else 'functions' end as what,
       coalesce(string_agg(a.grantee::regrole::text, ' '), '') as to
     from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace left join aclexplode(d.defaclacl) a on a.grantee = to_regrole($1)::oid
     where d.defaclrole = current_user::regrole group by 1, 2`,
    [named(role)],
  );
  const schemas = new Set((await tx.query<{ name: string }>('select nspname as name from pg_namespace')).map(({ name }) => name));
  const lacking = DEFAULTS.filter(
    ({ schema, what }) => schemas.has(schema!) && !kept.some((row) => row.schema === schema && row.what === what && row.to !== ''),
  );
  return [
    ...lacking.map(
      ({ schema, what, rights }) => `alter default privileges in schema ${schema} grant ${rights} on ${what} to ${named(role)}`,
    ),
    ...(kept.some((row) => row.schema === '' && row.what === 'functions')
      ? []
      : ['alter default privileges revoke execute on functions from public']),
  ];
}

/** Throws, with what to do, when the role that serves owns something in this database or belongs to another role: no rights are given to such a one. */
export async function verifyStanding(tx: Tx, role: string): Promise<void> {
  const { member, owns } = await readStanding(tx, role);
  const much = [
    ...(owns > 0 ? [`it owns ${owns} things in this database`] : []),
    ...(member.length > 0 ? [`it is a member of ${member.join(', ')}`] : []),
  ];
  if (much.length > 0) throw tooMuch(role, much);
}

/** Throws, with what to do, when the role that serves may more than it needs in this database, or less. */
export async function verifyRights(tx: Tx, role: string): Promise<void> {
  const held = await readHeld(tx, role);
  const texts = (pick: 'given' | 'taken') =>
    held.flatMap((one) => difference(one)[pick].map((right) => `${right} on ${one.said.replaceAll('"', '')}`));
  const much = texts('taken');
  if (much.length > 0) throw tooMuch(role, much);
  const little = texts('given');
  if (little.length > 0) throw new Error(`DATABASE_URL: the role ${role} lacks ${some(little)}, which DATABASE_OWNER_URL may not give`);
}

const tooMuch = (role: string, much: readonly string[]): Error =>
  new Error(
    `DATABASE_URL: the role ${role} may more than a role that serves needs (${some(much)}): ` +
      'take that from it, or make another (npm run db roles prints how)',
  );
const some = (texts: readonly string[]): string => `${texts.slice(0, 5).join(', ')}${texts.length > 5 ? `, ${texts.length - 5} more` : ''}`;
const named = (role: string): string => `"${role.replaceAll('"', '""')}"`;
