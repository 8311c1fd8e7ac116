import type { Locale } from '#protocol/codes.ts';
import { label } from '#protocol/meta/naming.ts';
import { idList } from '#protocol/wire/codec.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';

/** A row of the compiler's columns (query/columns.ts). */
export type Row = Readonly<Record<string, unknown>>;

const UNAUTHORIZED: EntityValue = Object.freeze({ id: 0, unauthorized: 1 });
const DRAFT = { id: 0, key_name: '草稿', key_name_en: 'Draft' };

/** Wire values by field name. A field that is not there for this reader on this row is absent, not null (B10). */
export function presentRow(row: Row, fields: readonly ResolvedField[], locale: Locale): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) if (row[`${field.name}.v`] !== false) values[field.name] = presentValue(row, field, locale);
  return values;
}

function presentValue(row: Row, field: ResolvedField, locale: Locale): unknown {
  const value = row[field.name];
  if (field.name === 'review_entity') return idList((value as number[] | null) ?? []);
  switch (field.def.data_type) {
    case 'entity':
      return presentEntity(row, field.name);
    case 'entities':
      return typeof value === 'number' ? Array(value).fill(UNAUTHORIZED) : ((value as Pair[] | null) ?? []).map(presentPair);
    case 'select':
    case 'radio':
      return value === null || value === undefined ? null : presentItem(field, value as number, locale);
    case 'checkbox':
      return ((value as number[] | null) ?? []).map((id) => presentItem(field, id, locale));
    default:
      return value ?? null;
  }
}

function presentEntity(row: Row, name: string): EntityValue | null {
  if (row[`${name}.s`] !== true) return null;
  const id = row[name] as number | null | undefined;
  return id === null || id === undefined ? UNAUTHORIZED : { id, key_name: (row[`${name}.n`] as string | null) ?? '' };
}

type Pair = [number | null, string | null];
const presentPair = ([id, key_name]: Pair): EntityValue => (id === null ? UNAUTHORIZED : { id, key_name: key_name ?? '' });

/** A choice in the session's language; a stored id that is no choice any more keeps its number. */
export function presentItem(field: ResolvedField, id: number, locale: Locale): EntityValue {
  const item = field.items?.find((one) => one.id === id) ?? (field.name === 'review_state' && id === 0 ? DRAFT : undefined);
  return { id, key_name: item ? label(item, locale) : String(id) };
}
