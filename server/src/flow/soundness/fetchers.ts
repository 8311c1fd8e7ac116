import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { assignmentsOf } from '#protocol/rules/follow/assignments.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';

/** References that copy a value into the field when they are chosen. */
export const fetchersOf = (table: TableDef, def: FieldDef): string[] =>
  table.fields
    .filter((field) => field.fetch && parseFetch(field.fetch)?.some((copy) => copy.target === def.field_name))
    .map((field) => field.field_name);

/** What writes into the field when it gets another value: fields, and sub-tables as `table.id` whose rows do (rules/follow). */
export const changersOf = ({ fields, subtables = [] }: TableDef, def: FieldDef): string[] => {
  const writes = (list: string | undefined) => assignmentsOf(list).some(({ target }) => target === def.field_name);
  return [
    ...fields.filter(({ onchange }) => writes(onchange)).map(({ field_name }) => field_name),
    ...subtables.filter(({ onchange }) => writes(onchange)).map((sub) => `${rowsName(sub)}.id`),
  ];
};

/** Whether a new record may begin with what is worked out for it. */
export const isBegun = ({ onload }: TableDef, def: FieldDef): boolean =>
  assignmentsOf(onload).some(({ target }) => target === def.field_name);
