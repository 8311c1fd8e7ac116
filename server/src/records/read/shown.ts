import { isOf } from '#protocol/meta/data-types.ts';
import type { Grant } from '#server/access/access.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { fieldsNamed } from '#server/query/statements.ts';

/** Read with every row: what a client needs to name and to open it. */
const BASE = ['id', 'key_name', 'review_state', 'version'];
const visible = (grant: Grant, field: ResolvedField): boolean =>
  field.storage !== 'none' && field.def.data_type !== 'password' && grant.sees(field.name, 't') !== false;

export function baseFields(grant: Grant): ResolvedField[] {
  const names = grant.table.def.storage === 'view' ? BASE.slice(0, 3) : BASE;
  return names.flatMap((name) => {
    const field = grant.table.fields.get(name);
    return field && visible(grant, field) ? [field] : [];
  });
}

/** What a list shows when nothing was asked: the definition's columns. A comma list names others; an unknown or hidden one is 317. */
export function listFields(grant: Grant, asked: string | undefined): ResolvedField[] {
  if (asked !== undefined && asked !== '') return unique([...baseFields(grant), ...fieldsNamed(grant, asked)]);
  const columns = [...grant.table.fields.values()].filter(
    ({ def }) => def.list_hidden !== 1 && def.hidden !== 1 && !isOf(def.data_type, 'page', 'secret', 'heading'),
  );
  return unique([...baseFields(grant), ...columns.filter((field) => visible(grant, field))]);
}

/** Every field of the record that this reader may see. */
export const recordFields = (grant: Grant): ResolvedField[] =>
  [...grant.table.fields.values()].filter(
    (field) => visible(grant, field) && !(isView(grant.table) && field.standard && !BASE.includes(field.name)),
  );

const isView = (table: ResolvedTable): boolean => table.def.storage === 'view';

export const unique = (fields: readonly ResolvedField[]): ResolvedField[] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
];
