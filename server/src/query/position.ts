import type { OrderBy } from './order.ts';
import { and, type Bound, bound, type Sql, sql } from './sql.ts';

/** A place in an order: the values of a row in it, as texts, and which rows are meant. `from`: that row itself and those after it. */
export interface Position {
  readonly at: readonly (string | null)[];
  readonly rows: 'from' | 'after' | 'before';
}

/**
 * The rows on one side of a position, as conditions in their order: first those that differ in the last step alone, then in the
 * one before it, and so on; empty values come last. Each is one range of an index that has the order.
 */
export function rangesOf(order: readonly OrderBy[], { at, rows }: Position): Sql[] {
  const values = order.map((step, n) => (at[n] === null ? null : bound(at[n], step.type)));
  const last = order.length - 1;
  return order.flatMap((_, n) => {
    const place = last - n;
    const same = order.slice(0, place).map((step, before) => equal(step, values[before]!));
    const beyond =
      rows === 'before' ? above(order[place]!, values[place]!) : below(order[place]!, values[place]!, rows === 'from' && place === last);
    return beyond.map((one) => and(...same, one));
  });
}

const equal = (step: OrderBy, value: Bound | null): Sql => (value === null ? sql`${step.value} is null` : sql`${step.value} = ${value}`);

function below(step: OrderBy, value: Bound | null, itself: boolean): Sql[] {
  if (value === null) return [];
  const of = step.value;
  const further = step.descending
    ? itself
      ? sql`${of} <= ${value}`
      : sql`${of} < ${value}`
    : itself
      ? sql`${of} >= ${value}`
      : sql`${of} > ${value}`;
  return step.filled ? [further] : [further, sql`${of} is null`];
}

function above(step: OrderBy, value: Bound | null): Sql[] {
  if (value === null) return [sql`${step.value} is not null`];
  return [step.descending ? sql`${step.value} > ${value}` : sql`${step.value} < ${value}`];
}
