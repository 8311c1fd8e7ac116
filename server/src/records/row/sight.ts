import { isShown } from '#protocol/rules/form/form.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Stored } from './stored.ts';
import type { Values } from './values.ts';
import { formOf, valueIn, type Work } from './work.ts';

/** A record with the values that its reader is shown: what his roles, its state or its values hide is empty. */
export function asSeen(work: Work, table: ResolvedTable, stored: Stored): Stored {
  const form = formOf(work, table, 'Show', stored.review_state, valueIn(stored.values));
  const isSeen = (name: string): boolean => {
    const field = table.fields.get(name);
    return !stored.unseen.has(name) && (!field || isShown(field.def, form));
  };
  const values: Values = Object.fromEntries(Object.entries(stored.values).map(([name, value]) => [name, isSeen(name) ? value : null]));
  return { ...stored, values };
}
