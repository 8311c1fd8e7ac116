import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalcType } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { CalcError, typeCalc } from './calc.ts';
import { calculate } from './calc-evaluate.ts';
import { orderCalc, recalculate } from './calc-order.ts';
import { parseCalc } from './calc-parse.ts';

const TODAY = '2026-11-21';
const NAMES: Record<string, CalcType> = {
  a: 'number',
  b: 'number',
  d: 'date',
  e: 'date',
  t: 'text',
  'fund.amount': 'number',
  'fund.id': 'number',
};
const values: Record<string, unknown> = { a: '10.10', b: '0.2', d: '2026-02-28', e: '2026-03-01', t: 'x' };
const rows = [{ amount: '0.1' }, { amount: '0.2' }, { amount: '' }];
const on = (of: Record<string, unknown> = values) => ({
  value: (name: string) => of[name],
  rows: (table: string) => (table === 'fund' ? rows.map((row) => (name: string) => row[name as 'amount']) : []),
  today: TODAY,
});
const calc = (text: string, of = values, rest: Partial<FieldDef> = {}) =>
  calculate(
    { uid: 'f', field_name: 'f', key_name: 'k', key_name_en: 'k', calc: text, data_type: 'numeric', length: '18,4', ...rest },
    on(of),
  );
const type = (text: string) => typeCalc(parseCalc(text), (name) => (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined));

describe('FORM-08 calc', () => {
  test.each([
    ['a+b', '10.3000'],
    ['a-b*2', '9.7000'],
    ['(a-b)*2', '19.8000'],
    ['-a+1', '-9.1000'],
    ['a/3', '3.3667'],
    ['round(a/3, 1)', '3.4000'],
    ['sum(fund.amount)', '0.3000'],
    ['count(fund)', '3.0000'],
    ['if(a>b, a, b)', '10.1000'],
    ['if(and(a>=10.1, not(b=0)), 1, 2)', '1.0000'],
    ['days(d, e)', '1.0000'],
    ['year(d)*100+month(e)', '202603.0000'],
    ['max(a, b, 99)', '99.0000'],
    ['abs(b-a)', '9.9000'],
    ['a/(b-0.2)', null],
    ['if(empty(t), 1, 2)', '2.0000'],
  ])('%s = %s', (text, expected) => expect(calc(text)).toBe(expected));

  test('half up, 2 decimals where the field has no length, exact to the last digit', () => {
    expect(calc('a*b', { a: '0.05', b: '0.1' }, { length: undefined })).toBe('0.01');
    expect(calc('a*b', { a: '-0.05', b: '0.1' }, { length: undefined })).toBe('-0.01');
    expect(calc('a+b', { a: '999999999999.999999', b: '0.000001' }, { length: '18,6' })).toBe('1000000000000.000000');
    expect(calc('a+b', { a: '99999999999.999998', b: '0.000001' }, { length: '18,6' })).toBe('99999999999.999999');
  });
  test('a result beyond its digits is never empty: what is calculated from it is right, whatever its length', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 18n });
    fc.assert(
      fc.property(
        digits,
        digits,
        fc.integer({ min: 1, max: 18 }),
        fc.constantFrom('int' as const, 'numeric' as const),
        (a, b, length, data_type) => {
          const amount = calc('a*b', { a: String(a), b: String(b) }, { data_type, length: `${length},0` });
          expect(String(amount)).toBe(String(a * b));
          expect(calc('a', { a: amount }, { length: '38,0' })).toBe(String(a * b));
        },
      ),
    );
    const huge = `1${'0'.repeat(99)}`;
    expect(calc('a*a*a*a', { a: huge }, { length: '38,0' })).toBe(`1${'0'.repeat(100)}`);
    expect(calc('0-a*a', { a: huge }, { data_type: 'int' })).toBe(`-1${'0'.repeat(100)}`);
  });
  test('an empty number counts as 0; all empty is empty; days and texts come through', () => {
    expect(calc('a+b', { a: '', b: '2' })).toBe('2.0000');
    expect(calc('a+b', { a: '', b: null })).toBeNull();
    expect(calc('adddays(d, 1)', values, { data_type: 'date' })).toBe('2026-03-01');
    expect(calc("if(a>1, 'big', 'small')", values, { data_type: 'text' })).toBe('big');
    expect(calc('a', { a: '7.5' }, { data_type: 'int' })).toBe(8);
  });
  test('calculated fields read each other in order; a circle is refused', () => {
    const field = (field_name: string, calc: string): FieldDef => ({
      uid: field_name,
      field_name,
      key_name: 'k',
      key_name_en: 'k',
      data_type: 'numeric',
      calc,
    });
    expect(recalculate([field('y', 'x*2'), field('x', 'a+1')], on())).toEqual({ x: '11.10', y: '22.20' });
    expect(() => orderCalc([field('x', 'y'), field('y', 'x')])).toThrow('x needs y needs x');
  });
  test('types are told before anything runs', () => {
    expect([type('a>b'), type('days(d,e)'), type('adddays({today},1)'), type("if(a>1,'x',t)")]).toEqual(['flag', 'number', 'date', 'text']);
    for (const wrong of [
      'a+d',
      'a>d',
      'if(a,1,2)',
      "if(a>1,1,'x')",
      'abs(d)',
      'abs(a,b)',
      'zzz',
      'sum(fund.zzz)',
      'count(zzz)',
      '-d',
      'and(a>1)',
    ])
      expect(() => type(wrong), wrong).toThrow(CalcError);
  });
  test.each([
    ['process.exit()'],
    ['while(1)'],
    ['a;b'],
    ['constructor'],
    ['constructor(1)'],
    ['__proto__.x'],
    ['toString()'],
    ['a['],
    ['1e5'],
    ['0x10'],
    ['`a`'],
    ['a=>b'],
    [`${'('.repeat(400)}1${')'.repeat(400)}`],
    ['('.repeat(10_000)],
    ['-'.repeat(999)],
    ['abs('.repeat(240)],
  ])('A11 %# is no expression', (text) => expect(() => type(text)).toThrow(CalcError));

  test('A11 any text either is an expression or refused as one', () => {
    const mark = fc.constantFrom(...['a', 'b', '1', '+', '*', '(', ')', ',', 'sum', 'if', '.', '=', '{today}', "'", ' ', 'é', '\0', '$']);
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 30 }), (marks) => {
        try {
          calc(marks.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(CalcError);
        }
      }),
    );
  });
});
