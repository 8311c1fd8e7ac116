import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { shownInList } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { holds } from '../list/table/row-look.ts';

/** What a line of a picker says beside the name: the first plain text of the list and what the rows are grouped by. */
export function detailFields(table: TableDef, group: FieldDef | undefined): readonly FieldDef[] {
  const own = shownInList(table).filter(({ field_name }) => field_name !== 'key_name' && field_name !== table.english_name);
  const text = own.find(({ data_type, unique }) => data_type === 'text' && unique !== 1);
  return [text, group].flatMap((field) => field ?? []);
}

/** By what a keyword finds a record, as far as a box can name it: the name, and one text more. */
export const soughtFields = ({ fields, english_name }: TableDef): readonly FieldDef[] =>
  fields
    .filter(
      ({ data_type, field_name, search }) =>
        data_type === 'text' && (field_name === 'key_name' || search === 1) && field_name !== english_name,
    )
    .slice(0, 2);

/** A row that the definition shows as out of use (style `off` of a ROW) is not offered: by which field. */
export const offField = (table: TableDef, row: WireRow): FieldDef | undefined => {
  const rule = (table.styles ?? []).find((each) => each.style === 'off' && each.target === 'ROW' && holds(each, row));
  return rule && table.fields.find(({ field_name }) => field_name === rule.field);
};

/** The fields that a picker asks for. */
export const askedFields = (table: TableDef, details: readonly FieldDef[]): string =>
  [...new Set(['key_name', ...details.map(({ field_name }) => field_name), ...(table.styles ?? []).map(({ field }) => field)])].join(',');

/** One that is chosen is moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (to < 0 || to >= list.length || from === to) return list;
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
