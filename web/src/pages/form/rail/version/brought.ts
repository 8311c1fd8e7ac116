import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { type Form, isComputed, isEditable } from '#protocol/rules/form/form.ts';
import { isSaidBySub } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { subtableActions } from '#protocol/rules/form/subtable.ts';
import type { FieldThen, RowThen, VersionThen } from '#protocol/wire/version.ts';
import { rowFormOf } from '../../state/circumstances.ts';
import type { FormDraft, SubRow, Values } from '../../state/form-state.ts';
import type { SubtableForm } from '../../state/subtable-form.ts';
import type { Typing } from '../../state/typing.ts';

/** Why something of a version stays as it is now: it follows from the rest, may not be changed, names what is gone, or is told to nobody. */
export type Why = 'calc' | 'locked' | 'lost' | 'secret';

/** A field that is another than it was, and what becomes of it. */
export interface Line {
  field: FieldDef;
  from: unknown;
  to: unknown;
  why?: Why;
  /** of its files so many do not come back */
  lost?: number;
}

/** A row of a sub-table that came, went or is another. */
export interface RowLine {
  sub: SubtableForm;
  id: number;
  op: RowThen['op'];
  lines: readonly Line[];
  /** the first thing that it holds now, to know it by */
  name: Omit<Line, 'why'> | null;
  why?: Why;
}

/** What a press would bring back, and what of the version stays away with its reason. */
export interface Brought {
  fields: readonly Line[];
  rows: readonly RowLine[];
  /** the same, as if somebody had typed it upon the record as it stands */
  draft: FormDraft;
}

/** What of a version could be typed into the record as it stands, by the rules of its form. */
export function broughtBack(told: VersionThen, record: Values, typing: Typing, subs: readonly SubtableForm[]): Brought {
  const { table } = typing;
  const form = typing.formAt({ ...record, ...valuesOf(told.fields) });
  const follows = followersOf(told.fields, table.fields, form);
  const fields = linesOf(told.fields, table.fields, form, follows);
  const rows = told.rows.flatMap((row) => rowLineOf(row, record, { typing, form, subs }));
  return { fields, rows, draft: { values: comingIn(fields), subs: rowsIn(rows, record) } };
}

/** What comes back of these lines: their values of then. */
const comingIn = (lines: readonly Line[]): Values =>
  Object.fromEntries(lines.filter(({ why }) => !why).map(({ field, from }) => [field.field_name, from]));

export const isComing = ({ why }: { why?: Why }): boolean => why === undefined;

const valuesOf = (all: readonly FieldThen[]): Values => Object.fromEntries(all.map(({ field, from }) => [field, from]));

/** What choices that come back copy into the form. */
function followersOf(all: readonly FieldThen[], fields: readonly FieldDef[], form: Form): ReadonlySet<string> {
  const chosen = fields.filter((field) => field.fetch && all.some((one) => one.field === field.field_name) && isEditable(field, form));
  return new Set(chosen.flatMap((field) => parseFetch(field.fetch!)?.map(({ target }) => target) ?? []));
}

const NONE: ReadonlySet<string> = new Set();

function linesOf(all: readonly FieldThen[], fields: readonly FieldDef[], form: Form, follows = NONE): Line[] {
  return all.flatMap((one): Line[] => {
    const field = fields.find((each) => each.field_name === one.field);
    if (!field) return [];
    const why = whyOf(field, form, one, follows);
    const isFiles = isOf(field.data_type, 'files');
    return [{ field, from: one.from, to: one.to, ...(why ? { why } : {}), ...(one.lost && isFiles ? { lost: one.lost } : {}) }];
  });
}

function whyOf(field: FieldDef, form: Form, { from, secret, lost = 0 }: FieldThen, follows: ReadonlySet<string>): Why | undefined {
  if (secret === 1) return 'secret';
  if (isComputed(field)) return 'calc';
  if (!isEditable(field, form)) return follows.has(field.field_name) ? 'calc' : 'locked';
  // a list of files comes as far as it is there; of records one that is only out of sight would be taken off
  const isLeft = isOf(field.data_type, 'files') && Array.isArray(from) && from.length > 0;
  return lost > 0 && !isLeft ? 'lost' : undefined;
}

interface RowsOn {
  typing: Typing;
  form: Form;
  subs: readonly SubtableForm[];
}

/** What undoes what became of a row. */
const UNDONE_BY = { Add: 'Delete', Delete: 'Add', Modify: 'Modify' } as const;

function rowLineOf(row: RowThen, record: Values, { typing, form, subs }: RowsOn): RowLine[] {
  const sub = subs.find(({ def }) => subtableKey(def) === row.subtable);
  if (!sub) return [];
  const now = rowNow(record, row);
  const may = subtableActions(sub.def, sub.table, form).includes(UNDONE_BY[row.op]) && (row.op === 'Delete' || now !== undefined);
  const values = { ...now, ...valuesOf(row.changes) };
  const formOf = rowFormOf(sub, form, row.op === 'Delete' ? { values } : { id: row.id, values }, typing.filler);
  const told =
    row.op === 'Add' ? linesLooked(row.changes, sub) : linesOf(row.changes.map(withoutFiles(row, sub)), sub.table.fields, formOf);
  const of = { sub, id: row.id, op: row.op, lines: told, name: nameIn(sub, now) };
  const isStuck = !may || (row.op !== 'Add' && !told.some(isComing));
  return [isStuck ? { ...of, why: 'locked' } : of];
}

/** Files belong to the row that went: a new one in its place cannot have them. */
const withoutFiles =
  ({ op }: RowThen, sub: SubtableForm) =>
  (one: FieldThen): FieldThen => {
    const field = sub.table.fields.find((each) => each.field_name === one.field);
    const isGone = op === 'Delete' && field !== undefined && isOf(field.data_type, 'files');
    return isGone ? { ...one, from: null, lost: [one.from ?? []].flat().length + (one.lost ?? 0) } : one;
  };

/** Of a row that goes again its fields only tell which it is. */
const linesLooked = (all: readonly FieldThen[], sub: SubtableForm): Line[] =>
  all.flatMap(({ field: name, from, to }) => {
    const field = sub.table.fields.find((each) => each.field_name === name);
    return field ? [{ field, from, to }] : [];
  });

const rowNow = (record: Values, { subtable, id }: Pick<RowThen, 'subtable' | 'id'>): Values | undefined =>
  ((record._subtables as Readonly<Record<string, readonly Values[]>> | undefined)?.[subtable] ?? []).find((row) => row.id === id);

function nameIn({ def, table }: SubtableForm, now: Values | undefined): RowLine['name'] {
  const isName = ({ field_name, hidden, calc }: FieldDef) =>
    !isSaidBySub(def, field_name) && hidden !== 1 && calc === undefined && ![undefined, null, ''].includes(now?.[field_name] as null);
  const field = table.fields.find(isName);
  return field ? { field, from: now?.[field.field_name], to: now?.[field.field_name] } : null;
}

/** The rows as they would have been typed. */
function rowsIn(rows: readonly RowLine[], record: Values): FormDraft['subs'] {
  const subs: Record<string, SubRow[]> = {};
  for (const [at, row] of rows.filter(isComing).entries()) {
    const key = subtableKey(row.sub.def);
    const now = rowNow(record, { subtable: key, id: row.id });
    subs[key] = [...(subs[key] ?? []), typedRow(row, now ?? {}, at)];
  }
  return subs;
}

function typedRow({ op, id, lines, sub }: RowLine, now: Values, at: number): SubRow {
  if (op === 'Delete') {
    // what it did not hold is typed empty: no default comes instead
    const empty = Object.fromEntries(sub.table.fields.map(({ field_name }) => [field_name, null]));
    return { key: `n${at}`, values: { ...empty, ...comingIn(lines) }, loaded: {} };
  }
  const version = typeof now.version === 'number' ? { version: now.version } : {};
  const known = { key: `r${id}`, id, ...version, loaded: now };
  return op === 'Add' ? { ...known, values: now, gone: true } : { ...known, values: { ...now, ...comingIn(lines) } };
}
