import type { FieldDef } from '#protocol/meta/field.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { followers } from '../adding/copied.ts';
import { isSaidIn } from '../state/follow/followed.ts';
import { cellKey, changedFields, type FormState, isSame, reduceForm, type SubRow, type Values } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';

/** A value that two people changed, each to another: what is typed here, and what stands in the record by now. */
export interface Clash {
  /** the field's name, for a cell `<sub key>/<row key>/<field_name>`, for a row `<sub key>/<row key>` */
  place: string;
  /** absent: of a row as a whole, which one of the two deleted */
  field?: FieldDef;
  /** of a row: the sub-table, and which of its rows as it stands here, from 1 */
  sub?: SubtableForm;
  nth?: number;
  mine: unknown;
  theirs: unknown;
  /** of a row as a whole: who of the two took it out */
  gone?: 'mine' | 'theirs';
}

/** The record as the server has it now: fields by name, and rows by sub-table. */
export interface Newest {
  values: Values;
  subs: Readonly<Record<string, readonly Values[]>>;
}

/** How much two people changed: what only one of them did stands beside the other's without a question. */
export interface Compared {
  clashes: readonly Clash[];
  /** fields and rows that are changed here, and that the other changed */
  mine: number;
  theirs: number;
}

/**
 * What is typed upon an older version, beside the newest one. Both are compared with what stood there when one began: what both changed
 * alike, or only one of them, is no clash. What a field calculates follows from others and is nobody's; what follows from a change is his who said it.
 */
export function compare(now: FormState, newest: Newest, table: LoadedTable, subs: readonly SubtableForm[]): Compared {
  const fields = asked(table.fields);
  const names = fields.map(({ field_name }) => field_name);
  const isSaid = isSaidIn(table, now.said);
  const mine = changedFields(now.values, now.loaded).filter((name) => names.includes(name) && isSaid(name));
  const theirs = names.filter((name) => name in newest.values && !isSame(newest.values[name], now.loaded[name]));
  const clashes = fields.flatMap((field): Clash[] => {
    const { field_name: place } = field;
    if (!mine.includes(place) || !theirs.includes(place)) return [];
    const [own, other] = [now.values[place], newest.values[place]];
    return isSame(own, other) ? [] : [{ place, field, mine: own, theirs: other }];
  });
  const rows = subs.map((sub) => compareRows(now, newest, sub));
  return {
    clashes: [...clashes, ...rows.flatMap((each) => each.clashes)],
    mine: rows.reduce((sum, each) => sum + each.mine, mine.length),
    theirs: rows.reduce((sum, each) => sum + each.theirs, theirs.length),
  };
}

function compareRows(now: FormState, newest: Newest, sub: SubtableForm): Compared {
  const key = subtableKey(sub.def);
  const rows = now.subs[key] ?? [];
  const others = newest.subs[key] ?? [];
  const fields = asked(sub.table.fields);
  const known = rows.flatMap((row, at) =>
    row.id === undefined ? [] : [{ row, nth: at + 1, other: others.find(({ id }) => id === row.id) }],
  );
  const isMine = (row: SubRow) => row.gone === true || changedHere(row, sub, fields).length > 0;
  const isTheirs = (row: SubRow, other: Values | undefined) => !other || changed(other, row.loaded, fields).length > 0;
  const both = known.filter(({ row, other }) => isMine(row) && isTheirs(row, other));
  return {
    clashes: both
      .flatMap(({ row, nth, other }) => rowClashes(row, other, sub, fields).map((clash) => ({ ...clash, sub, nth })))
      .map((clash) => ({
        ...clash,
        place: `${key}/${clash.place}`,
      })),
    mine: rows.filter((row) => row.id === undefined || isMine(row)).length,
    theirs:
      known.filter(({ row, other }) => isTheirs(row, other)).length + others.filter(({ id }) => !rows.some((row) => row.id === id)).length,
  };
}

/** Fields that somebody changes: not what is calculated or hidden, nor what a choice alone writes. */
function asked(all: readonly FieldDef[]): readonly FieldDef[] {
  const follows = followers(all);
  return all.filter((field) => !isComputed(field) && field.hidden !== 1 && !(field.readonly === 1 && follows.has(field.field_name)));
}

/** Of a row that both touched: its cells, or the row where one of them took it out. */
function rowClashes(row: SubRow, other: Values | undefined, sub: SubtableForm, fields: readonly FieldDef[]): Clash[] {
  if (row.gone && !other) return [];
  if (row.gone) return [{ place: row.key, mine: null, theirs: other, gone: 'mine' }];
  if (!other) return [{ place: row.key, mine: row.values, theirs: null, gone: 'theirs' }];
  const own = changedHere(row, sub, fields);
  const theirs = changed(other, row.loaded, fields);
  return fields.flatMap((field): Clash[] => {
    const { field_name: name } = field;
    if (!own.includes(name) || !theirs.includes(name) || isSame(row.values[name], other[name])) return [];
    return [{ place: cellKey('', row.key, name).slice(1), field, mine: row.values[name], theirs: other[name] }];
  });
}

/** What somebody changed of a row here: what followed and nobody said is worked out again. */
const changedHere = ({ values, loaded, said }: SubRow, { table }: SubtableForm, fields: readonly FieldDef[]): string[] =>
  changed(values, loaded, fields).filter(isSaidIn(table, said));

const changed = (now: Values, before: Values, fields: readonly FieldDef[]): string[] =>
  fields.map(({ field_name }) => field_name).filter((name) => name in now && !isSame(now[name], before[name]));

/** What stands here without what is given up: at these places it is as it was loaded, so that the newest takes its place. */
export function withoutMine(now: FormState, given: readonly Clash[]): FormState {
  let state = now;
  for (const clash of given) state = withoutOne(state, clash);
  return state;
}

/** A field as it was loaded, with what it copies into others. */
const loadedOf = (field: FieldDef, loaded: Values): Values =>
  Object.fromEntries([field.field_name, ...followers([field])].map((name) => [name, loaded[name]]));

const givenUp = (values: Values, said: readonly string[] = []) => ({ values, said: said.filter((name) => !(name in values)) });

function withoutOne(state: FormState, { place, field, sub }: Clash): FormState {
  if (!sub) return reduceForm(state, { type: 'set', ...givenUp(loadedOf(field!, state.loaded), state.said) });
  const key = subtableKey(sub.def);
  const row = state.subs[key]?.find((each) => place === `${key}/${each.key}` || place.startsWith(`${key}/${each.key}/`));
  if (!row) return state;
  if (field) return reduceForm(state, { type: 'cell', sub: key, row: row.key, ...givenUp(loadedOf(field, row.loaded), row.said) });
  const { gone: _, ...back } = row;
  const rows = state.subs[key]!.map((each) => (each === row ? { ...back, values: row.loaded } : each));
  return { ...state, subs: { ...state.subs, [key]: rows } };
}
