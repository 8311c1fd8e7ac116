import { expect, it, test } from 'vitest';
import { decimalsAmong, decimalsOf, figureOf, lackingTo, placesIn, withUnit, writeFigure } from './figure.ts';

test.each([
  ['of a whole number none', { data_type: 'int' as const, format: '2' }, 0],
  ['those of the format', { data_type: 'numeric' as const, format: '1', length: '18,6' }, 1],
  ['else those that are kept', { data_type: 'numeric' as const, length: '12.3' }, 3],
  ['none where none is kept', { data_type: 'numeric' as const, length: '12' }, 0],
  ['a format that is no count does not say', { data_type: 'numeric' as const, format: '0.00', length: '8,4' }, 4],
  ['2 of a calculation without a length', { data_type: 'numeric' as const, calc: '1/3' }, 2],
  ['those of an amount where nothing is said', { data_type: 'numeric' as const }, 6],
])('FIELD-02 decimals shown: %s', (_, def, decimals) => {
  expect(decimalsOf(def)).toBe(decimals);
});

test.each([
  ['万元', '1,200.00\u00a0万元', '−1,200.00\u00a0万元'],
  ['CNY 10,000', '1,200.00\u00a0× CNY\u00a010,000', '−1,200.00\u00a0× CNY\u00a010,000'],
  ['¥10,000', '1,200.00\u00a0× ¥10,000', '−1,200.00\u00a0× ¥10,000'],
  ['10,000 t', '1,200.00\u00a0× 10,000\u00a0t', '−1,200.00\u00a0× 10,000\u00a0t'],
  ['CNY', '1,200.00\u00a0CNY', '−1,200.00\u00a0CNY'],
  ['US$', 'US$1,200.00', '−US$1,200.00'],
  ['MW', '1,200.00\u00a0MW', '−1,200.00\u00a0MW'],
  ['m2', '1,200.00\u00a0m2', '−1,200.00\u00a0m2'],
  ['%', '1,200.00%', '−1,200.00%'],
  ['', '1,200.00', '−1,200.00'],
])('CAPEX-08 a figure in %s cannot be read twice, and ends no line without its unit', (unit, shown, below) => {
  expect([withUnit(writeFigure('1200', 2), unit), withUnit(writeFigure('-1200', 2), unit)]).toEqual([shown, below]);
});

test('nothing has no unit', () => {
  expect(withUnit(writeFigure(null, 2), 'CNY 10,000')).toBe('');
});

test('a figure as long as anybody may send is written at once', () => {
  expect(writeFigure('9'.repeat(20_000), 0).length).toBe(26_666);
});

test.each([
  ['1.2300', 2],
  ['100', 0],
  ['100.00', 0],
  ['0.5', 1],
  ['-0.050', 2],
])('%s has %i places', (decimal, places) => expect(placesIn(decimal)).toBe(places));

test.each([
  ['an amount beyond its format is read as it is stored, not rounded', {}, '999.996', '999.996'],
  ['zeros beyond it are none', {}, '1000.000000', '1,000.00'],
  ['a calculated one too: it is compared as it is stored', { calc: 'sum(fund.price)' }, '4999.996000', '4,999.996'],
  ['what is missing of it is no rounder than it is', { calc: 'price-sum(fund.price)' }, '0.125000', '0.125'],
  ['one that shall have fewer says so by its length, and is stored so', { calc: 'a/b', length: '18,2' }, '33.33', '33.33'],
  ['nothing stays nothing', {}, null, ''],
])('FIELD-02 CAPEX-08 %s', (_, rest, value, shown) => {
  expect(figureOf(value, { data_type: 'numeric', length: '18,6', format: '2', ...rest })).toBe(shown);
});

it('LIST-05 PAGES-07 figures stand point below point: what one lacks behind its point is drawn and not seen', () => {
  const figures = ['1,200.00', '−3.125', '7', '4,999.9960', ''];
  expect(decimalsAmong(figures)).toBe(4);
  expect(figures.map((text) => lackingTo(text, 4))).toEqual(['00', '0', '.0000', undefined, undefined]);
  expect(['1,200.00 万元', '53.6%', '—'].map((text) => lackingTo(text, 4))).toEqual([undefined, undefined, undefined]);
  expect([decimalsAmong(['1.00', '2.50', '—']), decimalsAmong(['12', '5']), decimalsAmong([])]).toEqual([undefined, undefined, undefined]);
});
