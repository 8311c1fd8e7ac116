import { escapeLiteral } from 'pg';
import type { Db, Tx } from '#server/db/db.ts';
import type { Statement } from './sql.ts';

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** What a statement did when it ran: rows that it took from tables, used or not, and the indexes and kinds of node it took them by. */
export interface Effort {
  rows: number;
  indexes: string[];
  kinds: string[];
}

/** Runs a statement with its values and counts; never seconds. */
export async function effortOf(db: Tx, { text, values }: Statement): Promise<Effort> {
  const [row] = await db.query<Explained>(`explain (analyze, format json) ${text}`, values);
  return summed(row!);
}

/** The same by the plan that a connection keeps for all values once it has prepared the statement and used it for a while. */
export function keptEffortOf(db: Db, { text, values }: Statement): Promise<Effort> {
  return db.tx(async (tx) => {
    await tx.query(`set local plan_cache_mode = force_generic_plan; prepare kept as ${text}`);
    const literals = values.map((value) =>
      value === null ? 'null' : escapeLiteral(String(value instanceof Date ? value.toISOString() : value)),
    );
    const list = literals.map((one, at) => (Array.isArray(values[at]) ? escapeLiteral(`{${values[at]}}`) : one));
    const [row] = await tx.query<Explained>(`explain (analyze, format json) execute kept (${list})`);
    await tx.query('deallocate kept');
    return summed(row!);
  });
}

type Explained = { 'QUERY PLAN': [{ Plan: Node }] };

function summed(row: Explained): Effort {
  const nodes = [...all(row['QUERY PLAN'][0].Plan)].filter((node) => node['Actual Loops'] > 0);
  const touched = (node: Node): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops'];
  return {
    rows: nodes.filter((node) => node['Relation Name']).reduce((sum, node) => sum + touched(node), 0),
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    kinds: [...new Set(nodes.map((node) => node['Node Type']))],
  };
}

function* all(node: Node): Generator<Node> {
  yield node;
  for (const below of node.Plans ?? []) yield* all(below);
}
