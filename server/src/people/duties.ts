import { Refusal } from '#protocol/codes.ts';
import type { dutiesOp } from '#protocol/ops/cloud.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { RecordPage } from '#protocol/rules/record-page.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { type Access, createAccess, type Grant } from '#server/access/access.ts';
import { loadRights } from '#server/access/grants/rights.ts';
import { modulesFor } from '#server/access/menus.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { PERSON } from '#server/meta/person.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, column, compile, constant, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { grantOrNull } from '#server/records/row/stored.ts';
import { usersOf } from './account.ts';
import { soleOffices } from './offices.ts';

/** People of a rule who are named; how many there are is said besides. */
const MOST = 100;

/** Roles and posts: of a duty, any of which somebody has it by; or those of a person. */
interface Held {
  roles: readonly number[];
  posts: readonly number[];
}
const NOTHING: Held = { roles: [], posts: [] };

/** A rule of incompatible duties that is in use, with what is not deleted of its sides. */
interface Duty {
  id: number;
  key_name: string;
  key_name_en: string | null;
  reason: string | null;
  reason_en: string | null;
  first: Held;
  second: Held;
}

/** A rule tells itself to who may read all of these. */
const OF_RULE = ['key_name', 'first_role_entities', 'first_post_entities', 'second_role_entities', 'second_post_entities', 'status'];
/** Who stands against a rule is told to who may read these of people: each of them decides it. */
const OF_PERSON = ['role_entities', 'post_entities', 'status'];

const seesAll = (grant: Grant, fields: readonly string[]): boolean => fields.every((field) => grant.sees(field, 't') === true);

/** The rules in use that the reader may see, or one of them. */
async function readDuties(tx: Tx, access: Access, only?: number): Promise<Duty[]> {
  const table = access.catalogue.tables().find(({ def }) => def.uid === 'sys.duty');
  const grant = table && grantOrNull({ access }, table, 'List');
  if (!grant || !seesAll(grant, OF_RULE)) return [];
  const said = (field: string): Sql => (grant.sees(field, 't') === true ? column('t', field) : constant('null::text'));
  const live = (field: string, source: string): Sql => {
    const of = access.table(source);
    const these = and(inCompany(of, 'e'), sql`e.deleted_time is null`, sql`e.id = any(${column('t', field)})`);
    return sql`array(select e.id from ${relation(of)} e where ${these} order by e.id)`;
  };
  const side = (name: 'first' | 'second'): Sql =>
    sql`json_build_object('roles', ${live(`${name}_role_entities`, 'role')}, 'posts', ${live(`${name}_post_entities`, 'post')})`;
  const where = and(grant.rows('t'), sql`t.status = 1`, only === undefined ? TRUE : sql`t.id = ${bound(only, 'bigint')}`);
  const { text, values } = compile(
    sql`select t.id, t.key_name, ${said('name_en')} as key_name_en, ${said('reason')} as reason, ${said('reason_en')} as reason_en, ${side('first')} as first,
      ${side('second')} as second from ${relation(grant.table)} t where ${where} order by t.id`,
    access.asker,
  );
  return tx.query<Duty>(text, values);
}

const among = (side: Held, held: Held): Held => ({
  roles: side.roles.filter((one) => held.roles.includes(one)),
  posts: side.posts.filter((one) => held.posts.includes(one)),
});
const isAny = ({ roles, posts }: Held): boolean => roles.length + posts.length > 0;

/** By what somebody with these roles and posts stands against a rule, on each side; null where he does not. */
function brokenBy({ first, second }: Duty, held: Held): { first: Held; second: Held } | null {
  const sides = { first: among(first, held), second: among(second, held) };
  return isAny(sides.first) && isAny(sides.second) ? sides : null;
}

/**
 * The rules that somebody would stand against with these roles and posts; `id` says who, and then which of them he stands against already
 * (`standing`). What is not named stays as he has it. Empty for who may not read the rules or how people stand, and of who may not sign in.
 */
export async function dutiesOf(house: House, access: Access, ask: RequestOf<typeof dutiesOp>): Promise<Reply> {
  const tx = house.db;
  const seen = access.grant(usersOf(access), 'List');
  const stands = ask.id === undefined ? { ...NOTHING, counts: true } : await readPerson(tx, access, seen, ask.id);
  if (!stands.counts || !seesAll(seen, OF_PERSON)) return { rows: [], total: 0 };
  const held: Held = { roles: ask.role_entities ?? stands.roles, posts: ask.post_entities ?? stands.posts };
  const broken = (await readDuties(tx, access)).flatMap((duty) => {
    const sides = brokenBy(duty, held);
    return sides ? [{ duty, ...sides }] : [];
  });
  const data = {
    modules: await modulesOf(house, access, held.roles),
    offices: ask.id === undefined ? [] : await soleOffices(tx, access, seen, ask.id, { kept: held, leaving: ask.leaving }),
  };
  const all = (of: keyof Held) => broken.flatMap(({ first, second }) => [...first[of], ...second[of]]);
  const [roles, posts] = [await namesOf(tx, access, 'role', all('roles')), await namesOf(tx, access, 'post', all('posts'))];
  const named = (side: Held) => [...side.roles.map((id) => namedBy(roles, id)), ...side.posts.map((id) => namedBy(posts, id))];
  const rows = broken.map(({ duty, first, second }) => ({
    ...{ id: duty.id, key_name: duty.key_name, key_name_en: duty.key_name_en || duty.key_name, first: named(first), second: named(second) },
    ...{ reason: duty.reason ?? '', reason_en: duty.reason_en || (duty.reason ?? '') },
    standing: brokenBy(duty, stands) ? 1 : 0,
  }));
  return { data, rows, total: rows.length };
}

/** How many modules who has these roles finds something in, as the gate says it. */
async function modulesOf({ db, clock }: House, { catalogue, session }: Access, ids: readonly number[]): Promise<number> {
  const roles = await db.query<{ id: number; code: string; root: number | null }>(
    'select r.id, r."code", r."root" from app."role" r where r.company_id = $1 and r.id = any($2::bigint[]) and r.deleted_time is null',
    [session.company.id, ids],
  );
  const somebody = {
    ...session,
    user: { id: 0, key_name: '', login_name: '' },
    roles,
    root: roles.some(({ root }) => root === 1),
    super: false,
  };
  return modulesFor(createAccess(catalogue, await loadRights(db, somebody), somebody, clock)).length;
}

/** What somebody has whom the reader may see, and whether he counts: disabled people do nothing. 315 for anybody else. */
async function readPerson(tx: Tx, access: Access, seen: Grant, id: number): Promise<Held & { counts: boolean }> {
  const { text, values } = compile(
    sql`select coalesce(u.role_entities, '{}') as roles, coalesce(u.post_entities, '{}') as posts, (${constant(PERSON.mayEnter)}) is true as counts
      from ${relation(seen.table)} u where ${and(seen.rows('u'), sql`u.id = ${bound(id, 'bigint')}`)}`,
    access.asker,
  );
  const [row] = await tx.query<Held & { counts: boolean }>(text, values);
  if (!row) throw new Refusal(315);
  return row;
}

/** Who stands against a shown rule now, of the people whom the reader may see with their roles; undefined where there is nothing to say. */
export async function peopleAgainst(tx: Tx, access: Access, table: ResolvedTable, id: number): Promise<RecordPage['against']> {
  if (table.def.uid !== 'sys.duty') return undefined;
  const seen = grantOrNull({ access }, usersOf(access), 'List');
  if (!seen || !seesAll(seen, OF_PERSON)) return undefined;
  const [duty] = await readDuties(tx, access, id);
  if (!duty) return undefined;
  const has = ({ roles, posts }: Held): Sql =>
    sql`(u.role_entities && ${bound(roles, 'bigint[]')} or u.post_entities && ${bound(posts, 'bigint[]')})`;
  const where = and(seen.rows('u'), constant(PERSON.mayEnter), has(duty.first), has(duty.second));
  const { text, values } = compile(
    sql`select u.id, (count(*) over ())::int as total from ${relation(seen.table)} u where ${where} order by u.id limit ${constant(String(MOST))}`,
    access.asker,
  );
  const found = await tx.query<{ id: number; total: number }>(text, values);
  const ids = found.map((one) => one.id);
  const names = await namesOf(tx, access, 'user', ids);
  return { total: found[0]?.total ?? 0, people: ids.map((one) => namedBy(names, one)) };
}
