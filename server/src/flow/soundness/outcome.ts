import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Calc, calcNamesOf } from '#protocol/rules/calc.ts';
import { parseCalc } from '#protocol/rules/calc-parse.ts';
import { isComputed } from '#protocol/rules/form.ts';

/** What a calculation may come to, as bits: a value, nothing, a failure (a division by zero), which no field keeps. */
type Outcome = number;
const VALUE = 1;
const NOTHING = 2;
const FAILED = 4;

/** What a calculation reads in the end: a field that is typed, or a sub-table, by its name. */
export type Source = string;
type Has = (source: Source) => boolean;

/** Whether a calculated field can have a value, and can be empty, where these of its sources are filled. */
export function fillings(table: TableDef, field: FieldDef, has: Has): { full: boolean; empty: boolean } {
  const outcome = outcomeOf(field, { table, has, path: [] });
  return { full: (outcome & VALUE) !== 0, empty: (outcome & NOTHING) !== 0 };
}

interface On {
  table: TableDef;
  has: Has;
  /** calculations that are being looked at: one that reads itself is told elsewhere */
  path: readonly FieldDef[];
}

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
      return calc.op === '/' && !isNeverZero(calc.right, on) ? found | FAILED : found;
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

/** A number that is written there and is not 0, or a filled field whose bounds leave 0 out. */
function isNeverZero(calc: Calc, on: On): boolean {
  if (calc.kind === 'number') return Number(calc.text) !== 0;
  if (calc.kind !== 'field' || run(calc, on) !== VALUE) return false;
  const { min, max, calc: of } = on.table.fields.find(({ field_name }) => field_name === calc.name) ?? {};
  return of === undefined && (Number(min ?? 0) > 0 || Number(max ?? 0) < 0);
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
