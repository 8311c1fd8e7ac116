import type { Locale } from '#protocol/codes.ts';
import { label } from '#protocol/meta/naming.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { idList } from '#protocol/wire/lists.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';

/** A row of the compiler's columns (query/columns.ts). */
export type Row = Readonly<Record<string, unknown>>;

export const UNAUTHORIZED: EntityValue = Object.freeze({ id: 0, unauthorized: 1 });
const DRAFT = { id: 0, key_name: '草稿', key_name_en: 'Draft' };

type Present = (row: Row) => unknown;

/**
 * How rows of these fields become wire values by field name, worked out once. A field that is not there for this reader on this row is
 * absent, not null (B10). `english` is the field whose value is the row's own `key_name_en`.
 */
export function presenter(
  fields: readonly ResolvedField[],
  locale: Locale,
  english?: ResolvedField,
): (row: Row) => Record<string, unknown> {
  const steps = fields.map((field) => ({ name: field.name, there: `${field.name}.v`, value: presentOf(field, locale) }));
  return (row) => {
    const values: Record<string, unknown> = {};
    for (const { name, there, value } of steps) if (row[there] !== false) values[name] = value(row);
    if (english && row[english.name] && row[`${english.name}.v`] !== false) values.key_name_en = row[english.name];
    return values;
  };
}

function presentOf(field: ResolvedField, locale: Locale): Present {
  const { name } = field;
  const item = (id: number) => presentItem(field, id, locale);
  if (name === 'review_entity') return (row) => idList((row[name] as number[] | null) ?? []);
  switch (field.def.data_type) {
    case 'entity':
      return entityOf(name);
    case 'entities':
      return ({ [name]: value }) =>
        typeof value === 'number' ? Array(value).fill(UNAUTHORIZED) : ((value as Named[] | null) ?? []).map(presentNamed);
    case 'select':
    case 'radio':
      return ({ [name]: value }) => (value === null || value === undefined ? null : item(value as number));
    case 'checkbox':
      return (row) => ((row[name] as number[] | null) ?? []).map(item);
    default:
      return (row) => row[name] ?? null;
  }
}

function entityOf(name: string): (row: Row) => EntityValue | null {
  const [there, named, english] = [`${name}.s`, `${name}.n`, `${name}.e`];
  return (row) => {
    if (row[there] !== true) return null;
    const id = row[name] as number | null | undefined;
    return id === null || id === undefined
      ? UNAUTHORIZED
      : entity(id, row[named] as string | null, row[english] as string | null | undefined);
  };
}

type Named = [id: number | null, key_name: string | null, key_name_en?: string | null];
const presentNamed = ([id, key_name, english]: Named): EntityValue => (id === null ? UNAUTHORIZED : entity(id, key_name, english));

/** A record on the wire by its names; without `key_name_en` where it has none in English. */
export const entity = (id: number, key_name: string | null, key_name_en?: string | null): EntityValue => ({
  id,
  key_name: key_name ?? '',
  ...(key_name_en ? { key_name_en } : {}),
});

/** A choice in the session's language; a stored id that is no choice any more keeps its number. */
export function presentItem(field: ResolvedField, id: number, locale: Locale): EntityValue {
  const item = field.items?.find((one) => one.id === id) ?? (field.name === 'review_state' && id === 0 ? DRAFT : undefined);
  return { id, key_name: item ? label(item, locale) : String(id) };
}
