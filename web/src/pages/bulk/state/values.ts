import type { Locale } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { encodeForm } from '#protocol/rules/form/encode.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { shown } from '#web/fields/shown.ts';
import { currencyIn, type Filler, formOf, plain, specsOf } from '../../form/state/circumstances.ts';
import type { Values } from '../../form/state/form-state.ts';

/** So many values are named, with how many records have each; of more it is said how many they are. */
const MOST_NAMED = 3;

/** What stands in a field of several records: each value with how often, the most frequent first; an empty one is ''. */
export interface Standing {
  values: readonly { text: string; n: number }[];
  filled: number;
  /** how many values beside the empty one there are, named or not */
  differ: number;
}

export function standingOf(field: FieldDef, rows: readonly WireRow[], locale: Locale): Standing {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = shown(field, row[field.field_name], locale);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const values = [...counts].map(([text, n]) => ({ text, n })).sort((a, b) => b.n - a.n || (a.text < b.text ? -1 : 1));
  return { values, filled: rows.length - (counts.get('') ?? 0), differ: values.filter(({ text }) => text !== '').length };
}

export const isNamed = ({ values, differ }: Standing): boolean => values.length <= MOST_NAMED && differ <= MOST_NAMED;

/** What the server says of all that match, as `standingOf` says it of rows. */
export interface Counted {
  filled: number;
  differ: number;
  values: readonly { value: unknown; n: number }[];
}

export const countedOf = (field: FieldDef, counted: Counted | undefined, locale: Locale): Standing => ({
  values: (counted?.values ?? []).map(({ value, n }) => ({ text: shown(field, value, locale), n })),
  filled: counted?.filled ?? 0,
  differ: counted?.differ ?? 0,
});

/** Of all that match: in so many something else would be written over what stands there, as far as their values were told. */
export function overwrittenOf(field: FieldDef, { filled, values }: Standing, next: unknown, locale: Locale): number {
  const after = shown(field, next, locale);
  return after === '' ? filled : filled - (values.find(({ text }) => text === after)?.n ?? 0);
}

/** Records in which something else would be written over what stands there. */
export function overwritten(field: FieldDef, rows: readonly WireRow[], next: unknown, locale: Locale): number {
  const after = shown(field, next, locale);
  return rows.filter((row) => ![after, ''].includes(shown(field, row[field.field_name], locale))).length;
}

/** The circumstances of a change of several: what depends on a record's own values is the server's to say, record by record. */
export const bulkForm = (table: LoadedTable, values: Values, filler: Filler): Form => ({
  ...formOf(table, 'Modify', 1, values, filler),
  holds: () => true,
});

/** The fields that may be changed on several records by this person. */
export function bulkFields(table: LoadedTable, filler: Filler): readonly FieldDef[] {
  const form = bulkForm(table, {}, filler);
  return table.fields.filter((field) => field.batch === 1 && field.hidden !== 1 && isEditable(field, form));
}

/** What is sent: the chosen fields as a form sends them, '' for what is left empty. */
export function sentValues(table: LoadedTable, chosen: ReadonlySet<string>, values: Values, filler: Filler): Record<string, string> {
  const form = bulkForm(table, values, filler);
  const specs = specsOf(table, currencyIn(values, filler)).filter(({ def }) => chosen.has(def.field_name));
  return encodeForm(specs, form, (name) => plain(values[name]));
}
