import type { Filters } from '#protocol/wire/filters.ts';
import type { Statement } from '#server/query/sql.ts';

type Make = (...args: number[]) => Statement;

/**
 * Statements of lists, put together once as long as what they were made for is kept: a view, or the grant of a total. That object is
 * one reader's, with his rights, his day and the definitions, and a change of any of them is another object; so the filters, whole and
 * with their values, are all that may differ here, and no statement can reach another reader. The lists last asked for stay.
 */
const lists = new WeakMap<object, Map<string, Make>>();
/** What one reader may make the server keep of one list, in lists and in letters of their filters; and all readers together (R10). */
const MOST = 8;
const LONGEST = 300;
const MOST_OF_ALL = 2000;
/** The lists of all readers, last asked for last. */
const recent = new Map<Make, { of: Map<string, Make>; key: string }>();

export function keptFor<Of extends Make>(owner: object, filters: Filters, make: () => Of): Of {
  const key = JSON.stringify(filters);
  if (key.length > LONGEST) return make();
  const known = lists.get(owner) ?? new Map<string, Make>();
  lists.set(owner, known);
  const statement = (known.get(key) as Of | undefined) ?? make();
  known.delete(key);
  known.set(key, statement);
  recent.delete(statement);
  recent.set(statement, { of: known, key });
  if (known.size > MOST) forget(known.values().next().value!);
  if (recent.size > MOST_OF_ALL) forget(recent.keys().next().value!);
  return statement;
}

function forget(statement: Make): void {
  const { of, key } = recent.get(statement)!;
  of.delete(key);
  recent.delete(statement);
}
