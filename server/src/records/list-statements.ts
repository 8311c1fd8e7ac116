import type { Filters } from '#protocol/wire/filters.ts';
import type { Statement } from '#server/query/sql.ts';

type Make = (...args: number[]) => Statement;

/**
 * Statements of lists, put together once as long as what they were made for is kept: a view, or the grant of a total. That object is
 * one reader's, with his rights, his day and the definitions, and a change of any of them is another object; so the filters, whole and
 * with their values, are all that may differ here, and no statement can reach another reader. The lists last asked for stay.
 */
const lists = new WeakMap<object, Map<string, Make>>();
const MOST = 20;
/** Letters of filters that are worth keeping. */
const LONGEST = 2000;

export function keptFor<Of extends Make>(owner: object, filters: Filters, make: () => Of): Of {
  const key = JSON.stringify(filters);
  if (key.length > LONGEST) return make();
  const known = lists.get(owner) ?? new Map<string, Make>();
  lists.set(owner, known);
  const statement = (known.get(key) as Of | undefined) ?? make();
  known.delete(key);
  known.set(key, statement);
  if (known.size > MOST) known.delete(known.keys().next().value as string);
  return statement;
}
