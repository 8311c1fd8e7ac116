import type { Asker } from '../asker.ts';
import { createNames } from '../names.ts';
import { orderClause, orderOf, orderSteps } from '../order.ts';
import { pickNear, pickPage } from '../pick.ts';
import { type Reading, rowsOf } from '../reading.ts';
import { inCompany, sameRow, source } from '../source.ts';
import { and, bound, column, joined, name, type Prepared, prepare, type Sql, type Statement, sql, whole } from '../sql.ts';
import { columnsOf, pageOf, type Shown } from '../statements.ts';

/** Nodes of a tree, in the order of its list. */
export interface NodesPlan extends Reading, Shown {
  /** the field that names the node above */
  readonly parent: string;
  /** by what to count what stands directly below each; absent: nobody asked */
  readonly holds?: Reading;
}

/** Columns of a node, as no field is called: how many stand directly below it, which of what was found it is, how many were found. */
export const HOLDS = 'fw.holds';
export const HIT = 'fw.hit';
export const HITS = 'fw.hits';

/** Of a node under t. The lateral select has an alias t of its own. */
function held({ parent, holds }: NodesPlan): Readonly<Record<string, Sql>> {
  if (!holds) return {};
  const plan: Reading = { ...holds, childOf: { field: parent, id: column('n', 'node') } };
  const names = createNames(plan.reader, plan.gate);
  const where = rowsOf(plan, names);
  const counted = sql`select count(*) as held from ${source(plan.gate.table, 't')} ${names.joins()} where ${where}`;
  return { [HOLDS]: sql`(select h.held from (select t.id as node) n cross join lateral (${counted}) h)` };
}

/** The children of one node, or of none (`top`), that many at most: put together once, asked for any node. */
export function prepareChildren(plan: NodesPlan, top: boolean, most: number): Prepared<[id: number]> {
  const id = bound(null, 'bigint');
  const flags = { ...plan.flags, ...held(plan) };
  const reading = { ...plan, flags, childOf: { field: plan.parent, id: top ? null : id } };
  const statement = prepare(pageOf(reading, pickNear(reading, sql`limit ${whole(most)}`)));
  const use = (asker: Asker | undefined, above: number): Statement => statement(asker, new Map([[id, above]]));
  return Object.assign(use, { text: statement.text });
}

/** What the filters find, `most` of it, and all that stands above. */
export const prepareWays = (plan: NodesPlan, most: number, levels: number): Prepared<[]> => prepare(waysOf(plan, most, levels));

/** One node, and all that stands above it: put together once, asked for any node. */
export function prepareWay(plan: NodesPlan, levels: number): Prepared<[id: number]> {
  const id = bound(null, 'bigint');
  const statement = prepare(waysOf({ ...plan, only: sql`t.id = ${id}` }, 1, levels));
  const use = (asker: Asker | undefined, sought: number): Statement => statement(asker, new Map([[id, sought]]));
  return Object.assign(use, { text: statement.text });
}

/**
 * What is looked for, `most` of it, and all that stands above as far as the reader sees it, `levels` high: what was found first, in its order, then
 * level by level. One recursive select: a step reads the reader's own rows, and goes on from a node whose parent he may name.
 */
function waysOf(plan: NodesPlan, most: number, levels: number): Sql {
  const { gate, reader, parent } = plan;
  const table = source(gate.table, 't');
  const picked = pickPage({ ...plan, limit: most + 1, offset: 0, probed: true });
  const hits = sql`select p.id, row_number() over (${orderClause(picked.order, 'p')}) as n from (${picked.rows}) p`;
  const climb = createNames(reader, gate);
  const up = climb.value(parent).sql;
  const first = sql`select t.id, ${up}, 0 from hit h join ${table} on ${sameRow(gate.table, 't', 'h')} ${climb.joins()} where h.n <= ${whole(most)}`;
  const on = and(inCompany(gate.table, 't'), sql`t.id = w.up`);
  // above what was found too its own way goes on
  const found = sql`exists (select 1 from hit f where f.id = w.up and f.n <= ${whole(most)})`;
  const above = and(gate.rows('t'), sql`w.depth < ${whole(levels)} and not ${found}`);
  const next = sql`select t.id, ${up}, w.depth + 1 from way w join ${table} on ${on} ${climb.joins()} where ${above}`;
  const nodes = sql`select w.id, min(w.depth) as depth from way w group by w.id`;
  const shown = createNames(reader, gate);
  const order = orderOf(undefined, plan, shown);
  const told = [
    ...columnsOf({ ...plan, flags: { ...plan.flags, ...held(plan) } }, shown),
    sql`h.n as ${name(HIT)}, (select count(*) from hit) as ${name(HITS)}`,
  ];
  const from = sql`node w join ${table} on ${sameRow(gate.table, 't', 'w')} left join hit h on h.id = w.id and h.n <= ${whole(most)}`;
  const parts = [sql`hit as materialized (${hits})`, sql`way (id, up, depth) as (${first} union ${next})`, sql`node as (${nodes})`];
  const along = sql`order by w.depth, h.n, ${orderSteps(order)}`;
  return sql`with recursive ${joined(parts, ', ')} select ${joined(told, ', ')} from ${from} ${shown.joins()} ${along}`;
}
