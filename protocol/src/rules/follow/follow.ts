import { Decimal, NUMBER } from '#protocol/fields/decimal.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { type FieldSpec, isEmpty, type Value } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '../calc/calc.ts';
import { type CalcOn, evaluated, plain } from '../calc/calc-evaluate.ts';
import { recalculate } from '../calc/calc-order.ts';
import { parseCalc } from '../calc/calc-parse.ts';
import { parseFetch } from '../fetch.ts';
import { madeOnce } from '../once.ts';
import { type Assignment, assignmentsOf, readsRows } from './assignments.ts';
import { type List, listsOf, planOf } from './order.ts';

/** What lists of assignments are run on. */
export interface FollowOn extends Pick<CalcOn, 'value' | 'today'> {
  /** rows as they will stand; absent where the form has none: what reads them is left out */
  rows?: CalcOn['rows'];
  /** whether the target is written now, by the values as they stand then */
  writes(target: FieldDef, value: CalcOn['value']): boolean;
}

/** A table's definition as far as something follows in it. */
export type FollowTable = Pick<TableDef, 'fields' | 'onload' | 'subtables'>;

/** A table of which something follows, and its fields as they are read and written. */
export interface Following {
  def: FollowTable;
  specs: readonly FieldSpec[];
}

/** What changed: fields that have another value, and sub-tables (by their keys) of whose rows some did. */
export interface Changed {
  fields: Iterable<string>;
  subs?: readonly string[];
}

/**
 * What follows from a change (FORM-08 onchange), by field name: the list of each field that has another value, and of each sub-table of whose rows
 * some have, in the order of `listsOf` and at most once. In a list each expression sees what those before it wrote, and all that is calculated by it.
 */
export function followed(of: Following, changed: Changed, on: FollowOn): Record<string, Value> {
  const fields = new Set(changed.fields);
  const isAny = listsOf(of.def).some(({ field, sub }) => (field === undefined ? changed.subs?.includes(sub!) : fields.has(field)));
  return isAny ? follow(of, changed, on).written : {};
}

/** The same, with the values as they stand then. */
function follow(of: Following, changed: Changed, on: FollowOn): Pick<ReturnType<typeof runner>, 'written' | 'value'> {
  const others = new Set(changed.fields);
  const isDue = ({ field, sub }: List) => (field === undefined ? changed.subs?.includes(sub!) === true : others.has(field));
  const lists = listsOf(of.def);
  const run = runner(of.specs, on);
  for (const list of lists) if (isDue(list)) for (const name of run.all(list.assignments)) others.add(name);
  return run;
}

/** What a new record begins with beside its defaults (`onload` of its table): only what is empty is written. */
export function begun({ def, specs }: Following, on: FollowOn): Record<string, Value> {
  if (def.onload === undefined) return {};
  const writes: FollowOn['writes'] = (target, value) => isEmpty(plain(value(target.field_name))) && on.writes(target, value);
  const run = runner(specs, { ...on, writes });
  run.all(assignmentsOf(def.onload));
  return run.written;
}

/** A record as somebody leaves it. */
export interface Left extends Changed {
  isNew: boolean;
  /** whether somebody says the value himself: he typed it after it followed, or brought it along */
  isSaid(field_name: string): boolean;
  /** whether he may type it, as the record stands then */
  isOpen(field: FieldDef, value: CalcOn['value']): boolean;
  /** at a step of a flow nobody changes what the step does not open */
  isReview: boolean;
}

/**
 * All that is written because of what somebody leaves, the same in the form and on the server: a new record's empty fields first, then what
 * follows. What he says himself stays where he may type it; what he may not is worked out whatever is said of it. Which is which is decided on
 * the record as it comes to stand: a list may write what opens or closes another of its targets (docs/decisions/295).
 */
export function workedOut(of: Following, left: Left, on: Omit<FollowOn, 'writes'>): Record<string, Value> {
  const decided: Record<string, boolean> = {};
  for (let turn = 0; ; turn++) {
    const { written, asked, stands } = workedOutBy(of, left, on, decided);
    const others = turn < TURNS ? asked.filter(([field, open]) => left.isOpen(field, stands) !== open) : [];
    if (others.length === 0) return written;
    // two that open and close each other in turn are closed
    for (const [{ field_name }, open] of others) decided[field_name] = !open && turn < TURNS - 1;
  }
}

/** How often it is begun again because something is open or closed in the end that was not. */
const TURNS = 4;

function workedOutBy(of: Following, left: Left, on: Omit<FollowOn, 'writes'>, decided: Readonly<Record<string, boolean>>) {
  const { isNew, isSaid, isReview } = left;
  const asked: [field: FieldDef, open: boolean][] = [];
  const isOpen: Left['isOpen'] = (field, now) => {
    const open = Object.hasOwn(decided, field.field_name) ? decided[field.field_name]! : left.isOpen(field, now);
    asked.push([field, open]);
    return open;
  };
  const isKept: FollowOn['writes'] = (field, now) => isSaid(field.field_name) && isOpen(field, now);
  const started = isNew ? begun(of, { ...on, writes: (field, now) => !isKept(field, now) }) : {};
  const value = (name: string) => (Object.hasOwn(started, name) ? started[name] : on.value(name));
  const writes: FollowOn['writes'] = (field, now) => {
    const isTyped = isSaid(field.field_name);
    if (!isReview && !isTyped) return true;
    const open = isOpen(field, now);
    return isReview ? open && !isTyped : !open;
  };
  const follows = follow(of, left, { ...on, value, writes });
  return { written: { ...started, ...follows.written }, asked, stands: follows.value };
}

/** All that may come to be written because of these, with what that writes in turn. */
export function followers(def: FollowTable, { fields, subs = [] }: Changed): ReadonlySet<string> {
  const found = new Set<string>();
  const from = new Set(fields);
  for (const { field, sub, assignments } of listsOf(def))
    if (field === undefined ? subs.includes(sub!) : from.has(field))
      for (const { target } of assignments) {
        found.add(target);
        from.add(target);
      }
  return found;
}

/** Fields, what choices among them copy, and all that may follow: what may come to be written where they are. */
export function reached(def: FollowTable, names: readonly string[]): ReadonlySet<string> {
  const copied = def.fields
    .filter(({ field_name, fetch }) => fetch !== undefined && names.includes(field_name))
    .flatMap(({ fetch }) => (parseFetch(fetch!) ?? []).map(({ target }) => target));
  return new Set([...names, ...copied, ...followers(def, { fields: [...names, ...copied] })]);
}

/** All that some list of the table writes. */
export const targetsOf = (def: FollowTable): ReadonlySet<string> => planOf(def).targets;

const byNameOnce = madeOnce((specs: readonly FieldSpec[]) => new Map(specs.map((spec) => [spec.def.field_name, spec])));
/** What is calculated, of all and of what asks for no rows. */
const reckonedOnce = madeOnce((specs: readonly FieldSpec[]) => {
  const all = specs.map(({ def }) => def).filter(({ calc }) => calc !== undefined);
  return { all, alone: all.filter(({ calc }) => !readsRowsIn(calc!)) };
});

function runner(specs: readonly FieldSpec[], on: FollowOn) {
  const written: Record<string, Value> = {};
  const byName = byNameOnce(specs);
  const ofRows = on.rows ?? (() => []);
  const { all, alone } = reckonedOnce(specs);
  const defs = on.rows === undefined ? alone : all;
  const stands = (name: string): unknown => (Object.hasOwn(written, name) ? written[name] : on.value(name));
  const reckon = () => (defs.length > 0 ? recalculate(defs, { value: stands, rows: ofRows, today: on.today }) : {});
  // only where something asks for it: of most changes nothing follows
  let reckoned: ReturnType<typeof recalculate> | undefined;
  const value = (name: string): unknown => {
    reckoned ??= reckon();
    return Object.hasOwn(reckoned, name) ? reckoned[name] : stands(name);
  };
  const write = ({ target, calc }: Assignment): string[] => {
    const spec = byName.get(target);
    if (!spec || !on.writes(spec.def, value)) return [];
    const copied = isText(spec) && calc.kind === 'field' && isText(byName.get(calc.name));
    const found = fitted(
      copied ? plain(value(calc.name)) || null : evaluated(calc, spec.def, { value, rows: ofRows, today: on.today }),
      spec,
    );
    if (isSame(spec.def, found, value(target))) return [];
    written[target] = found;
    reckoned = undefined;
    return [target];
  };
  const isRun = (one: Assignment) => on.rows !== undefined || !readsRows(one);
  return { written, value, all: (list: readonly Assignment[]): string[] => list.filter(isRun).flatMap(write) };
}

/** Whether a calculation reads rows. */
export const readsRowsIn = (calc: string): boolean => calcNamesOf(parseCalc(calc)).some((name) => name.includes('.'));

/** A text that is taken over stays one, though it spells a number or a day. */
const isText = (spec: FieldSpec | undefined): boolean => spec !== undefined && isOf(spec.def.data_type, 'line', 'lines');

/** As the field has it; what it cannot hold stays as it is, and is refused as if somebody had typed it. */
function fitted(value: Value, spec: FieldSpec): Value {
  const parsed = fieldKind(spec.def.data_type).parse(value, spec);
  return parsed.fault ? value : parsed.value;
}

/** Whether it is the same to a reader: an amount with other zeros is, a text of digits is not. */
function isSame({ data_type }: FieldDef, one: Value, other: unknown): boolean {
  const [a, b] = [plain(one), plain(other)];
  return a === b || (isOf(data_type, 'number') && NUMBER.test(a) && NUMBER.test(b) && new Decimal(a).eq(new Decimal(b)));
}
