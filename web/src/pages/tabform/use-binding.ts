import { useMemo } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { Form } from '#protocol/rules/form/form.ts';
import type { LoadedSubtable, LoadedTable, RowOp } from '#protocol/rules/form/locked.ts';
import { subtableActions } from '#protocol/rules/form/subtable.ts';
import type { EntityValue, WireRow } from '#protocol/wire/envelope.ts';
import { lastsFor } from '#web/actions/result.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { type FieldHost, useFieldHost } from '#web/fields/host.ts';
import { inBoth, say, textsIn } from '#web/i18n/use-text.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { Deeds } from '../list/state/use-list-page.ts';

interface BindingAt {
  def: LoadedSubtable;
  /** the record's table, and its number */
  cloud: string;
  id: number;
  /** what the record is called */
  name: string;
  /** whether the table of its rows takes no change that does not say of which version it is */
  isStrict: boolean;
}
interface BindingOn extends Omit<BindingAt, 'isStrict'> {
  /** the record's form, where it lets its rows be changed; null where it does not */
  form: Form | null;
  /** what it has, by which rows may be narrowed that it takes: as it was read, for what is typed beside is not saved yet */
  record: Readonly<Record<string, unknown>> | null;
}

/** Rows that live on their own are taken to the record and let go again where they are listed (SUB-02): each is a save of its row. */
export function useBinding({ def, cloud, id, name, form, record }: BindingOn): Deeds | undefined {
  const { table } = useTable(def.table_name);
  const host = useFieldHost();
  return useMemo(() => {
    const deeds = table ? deedsOf(def, table, form) : null;
    if (!deeds) return undefined;
    const at = { def, cloud, id, name, isStrict: table?.strict_version === 1 };
    return { ...deeds, run: (action, rows) => (action.op === 'Bind' ? bind(at, host, record ?? {}) : unbind(at, rows)) };
  }, [def, table, form, host, cloud, id, name, record]);
}

/** What is offered: binding over the list, letting go at each row that the reader may change. */
export function deedsOf(def: LoadedSubtable, rows: LoadedTable, form: Form | null): Pick<Deeds, 'toolbar' | 'of'> | null {
  const may: readonly RowOp[] = form && def.inherit === 0 ? subtableActions(def, rows, form) : [];
  const [binds, lets] = (['Bind', 'Unbind'] as const).map((op) => may.includes(op));
  if (!binds && !lets) return null;
  const letting: ActionDef[] = lets ? [{ uid: 'std.unbind', op: 'Unbind', ...inBoth('tabs.unbind'), param: 'single' }] : [];
  return {
    toolbar: binds ? [{ uid: 'std.bind', op: 'Bind', ...inBoth('tabs.bind'), param: 'none' }] : [],
    of: (row) => (row._actions?.some(({ op }) => op === 'Modify') ? letting : []),
  };
}

async function bind(on: BindingAt, host: FieldHost, record: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { def, id, name } = on;
  const title = { key_name: textsIn('zh_CN').t('tabs.bindTo', { name }), key_name_en: textsIn('en_US').t('tabs.bindTo', { name }) };
  const field = { ...def, ...title, field_name: def.parent_field, data_type: 'entities', source: def.table_name };
  const chosen = (await host.pick?.(field as unknown as FieldDef, true, [], record)) ?? [];
  return chosen.length > 0 && save(on, chosen, String(id), 'tabs.bound');
}

async function unbind(on: BindingAt, rows: readonly WireRow[]): Promise<boolean> {
  const row = rows[0]!;
  const title = say('tabs.unbindTitle', { row: nameOf(row), name: on.name });
  return (await ask({ title, body: say('tabs.unbindBody'), ok: say('tabs.unbind') })) && save(on, rows, '', 'tabs.unbound');
}

/** One after the other, each by its version where its table asks for one; what was refused is told by its name, and hinders no other. */
export async function save(
  { def, cloud, isStrict }: Pick<BindingAt, 'def' | 'cloud' | 'isStrict'>,
  rows: readonly EntityValue[],
  value: string,
  done: 'tabs.bound' | 'tabs.unbound',
): Promise<boolean> {
  const refused: string[] = [];
  for (const row of rows) {
    try {
      const version = isStrict ? { version: (await call(ops.get, { cloud: def.table_name, id: row.id })).data?.version } : {};
      await call(ops.modify, { cloud: def.table_name, id: row.id, ...version, [def.parent_field]: value, _rid: newRid() });
    } catch (error) {
      refused.push(`${nameOf(row as WireRow)}　${asApiError(error).remark}`);
    }
  }
  void invalidateTable(def.table_name);
  void invalidateTable(cloud);
  if (refused.length === 0) toast.done(say(done, { n: rows.length }));
  else toast.error(say('actions.partly', { n: rows.length, failed: refused.length }), { lines: refused, lasts: lastsFor(refused) });
  return refused.length < rows.length;
}
