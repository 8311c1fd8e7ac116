import { TODO } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { bound, compile, joined, sql } from '#server/query/sql.ts';
import type { FlowState } from '../../kernel/model.ts';
import type { RecordRef } from '../../store/case-store.ts';
import type { Ground } from '../ground.ts';

/** What a command has given to people whom its sender named. */
interface Giving {
  before: FlowState;
  after: FlowState;
  /** whom he named, in the order in which he did */
  named: readonly number[];
  /** whom the definition itself finds for the step: they sign by their office */
  candidates: readonly number[];
}

/** Which fields of a record the giver cannot read, as rules of roles name them; asked before he gives it, and only where some role hides any. */
export async function hiddenFrom(tx: Tx, { access, table }: Ground, { company, rowid }: RecordRef): Promise<readonly string[]> {
  const kept = [...access.grant(table, 'Show').keeps('t')];
  if (kept.length === 0) return [];
  const rules = kept.map(([rule, shown]) => {
    const named = bound(rule, 'text');
    return shown === false ? sql`${named}` : sql`case when ${shown} then null else ${named} end`;
  });
  const hidden = sql`array_remove(array[${joined(rules, ', ')}], null)`;
  const { text, values } = compile(
    sql`select ${hidden} as hides from ${relation(table)} t where ${thisRow(table, rowid, bound(company, 'bigint'))}`,
    access.asker,
  );
  const [row] = await tx.query<{ hides: string[] }>(text, values);
  return row?.hides ?? [];
}

/**
 * Who is named by somebody learns no more of a record than who named him, unless his own roles say so (docs/decisions/275): the to-dos that came
 * of it keep which fields their giver could not read, beside those that they keep already.
 */
export async function narrowNamed(tx: Tx, { company }: RecordRef, hides: readonly string[], giving: Giving): Promise<void> {
  const ids = hides.length === 0 ? [] : given(giving);
  if (ids.length === 0) return;
  await tx.query(
    `update fw.flow_todo w set hides = array(select distinct unnest(w.hides || $3::text[])) where w.company_id = $1 and w.id = any($2::bigint[])`,
    [company, ids, hides],
  );
}

/** The rows that are there since, of who was named: what is to be read or answered, and what is signed by no office of the step's. */
function given({ before, after, named, candidates }: Giving): number[] {
  if (named.length === 0) return [];
  const there = new Set(before.todos.map(({ id }) => id));
  const asks = new Set<number>([TODO.toRead, TODO.asked]);
  return after.todos
    .filter(({ id, review_entity }) => !there.has(id) && named.includes(review_entity))
    .filter(({ review_state, review_entity }) => asks.has(review_state) || !candidates.includes(review_entity))
    .map(({ id }) => id);
}
