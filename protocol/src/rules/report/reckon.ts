import { Decimal } from '#protocol/fields/decimal.ts';
import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { type Calc, calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';

/** More than nothing of nothing that was planned. */
export const OFF = 'off';
export type Reckoned = Decimal | null | typeof OFF;

/** Decimals that a quotient keeps, half away from zero. */
const KEPT = 10;

/** Only figures, numbers, + - * / and brackets: of these an empty part makes the whole empty, and a part of nothing is said. */
export const isPlain = (calc: Calc): boolean => {
  if (calc.kind === 'number' || calc.kind === 'field') return true;
  if (calc.kind === 'minus') return isPlain(calc.of);
  return calc.kind === 'binary' && '+-*/'.includes(calc.op) && isPlain(calc.left) && isPlain(calc.right);
};

/** The figures that a figure is made of. */
export const partsOf = ({ calc, share, run }: Pick<ReportMeasureDef, 'calc' | 'share' | 'run'>): readonly string[] =>
  calc === undefined ? [share ?? run ?? []].flat() : calcNamesOf(parseCalc(calc));

/** What an expression over figures comes to. Nothing of nothing is empty, more of nothing is off plan, never infinite. */
export function reckon(text: string, figure: (name: string) => Reckoned): Reckoned {
  const calc = parseCalc(text);
  const result = run(calc, figure);
  return result instanceof Decimal && divides(calc) ? result.toDecimalPlaces(KEPT) : result;
}

function run(calc: Calc, figure: (name: string) => Reckoned): Reckoned {
  switch (calc.kind) {
    case 'number':
      return new Decimal(calc.text);
    case 'field':
      return figure(calc.name);
    case 'minus':
      return together([run(calc.of, figure)], ([of]) => of!.neg());
    case 'binary':
      return together([run(calc.left, figure), run(calc.right, figure)], ([a, b]) => OPS[calc.op as keyof typeof OPS](a!, b!));
    default:
      return null;
  }
}

function together(parts: readonly Reckoned[], work: (all: readonly Decimal[]) => Reckoned): Reckoned {
  if (parts.includes(null)) return null;
  return parts.includes(OFF) ? OFF : work(parts as readonly Decimal[]);
}

const OPS = {
  '+': (a: Decimal, b: Decimal): Reckoned => a.plus(b),
  '-': (a: Decimal, b: Decimal): Reckoned => a.minus(b),
  '*': (a: Decimal, b: Decimal): Reckoned => a.times(b),
  '/': (a: Decimal, b: Decimal): Reckoned => (b.isZero() ? (a.gt(0) ? OFF : null) : a.div(b)),
};

function divides(calc: Calc): boolean {
  if (calc.kind === 'minus') return divides(calc.of);
  return calc.kind === 'binary' && (calc.op === '/' || divides(calc.left) || divides(calc.right));
}

/** A figure as it is written: never -0, never with an exponent. */
export const written = (value: Decimal): string => (value.isZero() ? value.abs() : value).toFixed();
