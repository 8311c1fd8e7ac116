import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { RoleRights } from '#server/access/grants/merge-grants.ts';
import { asRights, names } from '#server/access/grants/rights.ts';
import { readRoleRights } from '#server/access/grants/role-rights.ts';
import { parentsOf } from '#server/access/rows.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { relation } from '#server/query/source.ts';
import { bound, compile, type Sql, sql } from '#server/query/sql.ts';
import { grantOrNull } from '#server/records/row/stored.ts';
import { refuseBeyond, refuseUntouchable } from './beyond.ts';
import { type Change, type Crowd, crowdsOf, partOf } from './crowds.ts';
import { type Group, groupsOf } from './groups.ts';
import { type Line, sides, type Touch } from './lines.ts';
import { colleagues, rolesGive } from './people.ts';
import { readRole } from './role.ts';
import { askersOf, rowLines, type Scene } from './row-lines.ts';
import { sightOf } from './sight.ts';
import { applied, type Difference, differenceOf, type Wanted } from './wanted.ts';

/**
 * What saving would change, for everybody who has the role and works, or is yet to come in, with his other roles: pages, acts, rows and fields that he gains or loses.
 * It is asked of the gate, once with the rights as they stand and once as they would be; rows are counted in the domain in which each works, those that the reader sees himself.
 */
export async function effectOf(house: House, access: Access, id: number, wanted: Wanted): Promise<Reply> {
  const { session, catalogue } = access;
  const tx = house.db;
  const role = await readRole(tx, access, id);
  refuseUntouchable(access, role);
  const here = await readRoleRights(tx, session.company.id, id);
  const next = applied(catalogue, here, wanted);
  const people = await colleagues(tx, session.company.id, '$2 = any(u.role_entities)', [id]);
  const touched = new Set<number>();
  const touch: Touch = (some) => {
    for (const { id: one } of some) touched.add(one);
  };
  const difference = differenceOf(here, next);
  if (difference) await refuseBeyond(tx, access, id, difference);
  const scene: Scene = { house, access, touch, sight: sightOf(access), askers: askersOf(house, access) };
  const rows = difference ? await linesOf(scene, await changeOf(tx, access, id, next, people), difference) : [];
  const changed = people.filter((person) => touched.has(person.id));
  const names = await namesSeen(tx, access, changed);
  const unseen = session.root ? 0 : people.length - (await countSeen(tx, access, people));
  return {
    data: { members: people.length, changed: changed.length, names, unseen, bounded: session.root ? 0 : 1 },
    rows,
    total: rows.length,
  };
}

/** Those of them whom the reader may see with their roles; null where he may see nobody so: nobody but who sees these is told who has one. */
function seenAmong(access: Access, people: Change['people']): Sql | null {
  const grant = grantOrNull({ access }, access.table('user'), 'List');
  if (grant?.sees('role_entities', 't') !== true || people.length === 0) return null;
  const ids = bound(
    people.map(({ id }) => id),
    'bigint[]',
  );
  return sql`${relation(grant.table)} t where ${grant.rows('t')} and t.id in (select unnest(${ids}))`;
}

/** The first of these. */
async function namesSeen(tx: Tx, access: Access, people: Change['people']): Promise<{ id: number; key_name: string }[]> {
  const seen = seenAmong(access, people);
  if (!seen) return [];
  const { text, values } = compile(sql`select t.id, t.key_name from ${seen} order by t.id limit 5`, access.asker);
  return tx.query<{ id: number; key_name: string }>(text, values);
}

/** How many of them these are (docs/decisions/225-people-beyond-sight-count.md). */
async function countSeen(tx: Tx, access: Access, people: Change['people']): Promise<number> {
  const seen = seenAmong(access, people);
  if (!seen) return 0;
  const { text, values } = compile(sql`select count(*)::int as n from ${seen}`, access.asker);
  return (await tx.query<{ n: number }>(text, values))[0]!.n;
}

async function changeOf(tx: Tx, { session }: Access, id: number, next: RoleRights, people: Change['people']): Promise<Change> {
  const roles = await rolesGive(tx, session.company.id, [...new Set(people.flatMap((person) => person.roles))]);
  return { id, people, roles, became: { root: false, rights: asRights(next) } };
}

async function linesOf(scene: Scene, change: Change, { before, after }: Difference): Promise<Line[]> {
  const { access, touch } = scene;
  const { catalogue } = access;
  const flags = new Set([...before.flags, ...after.flags]);
  const flagged = flags.size > 0 ? crowdsOf(catalogue, change, { groups: new Set(), flags }) : [];
  const lines = [...flags].map((flag): Line => ({ kind: 'flag', code: flag, ...sides(flagged, touch, (rules) => rules.flags.has(flag)) }));
  const uids = new Set([...before.grants, ...after.grants].map(({ group_uid }) => group_uid));
  let counted: Promise<Line[]> = Promise.resolve([]);
  for (const group of groupsOf(catalogue).filter(({ uid }) => uids.has(uid))) {
    // while the database counts the rows of one group, what people have on the next is worked out
    const crowds = crowdsOf(catalogue, change, partOf(catalogue, group));
    const ruled = ruledBy(change, group);
    const others = [
      ...itemLines(group, crowds, touch),
      ...group.tables.flatMap((table) => fieldLines(group, table, { crowds, ruled }, touch)),
    ];
    lines.push(...(await counted));
    counted = countedLines(scene, group, crowds, others);
  }
  lines.push(...(await counted));
  return lines.filter(({ more, less, uncounted }) => more > 0 || less > 0 || Number(uncounted ?? 0) > 0);
}

/** The lines of a group: its items, then its tables, of each the rows and the fields. */
async function countedLines(scene: Scene, group: Group, crowds: readonly Crowd[], others: readonly Line[]): Promise<Line[]> {
  const lines = others.filter(({ kind }) => kind === 'item');
  for (const table of group.tables) {
    if (table.def.storage !== 'view' && parentsOf(scene.access.catalogue, table).length === 0)
      lines.push(...(await rowLines(scene, group, table, crowds)));
    lines.push(...others.filter(({ kind, table: of }) => kind === 'field' && of === table.name));
  }
  return lines;
}

const itemLines = (group: Group, crowds: readonly Crowd[], touch: Touch): Line[] =>
  group.items.map((item) => ({
    ...{ kind: 'item', group: group.code, item },
    ...sides(crowds, touch, (rules) => rules.may(group.tables[0]!, item)),
  }));

/** The fields of a group of which some role says something: all others are the same to everybody who has the group. */
function ruledBy({ roles, became }: Change, { uid }: Group): ReadonlySet<string> {
  const grants = [...roles.values(), became].flatMap(({ rights }) => rights.grants.filter(({ group_uid }) => group_uid === uid));
  return new Set(grants.flatMap(({ hide_uids, readonly_uids }) => [...hide_uids, ...readonly_uids]));
}

/** Fields of rows that one sees before and after; and those that one may change in records that one may change before and after. */
function fieldLines(
  group: Group,
  table: ResolvedTable,
  { crowds, ruled }: { crowds: readonly Crowd[]; ruled: ReadonlySet<string> },
  touch: Touch,
): Line[] {
  const isTold = table.def.storage === 'view';
  const both = (op: string, of: string) =>
    crowds
      .filter(({ before, after }) => before.grant(table, op) && after.grant(table, op))
      .map(({ people, before, after }) => ({ people, before: before.grant(table, of), after: after.grant(table, of) }));
  const fields = [...table.fields.values()].filter(({ name }) => isTold || names(ruled, table, name));
  if (fields.length === 0) return [];
  const [reading, writing] = [both('List', 'LoadTable'), both('Modify', 'Modify')];
  return fields.flatMap(({ name, def }) => {
    const said = { group: group.code, table: table.name, field: name, name: def.key_name, name_en: def.key_name_en };
    const seen = sides(reading, touch, (grant) => grant?.sees(name, 't') !== false);
    const written = sides(writing, touch, (grant) => grant?.writes(name, 't') !== false);
    return [
      { kind: 'field', way: 'sees', ...said, ...seen },
      { kind: 'field', way: 'writes', ...said, ...written },
    ] as Line[];
  });
}
