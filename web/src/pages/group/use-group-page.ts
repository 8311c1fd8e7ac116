import { useMemo, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { groupFields } from '#protocol/meta/grouping.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { useTable } from '#web/api/use-table.ts';
import type { PageDescriptor, PageView } from '#web/nav/page.ts';
import { useLabel, useView } from '#web/nav/use-tab.ts';
import { NOT_OPENED } from '../not-opened.ts';
import { type Group, type GroupKey, groupFilter } from './groups.ts';
import { type Groups, useGroups } from './use-groups.ts';

export interface GroupController extends Groups {
  cloud: string;
  table: TableDef | undefined;
  /** there is no such table, or it could not be read */
  isGone: boolean;
  /** the fields that the reader can group by */
  fields: readonly FieldDef[];
  /** the one that he does; undefined before the definition is known, and where there is none */
  field: FieldDef | undefined;
  setField(name: string): void;
  chosen: GroupKey;
  /** its line; undefined where the address names none that there is */
  group: Group | undefined;
  /** somebody chose: on a phone the records stand in place of the groups */
  isOpen: boolean;
  choose(key: GroupKey): void;
  /** back to the groups */
  leave(): void;
  /** without what lies below the chosen one */
  only: boolean;
  setOnly(only: boolean): void;
  /** what the list is narrowed to; undefined until that is known */
  fixed: Readonly<Record<string, FieldFilter>> | undefined;
}

/** What the group page decides. The field, the group and whether what lies below it counts stand in the address: `by`, `in`, `only`. */
export function useGroupPage({ cloud = '', query }: PageDescriptor): GroupController {
  const group = useGrouped(cloud, useView(), query);
  // on a phone no list stands there yet that would name the tab
  useLabel(group.table, group.isGone, NOT_OPENED);
  return group;
}

/** The same in a dialog, which has no address. */
export function useGroupDialog(cloud: string, narrowed: Fixed | undefined): GroupController {
  const [view, setView] = useState<PageView>({});
  return useGrouped(cloud, [view, (change) => setView((now) => ({ ...now, ...change }))], narrowed);
}

type Fixed = Readonly<Record<string, FieldFilter>>;

function useGrouped(cloud: string, [set, setView]: ReturnType<typeof useView>, narrowed: Fixed | undefined): GroupController {
  const { table, query } = useTable(cloud);
  const fields = useMemo(() => (table ? groupFields(table) : []), [table]);
  const field = fields.find(({ field_name }) => field_name === set.by) ?? fields[0];
  const groups = useGroups(cloud, field, narrowed);
  const chosen = set.in || 'all';
  const only = set.only === '1';
  const group = groups.groups.find(({ key }) => key === chosen);
  const isKnown = query.error !== null || chosen === 'all' || (table !== undefined && (!field || !groups.isPending));
  const { isTree } = groups;
  const fixed = useMemo(
    () => (isKnown ? { ...narrowed, ...(field ? groupFilter(field, chosen, isTree, only) : {}) } : undefined),
    [isKnown, narrowed, field, chosen, isTree, only],
  );
  return {
    ...groups,
    ...{ cloud, table, fields, field, chosen, group, only, fixed },
    isGone: query.error !== null,
    isOpen: Boolean(set.in) || fields.length === 0,
    setField: (name) => setView({ by: name === fields[0]?.field_name ? '' : name, in: '', only: '', page: '' }, 'push'),
    choose: (key) => setView({ in: key, only: '', page: '' }, 'push'),
    leave: () => setView({ in: '', only: '', page: '' }, 'push'),
    setOnly: (is) => setView({ only: is ? '1' : '', page: '' }, 'push'),
  };
}
