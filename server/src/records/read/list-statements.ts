import type { Filters } from '#protocol/wire/filters.ts';
import { defineCache, hashed, identityOf, MIB, PROCESS } from '#server/cache/cache.ts';

/** A statement put together, whatever its uses take. */
type Make = object & { readonly text: string };

const lists = defineCache<Make>({
  name: 'lists',
  holds: 'statements of lists and of their totals, put together',
  key: 'number of the view (of a total: of the grant) that it was made for, hash of the filters, rows of a first page that is told by its number, or what of a tree is asked',
  ends: "with that view or grant, which is one reader's, with his rights, his day and the definitions",
  bytes: 8 * MIB,
});

/**
 * A statement put together once as long as what it was made for is kept: a view, or the grant of a total. That object belongs to a set of
 * roles, and a change of rights or of definitions is another object; who asks, and when, is filled in at each use. So the filters, whole
 * and with their values, are all that may differ here, and no statement can reach who has other rights.
 */
export function keptFor<Of extends Make>(owner: object, filters: Filters, make: () => Of, what: number | string | null = null): Of {
  const text = JSON.stringify(filters);
  const asked = hashed(text);
  if (asked === null) return make();
  const key = `${identityOf(owner)} ${asked} ${what}`;
  const known = lists.of(PROCESS).get(key) as Of | undefined;
  if (known) return known;
  const statement = make();
  lists.of(PROCESS).set(key, statement, statement.text.length + 2 * text.length + 500);
  return statement;
}
