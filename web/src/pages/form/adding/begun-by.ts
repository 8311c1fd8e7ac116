import { useEffect, useMemo } from 'react';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { FieldSpec } from '#protocol/fields/kind.ts';
import { pairsIn } from '#protocol/meta/action.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isEditable } from '#protocol/rules/form/form.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { PLACES, wholePlace } from '#protocol/rules/places.ts';
import { ops } from '#web/api/ops.ts';
import { sessionState } from '#web/api/session.ts';
import { useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { asEntity } from '#web/fields/values.ts';
import { today } from '#web/i18n/clock.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { type Filler, formOf, specsOf } from '../state/circumstances.ts';
import type { Values } from '../state/form-state.ts';
import { defaultValues, startingValues } from '../state/starting.ts';

/** In the address of a new record: the table, the record and the action that it is begun by (actions/run-action.ts). */
const BEGUN_BY = 'begun_by';

/** The record and the action that an address says a new record is begun by. */
export interface BegunBy {
  cloud: string;
  id: number;
  uid: string;
}

/** A field of that name says a value of its own. */
export function begunBy(query: Readonly<Record<string, string>> | undefined, table: TableDef | undefined): BegunBy | null {
  const [, cloud = '', id = '', uid = ''] =
    /^(\w{1,60}(?:\[\w{1,60}\])?),([1-9]\d{0,14}),([\w.-]{1,120})$/.exec(query?.[BEGUN_BY] ?? '') ?? [];
  return uid === '' || table?.fields.some(({ field_name }) => field_name === BEGUN_BY) ? null : { cloud, id: Number(id), uid };
}

/** The action of that name that begins a record of this table. */
export const beginning = (from: TableDef | undefined, into: TableDef, uid: string): ActionDef | undefined =>
  from?.states
    .flatMap(({ actions = [] }) => actions)
    .find((action) => action.uid === uid && action.op === 'Add' && (action.cloud ?? from.table_name) === into.table_name);

/** What the action says of the new record, of a record as its reader sees it: what he may write there. */
export function begunValues(action: ActionDef, into: LoadedTable, record: Values, filler: Filler): Values {
  const said: [string, string][] = [
    ...(action.pfield === undefined ? [] : [[action.pfield, '{id}'] as [string, string]]),
    ...pairsIn(action.extra ?? '').map(({ name, value }): [string, string] => [name, value]),
  ];
  const specs = new Map(specsOf(into, null).map((spec) => [spec.def.field_name, spec]));
  const values = said.flatMap(([name, value]) => {
    const spec = specs.get(name);
    const begun = spec ? saidOf(spec, value, into, record, filler) : null;
    return begun === null || begun === undefined ? [] : [[name, begun] as const];
  });
  // what one of them opens the next may be written into
  const form = formOf(into, 'Add', 1, startingValues(into, filler, Object.fromEntries(values)), filler);
  const isOpen = ({ def }: FieldSpec): boolean => def.hidden !== 1 && isEditable(def, form);
  return Object.fromEntries(values.filter(([name]) => isOpen(specs.get(name)!)));
}

/** The value itself where one is named, else the text with those in it; what is written there alone is read as a default is. */
function saidOf(spec: FieldSpec, said: string, into: LoadedTable, record: Values, filler: Filler): unknown {
  const place = wholePlace(said);
  if (place !== undefined) return fitted(spec, at(record, place, filler));
  if (!said.includes('{')) return defaultValues({ ...into, fields: [{ ...spec.def, defvalue: said }] }, filler)[spec.def.field_name];
  return fitted(
    spec,
    said.replace(PLACES, (_, name: string) => String(at(record, name.trim(), filler) ?? '')),
  );
}

function at(record: Values, place: string, { user, today: day }: Filler): unknown {
  if (place === 'today') return day;
  if (place === 'user.id') return { id: user.id, key_name: user.key_name };
  if (place !== 'id') return record[place];
  const { id, key_name, key_name_en } = record as { id?: number; key_name?: string; key_name_en?: string };
  return { id, key_name: key_name ?? '', ...(key_name_en ? { key_name_en } : {}) };
}

/** A value of a field as another holds it; null for what it would not take, and for what the reader may not see. */
function fitted(spec: FieldSpec, value: unknown): unknown {
  if (value === null || value === undefined || isUnseen(value)) return null;
  if (Array.isArray(value) || isOf(spec.def.data_type, 'link', 'choice')) return value;
  const { id } = typeof value === 'object' ? (value as { id?: number }) : { id: undefined };
  const parsed = fieldKind(spec.def.data_type).parse(id ?? value, spec);
  return parsed.fault ? null : parsed.value;
}

const isUnseen = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isUnseen) : typeof value === 'object' && asEntity(value)?.unauthorized === 1;

/** What a new record is begun with by an action: undefined while that is on its way, and nothing of what cannot be read. */
export function useBegunBy(into: LoadedTable | undefined, by: BegunBy | null): Values | undefined {
  const { table: from, query } = useTable(by?.cloud ?? '');
  const { data, error } = useOp(ops.get, { cloud: by?.cloud ?? '', id: by?.id ?? 0 }, { enabled: by !== null, fresh: 0 });
  const why = query.error ?? error;
  const isNone = by !== null && into !== undefined && from !== undefined && beginning(from, into, by.uid) === undefined;
  useEffect(() => {
    if (why || isNone) toast.error(say('form.begunGone', { why: why?.remark ?? '' }).trim());
  }, [why, isNone]);
  return useMemo(() => {
    if (by === null || why) return NOTHING;
    if (!into || !from || !data?.data) return undefined;
    const action = beginning(from, into, by.uid);
    return action ? begunValues(action, into, data.data, { user: sessionState().session!.user, today: today() }) : NOTHING;
  }, [by, why, into, from, data]);
}

const NOTHING: Values = {};
