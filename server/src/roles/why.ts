import { Refusal } from '#protocol/codes.ts';
import { itemOf } from '#protocol/meta/ops.ts';
import type { whyOp } from '#protocol/ops/cloud.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { type Access, createAccess, type Grant } from '#server/access/access.ts';
import { grantRows, groundRows, inHisDomains, participantRows } from '#server/access/rows.ts';
import { rulesOf } from '#server/access/rules.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { bound, compile, constant, joined, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { readRecord } from '#server/records/read/get.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { asSession, type Colleague, colleagues, type RoleGives, rolesGive, united } from './people.ts';
import { roleTable } from './role.ts';

/** Who is asked about, with all that the gate knows of him. */
interface Eyes {
  person: Colleague;
  his: Access;
  roles: ReadonlyMap<number, RoleGives>;
}

/**
 * Why somebody may, or may not, do something with a record that the reader sees himself, for who may see which roles he has: `data.allowed` is what the gate decides, the rows say
 * what each of his roles has to do with it. It is the same gate with its parts asked one by one.
 */
export async function whyMay(house: House, access: Access, ask: RequestOf<typeof whyOp>): Promise<Reply> {
  roleTable(access);
  const table = access.table(ask.cloud);
  const op = ask.act;
  await refuseUnseen(house.db, access, table, ask.id);
  await refuseUnseen(house.db, access, access.table('user'), ask.user, 'user');
  const people = access.grant(access.table('user'), 'Show');
  if (people.sees('role_entities', 't') !== true) throw new Refusal(312, '', { field: 'user' });
  const eyes = await eyesOf(house, access, ask.user);
  const grant = eyes.his.rules.grant(table, op);
  const [facts, rows] = await factsOf(house.db, access, eyes, table, { id: ask.id, op, grant });
  const offered = facts.allowed ? await isOffered(house, eyes.his, table, ask.id, op) : false;
  const { person } = eyes;
  return {
    data: {
      user: { id: person.id, key_name: person.key_name },
      ...Object.fromEntries(Object.entries(facts).map(([name, is]) => [name, is ? 1 : 0])),
      offered: offered ? 1 : 0,
      root: eyes.his.session.root ? 1 : 0,
      ...(people.sees('department_entity', 't') === true ? { department: person.department } : {}),
    },
    rows,
    total: rows.length,
  };
}

/** The reader asks of records that he may open himself, and of people whom he sees. */
async function refuseUnseen(tx: Tx, access: Access, table: ResolvedTable, id: number, field?: string): Promise<void> {
  const rows = access.grant(table, 'Show').rows('t');
  const { text, values } = compile(
    sql`select t.id from ${relation(table)} t where ${rows} and t.id = ${bound(id, 'bigint')}`,
    access.asker,
  );
  if ((await tx.query(text, values)).length === 0) throw new Refusal(315, '', field ? { field } : {});
}

async function eyesOf(house: House, access: Access, user: number): Promise<Eyes> {
  const company = access.session.company.id;
  const [person] = await colleagues(house.db, company, 'u.id = $2', [user]);
  if (!person) throw new Refusal(315, '', { field: 'user' });
  const roles = await rolesGive(house.db, company, person.roles);
  const roots = new Set([...roles].filter(([, { root }]) => root).map(([id]) => id));
  const rights = united([...roles.values()].map((role) => role.rights));
  return { person, roles, his: createAccess(access.catalogue, rights, asSession(access, person, roots), house.clock) };
}

interface Asked {
  id: number;
  op: string;
  grant: Grant | undefined;
}

async function factsOf(
  tx: Tx,
  access: Access,
  { his, person, roles }: Eyes,
  table: ResolvedTable,
  { id, op, grant }: Asked,
): Promise<[Record<'allowed' | 'ground' | 'domain' | 'todo', boolean>, Record<string, unknown>[]]> {
  const { catalogue } = his;
  const alone = person.roles.map((role) => {
    const { rights, root } = roles.get(role)!;
    const parts = rulesOf(catalogue, rights, { root, super: false }).grant(table, op)?.parts ?? [];
    const given = rights.grants.filter((one) => one.group_uid === table.group && one.items.has(itemOf(op)));
    return { role, root, parts, given };
  });
  const asked: Sql[] = [
    grant?.rows('t') ?? constant('false'),
    groundRows(table, catalogue, 't'),
    inHisDomains(table, 't'),
    grant?.participant ? participantRows(table, catalogue, 't') : constant('false'),
    ...alone.map(({ parts }) => joinedOr(parts.map((part) => grantRows(table, part, catalogue, 't')))),
  ];
  const columns = joined(
    asked.map((one) => sql`(${one}) is true`),
    ', ',
  );
  const { text, values } = compile(
    sql`select json_build_array(${columns}) as facts from ${relation(table)} t where ${thisRow(table, id)}`,
    his.asker,
  );
  const [row] = await tx.query<{ facts: boolean[] }>(text, values);
  const [allowed = false, ground = false, domain = false, todo = false, ...holds] = row?.facts ?? [];
  const names = await namesOf(tx, access, 'role', person.roles);
  const rows = alone.map(({ role, root, parts, given }, at) => ({
    role: namedBy(names, role),
    root: root ? 1 : 0,
    gives: parts.length > 0 ? 1 : 0,
    range: Math.max(-1, ...parts.map(({ scope }) => scope)),
    group_range: root ? 2 : Math.max(-1, ...given.map(({ scope }) => scope)),
    holds: holds[at] ? 1 : 0,
  }));
  return [{ allowed, ground, domain, todo }, rows];
}

const joinedOr = (list: readonly Sql[]): Sql =>
  list.length === 0 ? constant('false') : list.includes(TRUE) ? TRUE : sql`(${joined(list, ' or ')})`;

/** Whether the record's state offers it to him now: rights alone open no record that is signed already. */
async function isOffered(house: House, his: Access, table: ResolvedTable, id: number, op: string): Promise<boolean> {
  if (itemOf(op) === 'List') return true;
  // a record that is begun from it is none of it
  if (itemOf(op) === 'Add') return false;
  const read = his.grant(table, 'Get');
  const record = await readRecord(house, his, read, id, undefined).catch((error) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  return record?._actions?.some((action) => itemOf(action.op) === itemOf(op)) ?? false;
}
