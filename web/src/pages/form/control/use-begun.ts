import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { type LoadedTable, locksOf } from '#protocol/rules/form/locked.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { opKey } from '#web/api/use-op.ts';
import { itemsOf } from '#web/fields/shown.ts';
import type { Values } from '../state/form-state.ts';

/** What a new record is begun for, as an address says it: ids of choices and records by their fields' names. */
export type BegunFor = Readonly<Record<string, string>>;

export interface Begun {
  /** what stands in the form beside its defaults, to be seen and changed */
  values: Values;
  /** names are on their way */
  isPending: boolean;
}

const NOTHING: Begun = { values: {}, isPending: false };

/** The values that a new record is begun with: of an address nothing is taken but what may be chosen there. */
export function useBegun(table: LoadedTable | undefined, query: BegunFor | undefined): Begun {
  const asked = useMemo(() => (table && query ? fieldsBegun(table, query) : NO_FIELDS), [table, query]);
  const named = useQueries({
    queries: asked.map(({ field, id }) => {
      const request = { cloud: field.source ?? '', fields: 'key_name', filters: { fields: { id } } };
      const queryFn = () => call(ops.list, request);
      return { queryKey: opKey(ops.list, request), queryFn, enabled: isLinked(field), staleTime: 60_000 };
    }),
    combine: (answers) => ({
      isPending: answers.some((answer) => answer.isLoading),
      rows: JSON.stringify(answers.map(({ data }) => data?.rows?.[0] ?? null)),
    }),
  });
  return useMemo(() => {
    if (asked.length === 0) return NOTHING;
    const rows = JSON.parse(named.rows) as (EntityValue | null)[];
    const values = asked.flatMap(({ field, id }, at) => {
      const value = isLinked(field) ? rows[at] : { id };
      return value ? [[field.field_name, isOf(field.data_type, 'links', 'choices') ? [value] : value]] : [];
    });
    return { values: Object.fromEntries(values), isPending: named.isPending };
  }, [asked, named.rows, named.isPending]);
}

const NO_FIELDS: readonly never[] = [];
const isLinked = ({ data_type }: FieldDef): boolean => isOf(data_type, 'link', 'links');

/** Fields of a form that an address says something of, with the id that it says: of those that may be filled in. */
export function fieldsBegun(table: LoadedTable, query: BegunFor): readonly { field: FieldDef; id: number }[] {
  const locks = locksOf(table, 'Add');
  return table.fields.flatMap((field) => {
    const said = Object.hasOwn(query, field.field_name) ? query[field.field_name]! : '';
    const isClosed = field.readonly === 1 || field.hidden === 1 || isComputed(field) || locks(field.field_name);
    if (isClosed || !/^\d{1,15}$/.test(said)) return [];
    const id = Number(said);
    const isOffered = isOf(field.data_type, 'choice', 'choices') && itemsOf(field).some((item) => item.id === id && item.hidden !== 1);
    return isOffered || (isLinked(field) && id > 0) ? [{ field, id }] : [];
  });
}
