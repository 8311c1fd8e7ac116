import type { Db, Tx } from '../db.ts';
import { type Default, type Held, readDefaults, readHeld, readOthers, readStanding } from './read.ts';
import { type Right, rightsOn } from './rights.ts';

/** Waits for other servers. */
const PATIENT = { patient: true };
const LOCK_KEY = 7_041_780;

/**
 * Gives the role that serves what rights.ts says, takes whatever else it, everybody or any other role has on what is ours (one that served
 * before may have lost its password), and says the same of what will be made later. Run by the owner, after the tables were changed; where all is so already nothing is written. Answers the statements.
 */
export function giveRights(owner: Db, role: string): Promise<string[]> {
  return owner.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
    const statements = [
      ...(await readOthers(tx, role)).map(({ said, grantee }) => `revoke all on ${said} from ${grantee} cascade`),
      ...(await readHeld(tx, role)).flatMap((held) => changes(held, role)),
      ...(await changedDefaults(tx, role)),
    ];
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
const DEFAULTS: readonly { schema: string; what: Default['what']; rights: readonly Right[] }[] = [
  { schema: 'app', what: 'tables', rights: ['select', 'insert', 'update'] },
  { schema: 'app', what: 'sequences', rights: ['usage'] },
  { schema: 'hist', what: 'tables', rights: ['select'] },
];

async function changedDefaults(tx: Tx, role: string): Promise<string[]> {
  const kept = await readDefaults(tx);
  const schemas = new Set((await tx.query<{ name: string }>('select nspname as name from pg_namespace')).map(({ name }) => name));
  const wanted = DEFAULTS.filter(({ schema }) => schemas.has(schema)).flatMap(({ schema, what, rights }) =>
    rights.map((right) => ({ schema, what, right, said: named(role) })),
  );
  const same = (one: Default, other: Default) => textOf(one) === textOf(other);
  return [
    ...kept.filter((one) => !wanted.some((other) => same(one, other))).map((one) => defaultOf(one, 'revoke', 'from')),
    ...wanted.filter((one) => !kept.some((other) => same(one, other))).map((one) => defaultOf(one, 'grant', 'to')),
  ];
}

const textOf = ({ schema, what, right, said }: Default): string => `${schema} ${what} ${right} ${said}`;
const defaultOf = ({ schema, what, right, said }: Default, verb: 'grant' | 'revoke', to: 'to' | 'from'): string =>
  `alter default privileges ${schema ? `in schema ${schema} ` : ''}${verb} ${right} on ${what} ${to} ${said}`;

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
