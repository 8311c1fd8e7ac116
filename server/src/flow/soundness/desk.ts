import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc.ts';
import { parseCalc } from '#protocol/rules/calc-parse.ts';
import type { Condition } from '#protocol/rules/condition.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { type Form, isEditable, isNeeded, isVisible } from '#protocol/rules/form.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { isSubtableEditable } from '#protocol/rules/subtable.ts';
import type { Step } from '../definition.ts';
import { isApplicantStep } from '../model.ts';
import { type Space, startsWith } from './space.ts';
import { totalOf } from './total.ts';

/** What one of a step's people may type there: which data he can make of which. */
export interface Desk {
  /** data that can be made of each other have one class */
  classOf(at: number): number;
  members(data: number): readonly number[];
  /** what a new record can begin with (the applicant's desk) */
  starts: readonly number[];
  /** fields that he must have filled to pass the record on */
  needed(at: number): readonly string[];
}

/** Whose desk: at which step, and as what he signs there. */
export interface Place {
  step: Step;
  signer: Signer;
}

export function createDesk(table: TableDef, { step, signer }: Place, space: Space, conditions: ReadonlyMap<string, Condition>): Desk {
  const formAt = (at: number): Form => ({
    table,
    op: isApplicantStep(step.value) ? 'Modify' : 'Review',
    review_state: step.value,
    signer,
    holds: (where) => space.holds(conditions.get(where)!, at) !== false,
  });
  const isFixed = !table.fields.some((field) => field.edit_where || field.view_where);
  const first = isFixed ? formAt(0) : null;
  const changes = (def: FieldDef, at: number): boolean => !step.end && changesIn(def, table, first ?? formAt(at));
  const classes = classesOf(space, changes);
  const members = new Map<number, number[]>();
  for (const [at, data] of classes.entries()) members.set(data, [...(members.get(data) ?? []), at]);
  return {
    classOf: (at) => classes[at]!,
    members: (data) => members.get(data)!,
    starts: [...classes.keys()].filter((at) => space.fields.every(({ def }) => changes(def, at) || canStart(space, def, at))),
    needed: (at) => neededOf(table, space, formAt(at)),
  };
}

/** Typed there, or made of what is typed there: calculated, or fetched with a reference. */
function changesIn(def: FieldDef, table: TableDef, form: Form): boolean {
  if (isEditable(def, form)) return true;
  const sources = def.calc === undefined ? fetchers(def, table) : calcNamesOf(parseCalc(def.calc));
  return sources.some((name) => {
    const [own = '', column] = name.split('.');
    if (column) return (table.subtables ?? []).some((sub) => sub.table_name === own && isSubtableEditable(sub, form));
    const source = table.fields.find((field) => field.field_name === own);
    return source !== undefined && source !== def && changesIn(source, table, form);
  });
}

const fetchers = (def: FieldDef, table: TableDef): string[] =>
  table.fields
    .filter((field) => field.fetch && parseFetch(field.fetch)?.some((copy) => copy.target === def.field_name))
    .map((field) => field.field_name);

/** Examples that differ only in what can be changed here have one number. */
function classesOf(space: Space, changes: (def: FieldDef, at: number) => boolean): number[] {
  const parent = Array.from({ length: space.size }, (_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top] = parent[parent[top]!]!;
    return top;
  };
  for (let at = 0; at < space.size; at += 1) {
    for (const { def, values, stride } of space.fields) {
      const digit = Math.floor(at / stride) % values.length;
      const other = at - digit * stride;
      if (digit > 0 && (changes(def, at) || changes(def, other))) parent[root(at)] = root(other);
    }
  }
  return parent.map((_, at) => root(at));
}

function canStart(space: Space, def: FieldDef, at: number): boolean {
  const start = startsWith(def);
  return start === undefined || space.valueAt(at, def.field_name) === start;
}

/** What is typed there and must be, and what is calculated of it. */
function neededOf(table: TableDef, space: Space, form: Form): string[] {
  const must = (field: FieldDef) => isEditable(field, form) && isVisible(field, form) && isNeeded(field, form);
  return space.fields.flatMap(({ def }) => (must(def) || totalOf(table, def).some(must) ? [def.field_name] : []));
}
