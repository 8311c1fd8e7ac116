import { RANGED_ITEMS } from '#protocol/meta/ops.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { MovingFact, MovingScope } from '#protocol/wire/moving.ts';
import type { Grant } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { ASKER } from '#server/query/asker.ts';
import { columnNamed } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, column, constant, joined, name, sql } from '#server/query/sql.ts';
import { grantOrNull } from '../row/stored.ts';
import { branch, type Move, run } from './branch.ts';

/** More rows of one table are not counted. */
const MOST_COUNTED = 10_000;

/**
 * What a department takes with it: its people, and who sees other rows, or may do something on others, afterwards because his own department, with all below it (scope 1),
 * is one above the old place or the new. Counted of the people and rows that the caller may see; nothing of people or of rights to who may
 * not list them.
 */
export async function departmentFacts(move: Move): Promise<readonly MovingFact[]> {
  const { access } = move.work;
  const users = access.catalogue.table('user');
  const seen = users && grantOrNull(move.work, users, 'List');
  if (seen?.sees('department_entity', 'u') !== true) return [];
  const people: MovingFact = { kind: 'people', n: await countPeople(move, seen) };
  const role = access.catalogue.table('role');
  const knowsRoles = role !== undefined && access.may(role, 'List') && seen.sees('role_entities', 'u') === true;
  if (!knowsRoles || move.from === move.to) return [people];
  const [old, next] = [await above(move, move.from), await above(move, move.to)];
  const grown = next.filter((id) => !old.includes(id));
  const shrunk = old.filter((id) => !next.includes(id));
  const scopes: (MovingScope | null)[] = [];
  for (const [way, departments] of [
    ['gain', grown],
    ['lose', shrunk],
  ] as const) {
    const sight = await reachesOf(move, seen, ['List'], departments);
    const acts = without(await reachesOf(move, seen, RANGED_ITEMS, departments), sight);
    scopes.push(await scopeOf(move, way, sight), await scopeOf(move, `${way}Acts`, acts));
  }
  return [people, ...scopes.filter((one) => one !== null)];
}

async function countPeople({ work, table, id }: Move, seen: Grant): Promise<number> {
  const mine = and(sql`u.department_entity in (${branch(table, id)})`, constant(ACTIVE_PERSON), seen.rows('u'));
  const [row] = await run<{ n: number }>(work, sql`select count(*) as n from ${relation(seen.table)} u where ${mine}`);
  return row!.n;
}

/** A department and those above it. */
async function above({ work, table }: Move, start: number | null): Promise<number[]> {
  if (start === null) return [];
  const company = inCompany(table, 'd');
  const up = sql`select d.id, ${columnNamed('d', table, table.def.parent_field!)} from ${relation(table)} d`;
  const rows = await run<{ id: number }>(
    work,
    sql`with recursive a (id, above) as (${up} where ${and(company, sql`d.id = ${bound(start, 'bigint')}`)}
        union ${up} join a on d.id = a.above where ${company}) select id from a`,
  );
  return rows.map(({ id }) => id);
}

/** Somebody of a department whom nothing wider than the department is given on the tables of a group. */
interface Reach {
  group_uid: string;
  id: number;
  at: number;
}

/** Whose rows change: people of these departments, by the groups of tables where one of these items is given to them for their department. */
async function reachesOf(move: Move, seen: Grant, items: readonly string[], departments: readonly number[]): Promise<readonly Reach[]> {
  if (departments.length === 0) return [];
  const { work } = move;
  const own = sql`g.company_id = ${ASKER.company} and g.role_id = any(u.role_entities)`;
  const item = sql`unnest(${bound(items, 'text[]')}) i (item) on i.item = any(g.items)`;
  const role = sql`r.company_id = ${ASKER.company} and r.deleted_time is null`;
  const roles = relation(work.access.catalogue.table('role')!);
  const at = sql`u.department_entity = any(${bound(departments, 'bigint[]')})`;
  const root = sql`exists (select 1 from ${roles} r where ${role} and r.id = any(u.role_entities) and r.root = 1)`;
  return run<Reach>(
    work,
    sql`select distinct id, at, group_uid from (
          select u.id, u.department_entity as at, g.group_uid from ${relation(seen.table)} u
            join fw.role_grant g on ${own} join ${item} join ${roles} r on ${role} and r.id = g.role_id
          where ${and(at, constant(ACTIVE_PERSON), seen.rows('u'))} and not ${root}
          group by u.id, u.department_entity, g.group_uid, i.item
          having max(least(g.scope, coalesce((g.item_scopes ->> i.item)::int, g.scope))) = 1) reach`,
  );
}

/** Whose sight changes is told so once, for all that he may do there. */
function without(reaches: readonly Reach[], told: readonly Reach[]): readonly Reach[] {
  const known = new Set(told.map(({ id, group_uid }) => `${id} ${group_uid}`));
  return reaches.filter(({ id, group_uid }) => !known.has(`${id} ${group_uid}`));
}

async function scopeOf(move: Move, kind: MovingScope['kind'], reaches: readonly Reach[]): Promise<MovingScope | null> {
  if (reaches.length === 0) return null;
  const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
  return {
    kind,
    n: new Set(reaches.map(({ id }) => id)).size,
    of: await named(move, distinct(reaches.map(({ at }) => at))),
    tables: await rowsOf(move, distinct(reaches.map(({ group_uid }) => group_uid))),
  };
}

/** Rows of the departments that move, in the tables of these groups that the caller lists himself. */
async function rowsOf({ work, table, id }: Move, groups: readonly string[]): Promise<MovingScope['tables']> {
  const tables = work.access.catalogue.tables().flatMap((one): [ResolvedTable, Grant][] => {
    const grant = groups.includes(one.group) && one.group === one.def.uid && one.def.storage !== 'view' && grantOrNull(work, one, 'List');
    return grant ? [[one, grant]] : [];
  });
  if (tables.length === 0) return [];
  const counts = tables.map(([one, grant], at) => {
    const mine = and(sql`${columnNamed('t', one, one.departmentField)} in (select id from moved)`, grant.rows('t'));
    const some = sql`select 1 from ${relation(one)} t where ${mine} limit ${bound(MOST_COUNTED + 1, 'bigint')}`;
    return sql`(select count(*) from (${some}) c) as ${name(`n${at}`)}`;
  });
  const [row] = await run<Record<string, number>>(work, sql`with moved (id) as (${branch(table, id)}) select ${joined(counts, ', ')}`);
  const told = tables.map(([{ def }], at) => ({ key_name: def.key_name, key_name_en: def.key_name_en, rows: row![`n${at}`]! }));
  return told.filter(({ rows }) => rows > 0).sort((one, other) => other.rows - one.rows);
}

/** Departments by their names, as far as the caller may know them. */
async function named({ work, table }: Move, ids: readonly number[]): Promise<readonly EntityValue[]> {
  const gate = work.access.reader.names(table.cloud);
  if (!gate) return [];
  const english = gate.english ? sql`, ${gate.english('e')} as key_name_en` : sql``;
  const mine = and(gate.rows('e'), sql`${column('e', 'id')} = any(${bound(ids, 'bigint[]')})`);
  const rows = await run<EntityValue & { key_name_en?: string | null }>(
    work,
    sql`select e.id, e.key_name${english} from ${relation(table)} e where ${mine} order by e.id`,
  );
  return rows.map(({ key_name_en, ...row }) => ({ ...row, ...(key_name_en ? { key_name_en } : {}) }));
}
