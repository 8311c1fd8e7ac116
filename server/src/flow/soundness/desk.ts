import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { type Form, isEditable, isNeeded, isVisible } from '#protocol/rules/form/form.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { isSubtableEditable, isSubtableVisible } from '#protocol/rules/form/subtable.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Step } from '../definition/definition.ts';
import { changersOf, fetchersOf, isBegun } from './fetchers.ts';
import type { Source } from './outcome.ts';
import { type Space, startsWith } from './space/space.ts';

/** What one of a step's people may type there: which data he can make of which. */
export interface Desk {
  /** data that can be made of each other have one class */
  classOf(at: number): number;
  members(data: number): readonly number[];
  /** what a new record can begin with (the applicant's desk) */
  starts: readonly number[];
  /** fields that he must have filled to pass the record on */
  needed(at: number): readonly string[];
  /** whether that is filled which he must fill and of which something is calculated */
  isFed(at: number): boolean;
}

/** Whose desk: at which step, and as what he signs there. */
export interface Place {
  step: Step;
  signer: Signer;
}

export function createDesk(table: TableDef, { step, signer }: Place, space: Space, conditions: ReadonlyMap<string, Condition>): Desk {
  const formAt = (at: number): Form => ({
    table,
    op: isFirst(step.value) ? 'Modify' : 'Review',
    review_state: step.value,
    signer,
    holds: (where) => space.holds(conditions.get(where)!, at) !== false,
  });
  const isFixed = !table.fields.some((field) => field.edit_where || field.view_where);
  const first = isFixed ? formAt(0) : null;
  const formOf = (at: number): Form => first ?? formAt(at);
  const changes = (def: FieldDef, at: number): boolean => !step.end && changesIn(def, table, formOf(at));
  const refills = (source: Source, at: number): boolean => !step.end && changesSource(source, table, formOf(at));
  const classes = classesOf(space, changes, refills);
  const members = new Map<number, number[]>();
  const starts = new Set<number>();
  for (const [at, data] of classes.entries()) {
    if (!space.isData(at)) continue;
    members.set(data, [...(members.get(data) ?? []), at]);
    const begins = space.fields.every(
      ({ def }) => def.calc !== undefined || changes(def, at) || isBegun(table, def) || canStart(space, def, at),
    );
    if (begins && space.sources.every(({ name }) => refills(name, at) || startsFilled(table, name, space.isFilled(at, name))))
      starts.add(at);
  }
  return {
    classOf: (at) => classes[at]!,
    members: (data) => members.get(data)!,
    starts: [...starts],
    needed: (at) => neededOf(space, formAt(at)),
    isFed: (at) => space.sources.every(({ name }) => space.isFilled(at, name) || !mustFeed(name, table, formAt(at))),
  };
}

/** Typed there, or made of what is typed there: calculated, fetched with a reference, or of the record that is chosen. */
function changesIn(def: FieldDef, table: TableDef, form: Form): boolean {
  if (isEditable(def, form)) return true;
  const related = relatedOf(def.field_name);
  const sources = related ? [related.by] : def.calc === undefined ? writersOf(table, def, form) : calcNamesOf(parseCalc(def.calc));
  return sources.some((name) => {
    const [own = '', column] = name.split('.');
    if (column) return (table.subtables ?? []).some((sub) => rowsName(sub) === own && isSubtableEditable(sub, form));
    const source = table.fields.find((field) => field.field_name === own);
    return source !== undefined && source !== def && changesIn(source, table, form);
  });
}

/** What is closed is written by a choice, and by other values where no step of a flow keeps it closed. */
const writersOf = (table: TableDef, def: FieldDef, form: Form): string[] => [
  ...fetchersOf(table, def),
  ...(form.op === 'Review' ? [] : changersOf(table, def)),
];

const rowsOf = (table: TableDef, source: Source) => (table.subtables ?? []).filter((sub) => rowsName(sub) === source);

/** A source is a field, or a sub-table. */
function changesSource(source: Source, table: TableDef, form: Form): boolean {
  const field = table.fields.find((one) => one.field_name === source);
  return field ? changesIn(field, table, form) : rowsOf(table, source).some((sub) => isSubtableEditable(sub, form));
}

function mustFeed(source: Source, table: TableDef, form: Form): boolean {
  const field = table.fields.find((one) => one.field_name === source);
  if (field) return isDemanded(field, form);
  const rows = rowsOf(table, source);
  return rows.length > 0 && rows.every((sub) => (sub.min ?? 0) > 0 && isSubtableVisible(sub, form) && isSubtableEditable(sub, form));
}

/** Whether a new record can have it so: no rows, and of a field what it begins with. */
function startsFilled(table: TableDef, source: Source, filled: boolean): boolean {
  const field = table.fields.find((one) => one.field_name === source);
  const start = field ? (isBegun(table, field) ? undefined : startsWith(field)) : null;
  return start === undefined || (start !== null) === filled;
}

/** Examples that differ only in what can be changed here have one number. */
function classesOf(
  space: Space,
  changes: (def: FieldDef, at: number) => boolean,
  refills: (source: Source, at: number) => boolean,
): number[] {
  const parent = Array.from({ length: space.size }, (_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top] = parent[parent[top]!]!;
    return top;
  };
  for (let at = 0; at < space.size; at += 1) {
    for (const { name, def, values, stride } of [...space.fields, ...space.sources]) {
      const digit = Math.floor(at / stride) % values.length;
      const other = at - digit * stride;
      const isFree = (data: number) => (def ? changes(def, data) : refills(name, data));
      if (digit > 0 && (isFree(at) || isFree(other))) parent[root(at)] = root(other);
    }
  }
  return parent.map((_, at) => root(at));
}

function canStart(space: Space, def: FieldDef, at: number): boolean {
  const start = startsWith(def);
  return start === undefined || space.valueAt(at, def.field_name) === start;
}

const isDemanded = (field: FieldDef, form: Form): boolean => isEditable(field, form) && isVisible(field, form) && isNeeded(field, form);

/** What is typed there and must be. */
const neededOf = (space: Space, form: Form): string[] => space.fields.flatMap(({ def }) => (isDemanded(def, form) ? [def.field_name] : []));
