import { useEffect, useMemo } from 'react';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { type Form, isComputed, isEditable } from '#protocol/rules/form/form.ts';
import { type LoadedTable, locksOf } from '#protocol/rules/form/locked.ts';
import { isSaidBySub } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { useTables } from '#web/api/use-tables.ts';
import { asEntity } from '#web/fields/values.ts';
import { say } from '#web/i18n/use-text.ts';
import { COPY_OF } from '#web/nav/page.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { Values } from '../state/form-state.ts';

/** The record that an address names as the one to copy; 0: none. A field of that name says a value of its own. */
export const copyOf = (query: Readonly<Record<string, string>> | undefined, table: TableDef | undefined): number => {
  const said = query?.[COPY_OF] ?? '';
  return /^\d{1,15}$/.test(said) && !table?.fields.some(({ field_name }) => field_name === COPY_OF) ? Number(said) : 0;
};

/** What is a record's own and no copy's: what no other may say too, its files, and what is proved. */
const isOwn = (field: FieldDef): boolean => field.unique === 1 || field.hidden === 1 || isOf(field.data_type, 'files', 'secret', 'heading');

/** Fields that a choice copies into the form, whoever may write them: they follow it. */
export const followers = (fields: readonly FieldDef[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ fetch }) => (fetch && parseFetch(fetch)?.map(({ target }) => target)) || []));

/** Of a record as its reader sees it, what a new one begins with: what he may write into one. */
export function copiedValues(table: LoadedTable, record: Values): Values {
  const form: Form = { table, op: 'Add', review_state: 1, holds: () => true, locks: locksOf(table, 'Add') };
  const follows = followers(table.fields);
  const some = table.fields.filter((field) => {
    const value = record[field.field_name];
    if (value === undefined || value === null || isOwn(field) || isUnseen(value)) return false;
    return isEditable(field, form) || (follows.has(field.field_name) && !isComputed(field));
  });
  return Object.fromEntries(some.map(({ field_name }) => [field_name, record[field_name]]));
}

/** A name that the reader may not see stands for a record that he may not choose. */
const isUnseen = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isUnseen) : typeof value === 'object' && asEntity(value)?.unauthorized === 1;

/** A table with the definitions of the rows that stand in its form, in their order. */
export interface WithRows {
  table: LoadedTable;
  rows: readonly LoadedTable[];
}

/** The same with the rows that belong to the record, as new ones; what is bound to it stays its own. */
export function copied({ table, rows }: WithRows, record: Values): Values {
  const inline = (table.subtables ?? []).filter((sub) => sub.inline === 1 && sub.hidden !== 1);
  const had = (record._subtables ?? {}) as Readonly<Record<string, readonly Values[]>>;
  const subs = inline.flatMap((sub, at) => {
    const key = subtableKey(sub);
    if (sub.inherit === 0 || sub.readonly === 1) return [];
    const own = (had[key] ?? []).map((row) => copiedValues(rows[at]!, row));
    return own.length > 0 ? [[key, own.map((row) => typedIn(row, sub))] as const] : [];
  });
  return { ...copiedValues(table, record), ...(subs.length > 0 ? { _subtables: Object.fromEntries(subs) } : {}) };
}

const typedIn = (row: Values, sub: SubtableDef): Values =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isSaidBySub(sub, name)));

/** What a new record is begun with that copies another, and that one; no values while they are on their way, empty ones where it cannot be read. */
export function useCopied(table: LoadedTable | undefined, id: number): { values: Values | undefined; of: Values | undefined } {
  const inline = useMemo(() => (table?.subtables ?? []).filter((sub) => sub.inline === 1 && sub.hidden !== 1), [table]);
  const rows = useTables(inline.map((sub) => sub.table_name));
  const show = useOp(ops.show, { cloud: table?.table_name ?? '', id }, { enabled: id > 0 && table !== undefined, fresh: 0 });
  const record = show.data?.data as Values | undefined;
  const { error } = show;
  useEffect(() => {
    if (error) toast.error(say('form.copyGone', { why: error.remark }));
  }, [error]);
  const values = useMemo(() => {
    if (id === 0 || error) return NOTHING;
    return table && rows && record ? copied({ table, rows }, record) : undefined;
  }, [id, error, table, rows, record]);
  return { values, of: error ? undefined : record };
}

const NOTHING: Values = {};
