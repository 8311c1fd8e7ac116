import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';

/** References that copy a value into the field when they are chosen. */
export const fetchersOf = (table: TableDef, def: FieldDef): string[] =>
  table.fields
    .filter((field) => field.fetch && parseFetch(field.fetch)?.some((copy) => copy.target === def.field_name))
    .map((field) => field.field_name);
