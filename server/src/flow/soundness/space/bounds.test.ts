import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Decimal } from '#protocol/fields/decimal.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import { fillings } from '../outcome.ts';

const NAMES = ['a', 'b', 'c'] as const;
const bounds = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 4 })).map(([min, width]) => ({ min, max: min + width }));
const number = fc.constantFrom('0', '1', '2', '0.5', '3', '0.07');

const expression: fc.Arbitrary<string> = fc.letrec<{ calc: string }>((tie) => ({
  calc: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...NAMES),
    number,
    fc.tuple(tie('calc'), fc.constantFrom('+', '-', '*', '/'), tie('calc')).map(([one, op, other]) => `(${one}${op}${other})`),
    fc.tuple(fc.constantFrom('min', 'max'), tie('calc'), tie('calc')).map(([name, one, other]) => `${name}(${one},${other})`),
    tie('calc').map((one) => `abs(${one})`),
    tie('calc').map((one) => `(0-${one})`),
    fc.tuple(tie('calc'), fc.constantFrom('0', '1', '2', 'a')).map(([one, places]) => `round(${one},${places})`),
    fc.tuple(tie('calc'), tie('calc'), tie('calc')).map(([one, yes, no]) => `if(${one}>1,${yes},${no})`),
  ),
})).calc;

it('FLOW-01 a calculated value lies between what is told of it, and is told to be empty where it is', () => {
  fc.assert(
    fc.property(
      fc.record({
        bounds: fc.array(bounds, { minLength: 3, maxLength: 3 }),
        inner: expression,
        calc: expression,
        whole: fc.boolean(),
        through: fc.boolean(),
      }),
      fc.array(fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }), { minLength: 3, maxLength: 3 }), {
        minLength: 8,
        maxLength: 8,
      }),
      ({ bounds, inner, calc, whole, through }, places) => {
        const typed = NAMES.map((name, at): FieldDef => testField(name, { data_type: 'numeric', length: '8,2', ...bounds[at]! }));
        const once = testField('once', { data_type: 'numeric', length: '20,2', calc: inner });
        const total = testField('total', {
          data_type: whole ? 'int' : 'numeric',
          ...(whole ? {} : { length: '20,2' }),
          calc: through ? `once+${calc}` : calc,
        });
        const fields = [...typed, once, total];
        const table = testTable('t', { fields });
        for (const place of places) {
          const values: Record<string, string | null> = Object.fromEntries(
            place.map((one, at) => {
              const { min, max } = bounds[at]!;
              return [NAMES[at]!, one === null ? null : new Decimal(min + (max - min) * one).toDecimalPlaces(2).toFixed(2)];
            }),
          );
          const found = recalculate(fields, { value: (name) => values[name], rows: () => [], today: '2026-01-01' }).total;
          const { full, empty, range } = fillings(table, total, (name) => values[name] !== null);
          if (found === null || found === '') expect({ calc: total.calc, inner, values, empty }).toMatchObject({ empty: true });
          else {
            const value = new Decimal(String(found));
            if (value.abs().gte('1e15')) continue;
            const inside = full && value.gte(range.low) && value.lte(range.high);
            expect({ inside, calc: total.calc, inner, values, found, range: `${range.low} ${range.high}` }).toMatchObject({ inside: true });
          }
        }
      },
    ),
    { numRuns: 3000, seed: 20261122 },
  );
});

it('FLOW-01 it is told no wider than it is: each end is reached', () => {
  const of = (calc: string, has: readonly string[] = ['a', 'b']) => {
    const fields = [
      testField('a', { data_type: 'int', min: 2, max: 4 }),
      testField('b', { data_type: 'int', min: -1, max: 3 }),
      testField('total', { data_type: 'numeric', length: '12,2', calc }),
    ];
    const { low, high } = fillings(testTable('t', { fields }), fields[2]!, (name) => has.includes(name)).range;
    return `${low} ${high}`;
  };
  expect(of('a+b')).toBe('1 7');
  expect(of('a-b')).toBe('-1 5');
  expect(of('a*b')).toBe('-4 12');
  expect(of('a/3')).toBe('0.67 1.33');
  expect(of('b/a')).toBe('-0.5 1.5');
  expect(of('abs(b)')).toBe('0 3');
  expect(of('abs(0-a)')).toBe('2 4');
  expect(of('min(a,b)')).toBe('-1 3');
  expect(of('max(a,b)')).toBe('2 4');
  expect(of('round(a/3,0)')).toBe('1 1');
  expect(of('if(b>1,a,10)')).toBe('2 10');
  expect(of('a+b', ['a'])).toBe('2 4');
  expect(of('month({today})')).toBe('0 12');
  expect(of('1/b').split(' ')[1]).toBe('9999999999.99');
  expect(of('1/(b+1)')).toBe('0 9999999999.99');
});
