import type { CalcType } from '#protocol/meta/data-types.ts';
import { madeOnce } from '../once.ts';

/**
 * The language of `calc` (FORM-08): numbers, 'texts', fields, `+ - * /`, brackets, `= != > >= < <=`, `{today}` and the functions
 * of FUNCTIONS; `sum(table.field)` and `count(table)` read a sub-table. Parsed in one pass, typed against the definition, run by
 * the same code in the browser and on the server; nothing in it can call, loop or reach out (A11).
 */
export type Calc =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'today' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'rows'; readonly of: 'sum' | 'count'; readonly table: string; readonly field: string }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Calc; readonly right: Calc }
  | { readonly kind: 'minus'; readonly of: Calc }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Calc[] };

export type BinaryOp = '+' | '-' | '*' | '/' | '=' | '!=' | '>' | '>=' | '<' | '<=';

/** Argument types of each function and what it gives; `…` in `more` repeats the last one, `same` is the type of the second argument. */
export const FUNCTIONS = {
  abs: { args: ['number'], gives: 'number' },
  round: { args: ['number', 'number'], gives: 'number' },
  min: { args: ['number', 'number'], more: true, gives: 'number' },
  max: { args: ['number', 'number'], more: true, gives: 'number' },
  if: { args: ['flag', 'any', 'same'], gives: 'same' },
  and: { args: ['flag', 'flag'], more: true, gives: 'flag' },
  or: { args: ['flag', 'flag'], more: true, gives: 'flag' },
  not: { args: ['flag'], gives: 'flag' },
  empty: { args: ['any'], gives: 'flag' },
  days: { args: ['date', 'date'], gives: 'number' },
  adddays: { args: ['date', 'number'], gives: 'date' },
  year: { args: ['date'], gives: 'number' },
  month: { args: ['date'], gives: 'number' },
} as const satisfies Record<string, { args: readonly string[]; more?: true; gives: CalcType | 'same' }>;
export type FunctionName = keyof typeof FUNCTIONS;

/** What is wrong with an expression: an error of the definition at load, 317 in a request. */
export class CalcError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CalcError';
  }
}

/** The type of a field, or of `table.field` of a sub-table; undefined for unknown names. */
export type CalcNames = (name: string) => CalcType | undefined;

/** The type of an expression; throws CalcError for unknown names and for types that do not go together. */
export function typeCalc(calc: Calc, names: CalcNames): CalcType {
  switch (calc.kind) {
    case 'number':
      return 'number';
    case 'text':
      return 'text';
    case 'today':
      return 'date';
    case 'field':
      return names(calc.name) ?? fail(`unknown field ${calc.name}`);
    case 'rows':
      return typeRows(calc, names);
    case 'minus':
      return typeCalc(calc.of, names) === 'number' ? 'number' : fail('- needs a number');
    case 'binary':
      return typeBinary(calc.op, typeCalc(calc.left, names), typeCalc(calc.right, names));
    case 'call':
      return typeCall(
        calc.name,
        calc.args.map((arg) => typeCalc(arg, names)),
      );
  }
}

const fail = (message: string): never => {
  throw new CalcError(message);
};

function typeRows(calc: Extract<Calc, { kind: 'rows' }>, names: CalcNames): CalcType {
  const known = names(calc.of === 'count' ? `${calc.table}.id` : `${calc.table}.${calc.field}`);
  return known === 'number' ? 'number' : fail(`unknown sub-table field ${calc.table}.${calc.field}`);
}

function typeBinary(op: BinaryOp, left: CalcType, right: CalcType): CalcType {
  if ('+-*/'.includes(op)) return left === 'number' && right === 'number' ? 'number' : fail(`${op} needs numbers`);
  return left === right && left !== 'flag' ? 'flag' : fail(`${op} compares values of one type`);
}

function typeCall(name: FunctionName, types: readonly CalcType[]): CalcType {
  const shape: { args: readonly string[]; more?: true; gives: CalcType | 'same' } = FUNCTIONS[name];
  if (types.length < shape.args.length || (types.length > shape.args.length && !shape.more)) fail(`${name}: wrong number of arguments`);
  for (const [at, type] of types.entries()) {
    const wanted = shape.args[Math.min(at, shape.args.length - 1)]!;
    if (wanted !== 'any' && type !== (wanted === 'same' ? types[1] : wanted)) fail(`${name}: argument ${at + 1} is a ${type}`);
  }
  return shape.gives === 'same' ? types[1]! : shape.gives;
}

/** The names an expression reads: fields, and `table.field` of sub-tables. */
export const calcNamesOf = (calc: Calc): readonly string[] => namesOnce(calc);

const namesOnce = madeOnce(namesIn);

function namesIn(calc: Calc): string[] {
  if (calc.kind === 'field') return [calc.name];
  if (calc.kind === 'rows') return [`${calc.table}.${calc.field}`];
  if (calc.kind === 'minus') return namesIn(calc.of);
  if (calc.kind === 'binary') return [...namesIn(calc.left), ...namesIn(calc.right)];
  return calc.kind === 'call' ? calc.args.flatMap(namesIn) : [];
}
