import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { namesOfRule } from '#protocol/rules/form/between.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import type { Sheet } from './sheet.ts';

/** So many are read by one request. */
const READ_AT_ONCE = 500;

/**
 * What is read of the records of a page: rules go by all fields of a record, columns show some. Pages and files, which may be long and are not
 * typed in cells, only where a column shows them, they are needed, a condition names them or a choice copies into them.
 */
export function namesToRead(table: TableDef, columns: readonly { name: string }[]): string {
  const ofFields = table.fields.flatMap(({ view_where, need_where, edit_where }) => [view_where, need_where, edit_where]);
  const conditions = [...ofFields, ...(table.rules ?? []).map(({ where }) => where)];
  const asked = new Set([
    ...columns.map(({ name }) => name),
    ...conditions.flatMap((where) => (where ? namesOfRule(where) : [])),
    ...table.fields.flatMap(({ fetch }) => (fetch && parseFetch(fetch)?.map(({ target }) => target)) || []),
  ]);
  const isRead = (field: FieldDef) => {
    if (!isOf(field.data_type, 'page', 'files')) return !isOf(field.data_type, 'heading', 'secret');
    return field.notnull === 1 || field.need_where !== undefined || asked.has(field.field_name);
  };
  const fields = table.fields.filter(isRead).map(({ field_name }) => field_name);
  return [...new Set(['key_name', ...fields, ...(table.flow ? ['review_state'] : [])])].join(',');
}

/** Records as they are now; those that are no more do not come. */
export async function readRecords({ cloud }: Sheet, fields: string, ids: readonly number[], signal?: AbortSignal): Promise<WireRow[]> {
  const found: WireRow[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const filters = { fields: { id: { op: 'in' as const, value: ids.slice(at, at + READ_AT_ONCE) } } };
    const answer = await call(ops.list, { cloud, fields, filters }, signal ? { signal } : {});
    found.push(...((answer.rows ?? []) as unknown as WireRow[]));
  }
  return found;
}
