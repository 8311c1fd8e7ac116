import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldSpec } from '../kind.ts';
import { location } from '../location.ts';
import { HOSTILE_MARKUP } from '../page/testing-payloads.ts';
import { withoutMarks } from '../writing.ts';
import { readPlace } from './read-place.ts';

const field: FieldSpec = { def: { uid: 'u', field_name: 'f', key_name: '位置', key_name_en: 'Place', data_type: 'location' } };
const parse = (input: unknown, length?: number) => {
  const parsed = location.parse(input, length ? { def: { ...field.def, length } } : field);
  return parsed.fault ? `${parsed.fault.code} ${parsed.fault.text}` : parsed.value;
};

describe('FIELD-06 a place is kept as lng,lat,address', () => {
  test.each([
    ['120.15507,30.274085,钱江路 1 号', '120.15507,30.274085,钱江路 1 号'],
    [' 120.150 , 030.0 ,  钱江路 1 号, 东门 ', '120.15,30,钱江路 1 号, 东门'],
    ['-180,-90,a', '-180,-90,a'],
    ['+180.000000,90.0000000,a', '180,90,a'],
    ['-0,0.000001,a', '0,0.000001,a'],
    ['', null],
    ['  ', null],
    ['180.000001,0,a', '317 placeRange'],
    ['-180.000001,0,a', '317 placeRange'],
    ['0,90.000001,a', '317 placeRange'],
    ['0,-91,a', '317 placeRange'],
    ['120.1550701,30,a', '317 placeDegrees'],
    ['120,30.1234567,a', '317 placeDegrees'],
    ['1e2,30,a', '317 placeDegrees'],
    ['120,0x1e,a', '317 placeDegrees'],
    ['１２０,30,a', '317 placeDegrees'],
    ['NaN,30,a', '317 placeDegrees'],
    ['120,30,', '317 placeParts'],
    ['120,30', '317 placeParts'],
    [',,钱江路', '317 placeParts'],
    ['120,,钱江路', '317 placeParts'],
    ['钱江路 1 号', '317 placeParts'],
    ['120,30,a\nb', '317 fieldFormat'],
    [120, '317 fieldFormat'],
    [['120', '30', 'a'], '317 fieldFormat'],
  ])('%j', (input, kept) => expect(parse(input)).toBe(kept));

  test('its length counts all of it, and what is told is what the address may have', () => {
    expect(parse('1,2,12345', 9)).toBe('1,2,12345');
    expect(parse('1,2,123456', 9)).toBe('316 fieldTooLong');
    expect(location.parse('1,2,👍👍👍', { def: { ...field.def, length: 6 } }).fault?.data.limit).toBe(2);
    expect(parse(`1,2,${'x'.repeat(10_000)}`)).toBe('316 fieldTooLong');
  });

  test('D6 whatever an address holds is its text; no markup makes a number', () => {
    for (const markup of [...HOSTILE_MARKUP, '<svg onload=hit()>'].filter((one) => one.length < 150 && !/\n/.test(one))) {
      const kept = parse(`1,2,${markup}`);
      if (String(kept).startsWith('31')) continue;
      const text = withoutMarks(markup).trim();
      expect(kept).toBe(`1,2,${text}`);
      expect(location.show(kept, field, 'en_US')).toBe(`${text} (1, 2)`);
    }
    expect(parse('1,<svg onload=hit()>,a')).toBe('317 placeDegrees');
    expect(parse('1,2,<svg onload=hit()>')).toBe('1,2,<svg onload=hit()>');
  });

  test('every pair of degrees within bounds is kept to the sixth decimal, and read back from how it is shown', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((units) => units / 1e6);
    fc.assert(
      fc.property(degrees(180), degrees(90), (lng, lat) => {
        const kept = parse(`${lng.toFixed(6)},${lat.toFixed(6)},a`);
        expect(String(kept).split(',').slice(0, 2).map(Number)).toEqual([lng + 0, lat + 0]);
        expect(parse(kept)).toBe(kept);
      }),
    );
  });
});

describe('FIELD-06 a place is pasted as one, as maps and people write it', () => {
  test.each([
    ['120.15507,30.274085,钱江路 1 号', '120.15507,30.274085,钱江路 1 号'],
    ['120.15507，30.274085，钱江路 1 号，东门', '120.15507,30.274085,钱江路 1 号,东门'],
    ['120,30,钱江路', '120,30,钱江路'],
    ['30.274085, 120.155070', '120.15507,30.274085,'],
    ['31.230416123456, 121.473701456789', '121.473701,31.230416,'],
    ['30.27°N, 120.15°E', '120.15,30.27,'],
    ['S33.86 E151.21 Sydney', '151.21,-33.86,Sydney'],
    ['东经120.15，北纬30.27', '120.15,30.27,'],
    ['120.15 30.27', '120.15,30.27,'],
    ['江干区钱江路 1 号 (120.15507, 30.274085)', '120.15507,30.274085,江干区钱江路 1 号'],
    ['江干区钱江路 1 号，120.15507,30.274085', '120.15507,30.274085,江干区钱江路 1 号'],
    ['钱江路 1 号', null],
    ['12 34 Main Street', null],
    ['Building 5, 12, 14', null],
    ['120.15', null],
    ['', null],
    [`1.5,2.5,${'x'.repeat(400)}`, null],
  ])('%j', (typed, read) => expect(readPlace(typed)).toBe(read));

  test('what is kept is read as itself, and so is how it is shown', () => {
    for (const kept of ['1,2,a,b', '-120.5,-30.25,Avenida 9']) expect(readPlace(kept)).toBe(kept);
    expect(readPlace(location.show('-120.5,-30.25,Avenida 9', field, 'en_US'))).toBe('-120.5,-30.25,Avenida 9');
  });

  test('A16 reading takes no longer for what is made to hold it up', () => {
    const started = performance.now();
    for (const text of ['1 '.repeat(200), ','.repeat(400), '(1.1 '.repeat(80), `${'a,'.repeat(190)}1.1 2`]) readPlace(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
