import { TODO } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { bound, compile, joined, type Sql, sql } from '#server/query/sql.ts';
import type { FlowState } from '../../kernel/model.ts';
import type { RecordRef } from '../../store/case-store.ts';
import type { Ground } from '../ground.ts';

/** What a command has given to people whom its sender named. */
interface Giving {
  ref: RecordRef;
  before: FlowState;
  after: FlowState;
  /** whom he named, in the order in which he did */
  named: readonly number[];
  /** whom the definition itself finds for the step: they sign by their office */
  candidates: readonly number[];
}

/**
 * Who is named by somebody learns no more of a record than who named him, unless his own roles say so (docs/decisions/275): the to-dos that came
 * of it keep which fields their giver could not read. Nothing is asked where nothing is hidden from him.
 */
export async function narrowNamed(tx: Tx, { access, table }: Ground, giving: Giving): Promise<void> {
  const ids = given(giving);
  if (ids.length === 0) return;
  const kept = [...access.grant(table, 'Show').keeps('t')];
  if (kept.length === 0) return;
  const { company, rowid } = giving.ref;
  const hidden = (rule: string, shown: false | Sql): Sql =>
    shown === false ? sql`${bound(rule, 'text')}` : sql`case when ${shown} then null else ${bound(rule, 'text')} end`;
  const rules = joined(
    kept.map(([rule, shown]) => hidden(rule, shown)),
    ', ',
  );
  const his = sql`select array_remove(array[${rules}], null) from ${relation(table)} t where ${thisRow(table, rowid, bound(company, 'bigint'))}`;
  const both = sql`array(select distinct unnest(w.hides || (${his})))`;
  const { text, values } = compile(
    sql`update fw.flow_todo w set hides = nullif(${both}, '{}') where w.company_id = ${bound(company, 'bigint')} and w.id = any(${bound(ids, 'bigint[]')})`,
    access.asker,
  );
  await tx.query(text, values);
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
