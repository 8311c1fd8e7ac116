import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { CalcError, calcNamesOf } from '../calc/calc.ts';
import { parseCalc } from '../calc/calc-parse.ts';
import { subtableKey } from '../form/rows-name.ts';
import { type Assignment, assignmentsOf } from './assignments.ts';

type Table = Pick<TableDef, 'fields' | 'onload' | 'subtables'>;

/** A list of what follows: of a field that has another value, or of a sub-table (by its key) of whose rows some have. */
export interface List {
  field?: string;
  sub?: string;
  assignments: readonly Assignment[];
}

interface Plan {
  lists: readonly List[];
  targets: ReadonlySet<string>;
}

/** By the definition, as long as it lives: worked out once, and not with every key. */
const plans = new WeakMap<Table, Plan>();

/** The lists of a table in the order in which they run, and all that they write, `onload` too. */
export function planOf(table: Table): Plan {
  const known = plans.get(table);
  if (known) return known;
  const lists = ordered(table);
  const all = [...lists.flatMap(({ assignments }) => assignments), ...assignmentsOf(table.onload)];
  const plan = { lists, targets: new Set(all.map(({ target }) => target)) };
  plans.set(table, plan);
  return plan;
}

export const listsOf = (table: Table): readonly List[] => planOf(table).lists;

/**
 * Each list after those that write its field or what it reads, by way of what is calculated too, so that it does not matter which of several changed
 * first; else those of sub-tables first, and in the order of the definition: of two that write one field the later one counts. Throws CalcError
 * where there is no such order: they would change each other in a circle.
 */
function ordered(table: Table): readonly List[] {
  const all = listsIn(table);
  const needs = new Map(all.map((list) => [list, neededBy(table.fields, list)]));
  const found = new Set<List>();
  const visit = (list: List, path: readonly List[]): void => {
    if (found.has(list)) return;
    if (path.includes(list)) throw new CalcError([...path.slice(path.indexOf(list)), list].map(nameOf).join(' goes by '));
    for (const other of all)
      if (other !== list && other.assignments.some(({ target }) => needs.get(list)!.has(target))) visit(other, [...path, list]);
    found.add(list);
  };
  for (const list of all) visit(list, []);
  return [...found];
}

const listsIn = ({ fields, subtables = [] }: Table): readonly List[] => [
  ...subtables.flatMap((sub) => (sub.onchange === undefined ? [] : [{ sub: subtableKey(sub), assignments: assignmentsOf(sub.onchange) }])),
  ...fields.flatMap(({ field_name, onchange }) =>
    onchange === undefined ? [] : [{ field: field_name, assignments: assignmentsOf(onchange) }],
  ),
];

const nameOf = ({ field, sub }: List): string => field ?? sub!;

/** The field that a list is of, and those that it reads, also by what is calculated of them. */
function neededBy(fields: readonly FieldDef[], { field, assignments }: List): ReadonlySet<string> {
  const found = readClosely(
    fields,
    assignments.flatMap(({ reads }) => reads),
  );
  return field === undefined ? found : new Set([field, ...found]);
}

/** Names of expressions, and what those are calculated from. */
export function readClosely(fields: readonly FieldDef[], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const calc = fields.find(({ field_name }) => field_name === name)?.calc;
    if (calc !== undefined) for (const inner of calcNamesOf(parseCalc(calc))) look(inner);
  };
  for (const name of names) look(name);
  return found;
}
