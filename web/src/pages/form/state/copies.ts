import type { FieldDef } from '#protocol/meta/field.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { asEntity } from '#web/fields/values.ts';
import { fetchOf } from './circumstances.ts';
import { isSame, type Values } from './form-state.ts';

/**
 * What choices copy into a form, while it is on its way, by the place of the choice: whether it came. Of one place the latest choice counts.
 * They belong to the form: whoever sends it waits for them.
 */
export type Copies = Map<string, Promise<boolean>>;

/** Where a choice is made that copies more: among the record's fields, or in a row. */
export interface Chooser {
  place: string;
  field: FieldDef;
  /** the values that stand there now, the choice among them */
  now(): Values;
  put(values: Values): void;
  /** what was chosen could not be read */
  fail(chosen: EntityValue): void;
}

/** Fields of a record; rejects where it cannot be read. */
export type ReadChosen = (cloud: string, id: number, fields: string) => Promise<Values>;

/**
 * Copies from what was just chosen. What the former choice had brought goes at once, so that it never stands beside another; what comes is
 * taken while that choice stands, where nobody has typed since.
 */
export function copyChosen(copies: Copies, { place, field, now, put, fail }: Chooser, before: unknown, read: ReadChosen): void {
  const fetched = fetchOf(field);
  const chosen = () => asEntity(now()[field.field_name]);
  const one = chosen();
  // a word that is typed there, and given up, is no choice: what was copied and mended since stays
  if (!fetched || one?.id === asEntity(before)?.id) return;
  copies.delete(place);
  put(fetched.values(null));
  if (!one?.id) return;
  const take = (found: Values | null): boolean => {
    if (copies.get(place) !== copy) return true;
    copies.delete(place);
    if (chosen()?.id !== one.id) return true;
    if (found === null) fail(one);
    else put(Object.fromEntries(Object.entries(fetched.values(found)).filter(([name]) => isSame(now()[name], null))));
    return found !== null;
  };
  const copy = read(field.source ?? '', one.id, fetched.fields)
    .catch(() => null)
    .then(take);
  copies.set(place, copy);
}

/** Waits for all copies, also for those that begin meanwhile; answers the place of one that did not come. */
export async function copiesCome(copies: Copies): Promise<string | undefined> {
  let missing: string | undefined;
  while (copies.size > 0) {
    const all = [...copies].map(async ([place, copy]) => ((await copy) ? [] : [place]));
    missing ??= (await Promise.all(all)).flat()[0];
  }
  return missing;
}
