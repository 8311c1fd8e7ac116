import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Calc, calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { hasZero, kept, type Range, type Read, rangeOf, typedRange } from './space/bounds.ts';

/** What a calculation may come to, as bits: a value, nothing, a failure (a division by zero), which no field keeps. */
type Outcome = number;
const VALUE = 1;
const NOTHING = 2;
const FAILED = 4;

/** What a calculation reads in the end: a field that is typed, or a sub-table, by its name. */
export type Source = string;
type Has = (source: Source) => boolean;

/** The definition of a sub-table's rows; undefined where it is not known. */
export type RowsOf = (table: string) => TableDef | undefined;

/** What a calculated field can come to where these of its sources are filled. */
export interface Filling {
  full: boolean;
  empty: boolean;
  /** the numbers between which its value lies */
  range: Range;
}

/**
 * Whether a calculated field can have a value, which, and whether it can be empty, where these of its sources are filled; `mayLack` says of
 * which of them that is not known for certain.
 */
export function fillings(table: TableDef, field: FieldDef, has: Has, { rows, mayLack = () => false }: Known = {}): Filling {
  const on: On = { table, has, mayLack, rows: rows ?? (() => undefined), path: [] };
  const outcome = outcomeOf(field, on);
  return { full: (outcome & VALUE) !== 0, empty: (outcome & NOTHING) !== 0, range: valuesOf(field, on) };
}

interface Known {
  rows?: RowsOf;
  mayLack?: Has;
}

interface On {
  table: TableDef;
  has: Has;
  mayLack: Has;
  rows: RowsOf;
  /** calculations that are being looked at: one that reads itself is told elsewhere */
  path: readonly FieldDef[];
}

/** The numbers that a calculated field has where it has one, rounded as it is kept. */
function valuesOf(field: FieldDef, on: On): Range {
  if (on.path.includes(field)) return kept(field);
  return kept(field, rangeOf(parseCalc(field.calc!), reading({ ...on, path: [...on.path, field] })));
}

const reading = (on: On): Read => ({
  range: (name) => {
    const field = on.table.fields.find((one) => one.field_name === name);
    return field?.calc === undefined ? field && typedRange(field) : valuesOf(field, on);
  },
  full: (name) => (ofName(name, on) & VALUE) !== 0,
  empty: (name) => (ofName(name, on) & ~VALUE) !== 0 || on.mayLack(name.split('.')[0]!),
  rows: on.rows,
});

/** An expression whose fields are all empty is empty, whatever it says. */
function outcomeOf(field: FieldDef, on: On): Outcome {
  if (on.path.includes(field)) return VALUE | NOTHING;
  const within = { ...on, path: [...on.path, field] };
  const calc = parseCalc(field.calc!);
  const names = calcNamesOf(calc);
  const read = names.map((name) => ofName(name, within));
  if (names.length && read.every((one) => one === NOTHING)) return NOTHING;
  const found = run(calc, within);
  const mayBeBlank = names.length > 0 && read.every((one) => one & NOTHING);
  return (found & VALUE) | (found & ~VALUE || mayBeBlank ? NOTHING : 0);
}

function ofName(name: string, on: On): Outcome {
  const [own = '', column] = name.split('.');
  if (column !== undefined) return on.has(own) ? VALUE : NOTHING;
  const field = on.table.fields.find((one) => one.field_name === name);
  if (field?.calc !== undefined) return outcomeOf(field, on);
  if (!field || isComputed(field)) return VALUE;
  return on.has(name) ? VALUE : NOTHING;
}

function run(calc: Calc, on: On): Outcome {
  switch (calc.kind) {
    case 'field':
      return ofName(calc.name, on);
    case 'minus':
      return number([run(calc.of, on)]);
    case 'binary': {
      const found = number([run(calc.left, on), run(calc.right, on)]);
      return calc.op === '/' && hasZero(rangeOf(calc.right, reading(on))) ? found | FAILED : found;
    }
    case 'call':
      return call(calc, on);
    default:
      return VALUE;
  }
}

/** Empty counts as 0; what failed stays failed. */
const number = (parts: readonly Outcome[]): Outcome => VALUE | (parts.some((one) => one & FAILED) ? FAILED : 0);

function call({ name, args }: Extract<Calc, { kind: 'call' }>, on: On): Outcome {
  const parts = args.map((one) => run(one, on));
  switch (name) {
    case 'if':
      return parts[1]! | parts[2]!;
    case 'days':
    case 'year':
    case 'month':
      return parts.every((one) => one === VALUE) ? VALUE : VALUE | NOTHING;
    // a day beyond those that a calendar has is none
    case 'adddays':
      return VALUE | NOTHING;
    case 'and':
    case 'or':
    case 'not':
    case 'empty':
      return VALUE;
    default:
      return number(parts);
  }
}

/** All that a calculated field reads, through the calculations that it reads. */
export function sourcesOf(table: TableDef, field: FieldDef, path: readonly FieldDef[] = []): Source[] {
  if (path.includes(field)) return [];
  const found = calcNamesOf(parseCalc(field.calc!)).flatMap((name): Source[] => {
    const [own = '', column] = name.split('.');
    const read = table.fields.find((one) => one.field_name === name);
    if (column !== undefined) return [own];
    if (read?.calc !== undefined) return sourcesOf(table, read, [...path, field]);
    return read && !isComputed(read) ? [name] : [];
  });
  return [...new Set(found)];
}

/** The calculated fields that it reads, through those that it reads. */
export function innerOf(table: TableDef, field: FieldDef, path: readonly FieldDef[] = []): FieldDef[] {
  if (path.includes(field)) return [];
  const read = calcNamesOf(parseCalc(field.calc!)).flatMap((name) => table.fields.find((one) => one.field_name === name) ?? []);
  return read.filter((one) => one.calc !== undefined).flatMap((one) => [one, ...innerOf(table, one, [...path, field])]);
}

/** Whether one of its sources is as good as another: it has a value as soon as one of them has. */
export const isSum = (table: TableDef, field: FieldDef): boolean =>
  [field, ...innerOf(table, field)].every(({ calc }) => isAdded(parseCalc(calc!)));

function isAdded(calc: Calc): boolean {
  if (calc.kind === 'minus') return isAdded(calc.of);
  if (calc.kind === 'binary')
    return isAdded(calc.left) && (calc.op === '/' ? isConstant(calc.right) : '+-*'.includes(calc.op) && isAdded(calc.right));
  if (calc.kind === 'call') return ['abs', 'round', 'min', 'max'].includes(calc.name) && calc.args.every(isAdded);
  return calc.kind === 'field' || calc.kind === 'rows' || calc.kind === 'number';
}
const isConstant = (calc: Calc): boolean => calc.kind === 'number' && Number(calc.text) !== 0;
