import type { FieldSpec } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { Filler } from '../../form/state/circumstances.ts';
import type { FormState, Told, Values } from '../../form/state/form-state.ts';
import { cellValue, type NamingCell } from '../../form/state/named-cells.ts';
import { sentFor } from '../../form/state/sent/sent.ts';
import { submission } from '../../form/state/sent/submission.ts';
import { startingValues } from '../../form/state/starting.ts';
import { toldBy } from '../../form/state/told.ts';
import { createFormStore, createTyping, send, type Typing } from '../../form/state/typing.ts';

/** A pasted row: the form of a new record, filled with what was pasted. */
export interface PasteRow {
  key: string;
  /** which one it was of what was pasted, from 1 */
  line: number;
  typing: Typing;
  /** the fields that it says */
  given: readonly string[];
}

/** What rows are pasted into. */
export interface PasteInto {
  cloud: string;
  table: LoadedTable;
  filler: Filler;
  /** what each row begins with beside its defaults */
  starting?: Values;
}

/** A column of what was pasted, where it goes somewhere. */
export interface Column {
  at: number;
  spec: FieldSpec;
}

/** Of a row as a whole; those of its cells stand by their field's name. */
export const WHOLE = '';

/** The rows of a record are typed in its own form: a pasted record begins without. */
const NO_SUBS: readonly never[] = [];

export function createRow(
  { table, filler, starting }: PasteInto,
  line: number,
  cells: readonly string[],
  columns: readonly Column[],
): PasteRow {
  const store = createFormStore();
  const typing = createTyping(store, {
    ...{ table, op: 'Add', review_state: 1, filler, copies: new Map() },
    subs: () => NO_SUBS,
    read: async (cloud, id, fields) => (await call(ops.get, { cloud, id, fields })).data ?? {},
  });
  send(store, { type: 'load', values: startingValues(table, filler, starting), subs: {}, said: Object.keys(starting ?? {}) });
  const given = columns.map(({ at, spec }) => [spec.def.field_name, cellValue(spec, cells[at] ?? '')] as const);
  const known = given.filter(([, value]) => value !== null);
  typing.set(Object.fromEntries(known));
  return { key: `p${line}`, line, typing, given: known.map(([name]) => name) };
}

/** The cells of rows in which records are named, field by field. */
export const namingCells = (rows: readonly PasteRow[], fields: readonly FieldDef[]): NamingCell[] =>
  fields.flatMap((field) =>
    rows.map(({ typing, given }) => ({
      field,
      values: () => typing.store.getState().values,
      put: (value: unknown) => typing.set({ [field.field_name]: value }, field, given),
    })),
  );

/** Tells what keeps a row from being saved; whether nothing does. A record under a flow is a draft: what it needs may wait. */
export async function isGood({ typing }: Pick<PasteRow, 'typing'>): Promise<boolean> {
  const missing = await typing.copied();
  return missing === undefined && typing.tell(typing.table.flow !== 1).length === 0;
}

/** Adds a row's record as its form would: one request as long as the content is the same, done once however often it is sent. */
export async function addRow({ typing }: PasteRow, { cloud, filler }: PasteInto): Promise<void> {
  const { store } = typing;
  const state = store.getState();
  const content = { ...submission(state, typing.formAt(state.values), NO_SUBS, true, filler), cloud };
  const sent = sentFor(state.sent, content);
  send(store, { type: 'sent', sent });
  await call(ops.add, { ...content, _rid: sent.rid });
}

/** What the server said of a row, at its cells where it names them, else of it as a whole. */
export function tellRefusal({ typing }: Pick<PasteRow, 'typing'>, error: ApiError, isDrawn: (name: string) => boolean): void {
  const { store } = typing;
  const places = toldBy(error, store.getState(), isDrawn);
  const whole: Told = {
    code: error.code === 0 ? 300 : error.code,
    remark: error.said || error.remark,
    data: { ...error.data },
    byServer: true,
  };
  send(store, { type: 'errors', errors: places.length > 0 ? Object.fromEntries([...places].reverse()) : { [WHOLE]: whole } });
}

/** What is told of a row beside its cells: of it as a whole, and of fields that have no column. */
export const apartOf = (errors: FormState['errors'], columns: readonly FieldDef[]): readonly Told[] =>
  Object.entries(errors).flatMap(([name, told]) => (columns.some(({ field_name }) => field_name === name) ? [] : [told]));

/** The fields that stand in the rows: what was pasted, what rows begin with, what must be filled, and what something was `told` of. */
export const columnsOf = (
  fields: readonly FieldDef[],
  { pasted, starting, told }: { pasted: readonly (string | null)[]; starting: Values; told: ReadonlySet<string> },
): FieldDef[] =>
  fields.filter(
    ({ field_name: name, notnull, need_where }) =>
      pasted.includes(name) || notnull === 1 || need_where !== undefined || Object.hasOwn(starting, name) || told.has(name),
  );

export const isWrong = ({ errors }: FormState): boolean => Object.keys(errors).length > 0;

export const valuesOf = ({ typing }: PasteRow): Values => typing.store.getState().values;
