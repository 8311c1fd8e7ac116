import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATA_TYPES } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { fieldKind, isSupported, typedValue } from './fields.ts';
import type { FieldSpec } from './kind.ts';

const spec = (data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldSpec => ({
  def: { uid: 'u', field_name: 'f', key_name: '字段', key_name_en: 'Field', data_type, ...rest },
});
const AMOUNT = { length: '18,6', format: '2', unit: '万元', unit_en: 'CNY 10,000' } as const;
const amount = (typed: string, rest: Partial<FieldDef> = AMOUNT) => typedValue(spec('numeric', rest), typed);

describe('FORM-07 FIELD-02 a number as people write it', () => {
  test.each([
    ['1200', '1200.000000'],
    ['1,200.00', '1200.000000'],
    ['１２００', '1200.000000'],
    ['１，２００．５０', '1200.500000'],
    ['12。5', '12.500000'],
    ['－12', '-12.000000'],
    ['−12', '-12.000000'],
    ['(1,200.00)', '-1200.000000'],
    ['（1,200.00）', '-1200.000000'],
    ['¥1,200.00', '1200.000000'],
    ['￥ 1,200.00', '1200.000000'],
    [' ¥ 1,200.00 ', '1200.000000'],
    ['-¥1,200', '-1200.000000'],
    ['¥-1,200', '-1200.000000'],
    ['¥ (1,200.00)', '-1200.000000'],
    ['RMB 1200', '1200.000000'],
    ['1200 CNY', '1200.000000'],
    ['1\u00a0200\u202f000', '1200000.000000'],
    ["1'200.5", '1200.500000'],
    ['\u200e1200\ufeff', '1200.000000'],
    ["-12'345'678.9", '-12345678.900000'],
    ['999,999,999,999', '999999999999.000000'],
    ['.5', '0.500000'],
    ['5.', '5.000000'],
    ['+5', '5.000000'],
    ['007', '7.000000'],
    ['-0', '0.000000'],
  ])('%j is %s', (typed, value) => expect(amount(typed)).toBe(value));

  test.each([
    ['1200万', '1200.000000'],
    ['1200万元', '1200.000000'],
    ['1,200 万元', '1200.000000'],
    ['1200 CNY 10,000', '1200.000000'],
    ['1,200.00 × CNY 10,000', '1200.000000'],
    ['1,200.00\u00a0× CNY\u00a010,000', '1200.000000'],
    ['1,200.00\u00a0万元', '1200.000000'],
    ['−1,200.00 × cny 10,000', '-1200.000000'],
    ['CNY 1200万', '1200.000000'],
    ['1.2亿', '12000.000000'],
    ['1.2亿元', '12000.000000'],
    ['500元', '0.050000'],
    ['-３千万', '-3000.000000'],
    ['(12百万)', '-1200.000000'],
  ])('%j of an amount in 万元 is %s', (typed, value) => expect(amount(typed)).toBe(value));
  test('CAPEX-08 an amount counts in the money of its record, and where that is not known in none', () => {
    const typed = (text: string, unit?: FieldSpec['unit']) =>
      typedValue({ ...spec('numeric', { length: '18,2', money: 1 }), ...(unit ? { unit } : {}) }, text);
    const DOLLARS = { zh_CN: '万美元', en_US: '$10,000' };
    expect(typed('1200万', DOLLARS)).toBe('1200.00');
    expect(typed('$1,200.5', DOLLARS)).toBe('1200.50');
    expect(typed('1200 $10,000', DOLLARS)).toBe('1200.00');
    expect(typed('1200万元', DOLLARS)).toBe('1200万元');
    expect(typed('1,200.5')).toBe('1200.50');
    expect(typed('1200万')).toBe('1200万');
    expect(typed('1200元')).toBe('1200元');
  });
  test('a word of size counts in the unit of its own field', () => {
    expect(amount('1200万', { unit: '元', length: '18,2' })).toBe('12000000.00');
    expect(amount('3万', { length: '18,2' })).toBe('30000.00');
    expect(amount('1200万美元', { unit: '万美元', length: '18,2' })).toBe('1200.00');
    expect(amount('$1,200.5', { unit: '万美元', length: '18,2' })).toBe('1200.50');
    expect(amount('5千瓦', { unit: '万千瓦', length: '18,4' })).toBe('0.0005');
    expect(amount('12.5％', { unit: '%', length: '8,4' })).toBe('12.5000');
    expect(amount('3 years', { unit: '年', unit_en: 'years', length: '6,2' })).toBe('3.00');
    expect(amount('2亿', { unit: '万', length: '18,2' })).toBe('20000.00');
  });

  test.each([
    ...[
      'abc',
      '-',
      '',
      '1,20',
      '1.200,50',
      '12 34',
      '1..2',
      '1.2.3',
      '1e5',
      '0x10',
      '5²',
      '½',
      '一千二百',
      '1200万美元',
      '$1,200',
      'US$5',
      '12%',
    ],
    // a digit too many or too few, two separators, a comma that may be a point: what was meant is asked
    ...['1,2005.00', '1,2345', '1,2345,6789', '1,200,5000', '1200,000', '1,200 000', "1'200,000", '0,200', '00,200', '1  200', '(1,2345)'],
    ...['.', '¥.', '¥1,2005', '1,2345万', '1,20,000', '12,34,567', '1,200,00'],
    ...['--5', '(-5)', '1200年', '1200亿亿', ',5', '1,200,', 'NaN', 'Infinity', '１２あ', `1${'0'.repeat(80)}`, '1.2345678'],
  ])('%j is kept as it was typed', (typed) => expect(amount(typed)).toBe(typed));
  test('another writing is never another number', () => {
    const plain = fc.tuple(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), fc.integer({ min: 0, max: 999_999 }));
    const wide = (text: string) => text.replace(/[0-9.,-]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    const writings = fc.constantFrom<(sign: string, whole: string, rest: string) => string>(
      (sign, whole, rest) => `${sign}${whole}.${rest}`,
      (sign, whole, rest) => wide(`${sign}${whole}.${rest}`),
      (sign, whole, rest) => `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`,
      (sign, whole, rest) => `${sign} ¥ ${whole.replace(/\B(?=(\d{3})+$)/g, ' ')}.${rest} 万元`,
      (sign, whole, rest) => (sign ? `(${whole}.${rest})` : `+${whole}.${rest}`),
      (sign, whole, rest) => `${sign ? '−' : ''}${whole}。${rest}万`,
    );
    fc.assert(
      fc.property(plain, writings, ([number, millionths], write) => {
        const whole = String(Math.abs(number));
        const rest = String(millionths).padStart(6, '0');
        const isZero = number === 0 && millionths === 0;
        const sign = number < 0 && !isZero ? '-' : '';
        expect(amount(write(sign, whole, rest))).toBe(`${sign}${whole}.${rest}`);
      }),
    );
  });
  test('FORM-07 a whole number pasted with decimals of nothing is taken; others are kept to be told', () => {
    const whole = (typed: string) => typedValue(spec('int', { unit: '人' }), typed);
    expect(['12.00', '007', '1,200人', '３万'].map(whole)).toEqual(['12', '7', '1200', '30000']);
    expect(['12.5', 'x', '-0', '1,2005人'].map(whole)).toEqual(['12.5', 'x', '0', '1,2005人']);
  });
});

describe('FIELD-03 days and times as people write them', () => {
  test.each([
    ...[
      '2027-01-05',
      '2027-1-5',
      '2027/1/5',
      '2027/01/05',
      '2027.1.5',
      '2027。1。5',
      '2027年1月5日',
      '2027年1月5号',
      '2027 年 1 月 5 日',
      '20270105',
    ],
    ...[
      '２０２７－０１－０５',
      '２０２７／１／５',
      '2027–1–5',
      ' 2027-1-5 ',
      '\u200e2027/1/5',
      '2027-01-05 00:00:00',
      '2027-01-05T00:00:00',
    ],
    ...['5 Jan 2027', '5-Jan-2027', 'Jan 5, 2027', 'January 5 2027', '5th January, 2027', 'JAN. 5, 2027'],
  ])('%j is the fifth of January', (typed) => expect(typedValue(spec('date'), typed)).toBe('2027-01-05'));
  test.each([
    ...[
      '2027-02-30',
      '2027-13-01',
      '27-1-5',
      '1/5/2027',
      '5/1/2027',
      '2027',
      '2027-1',
      '2027-01-05 09:30',
      '202701055',
      '5 Foo 2027',
      'abc',
      '今天',
    ],
    ...['2027-1-', '20270230', '2027-01-05x', '0000-01-01'],
  ])('%j is kept as it was typed', (typed) => expect(typedValue(spec('date'), typed)).toBe(typed));
  test.each([
    ['datetime', '2027-1-5 9:30', '2027-01-05 09:30:00'],
    ['datetime', '2027/1/5 09:30:15', '2027-01-05 09:30:15'],
    ['datetime', '2027年1月5日9点30分', '2027-01-05 09:30:00'],
    ['datetime', '2027年1月5日 9：30', '2027-01-05 09:30:00'],
    ['datetime', '20270105 0930', '2027-01-05 09:30:00'],
    ['datetime', '2027-01-05T09:30', '2027-01-05 09:30:00'],
    ['datetime', '2027-1-5', '2027-01-05 00:00:00'],
    ['datetime', '2027-1-5 25:00', '2027-1-5 25:00'],
    ['datetime', '2027-1-5 早上', '2027-1-5 早上'],
    ['month', '2027-1', '2027-01'],
    ['month', '202701', '2027-01'],
    ['month', '2027年1月', '2027-01'],
    ['month', 'Jan 2027', '2027-01'],
    ['month', '2027-13', '2027-13'],
    ['year', '2027年', '2027'],
    ['year', '２０２７', '2027'],
    ['year', '27', '27'],
    ['time', '9:30', '09:30:00'],
    ['time', '9点', '09:00:00'],
    ['time', '9点30分', '09:30:00'],
    ['time', '0930', '09:30:00'],
    ['time', '24:00', '24:00'],
  ] as const)('%s %j is %j', (type, typed, value) => expect(typedValue(spec(type), typed)).toBe(value));
  test('a day written with its parts is that day, and no other text is one', () => {
    const parts = fc.tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }));
    const writings = fc.constantFrom<(y: number, m: number, d: number) => string>(
      (y, m, d) => `${y}/${m}/${d}`,
      (y, m, d) => `${y}.${m}.${d}`,
      (y, m, d) => `${y}年${m}月${d}日`,
      (y, m, d) => `${y}${String(m).padStart(2, '0')}${String(d).padStart(2, '0')}`,
    );
    fc.assert(
      fc.property(parts, writings, ([y, m, d], write) => {
        const written = write(y, m, d);
        const exists = d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
        const plain = `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
        expect(typedValue(spec('date'), written)).toBe(exists ? plain : written);
      }),
    );
  });
});

test.each([
  ['mobile', '138 0000 2617', '13800002617'],
  ['mobile', '+86 138-0000-2617', '13800002617'],
  ['mobile', '１３８００００２６１７', '13800002617'],
  ['mobile', '138 0000', '138 0000'],
  ['telephone', '（0571）8888 7777', '0571-88887777'],
  ['telephone', '0571 - 88887777', '0571-88887777'],
  ['telephone', '0571 8888 7777', '0571-88887777'],
  ['telephone', '138 0000 2617', '13800002617'],
  ['telephone', 'call me', 'call me'],
  ['email', ' sun＠example。org ', 'sun@example.org'],
  ['email', 'sun at example', 'sun at example'],
  ['text', ' １２ ', ' １２ '],
  ['textarea', '1,200', '1,200'],
] as const)('FIELD-01 FIELD-09 %s %j is taken as %j', (type, typed, value) => expect(typedValue(spec(type), typed)).toBe(value));

describe('what is typed, of every type', () => {
  const supported = DATA_TYPES.filter((type) => isSupported(type) && !['select', 'radio', 'checkbox'].includes(type));
  const rest = (type: string): Partial<FieldDef> => (type === 'numeric' ? AMOUNT : {});
  test.each(supported)('%s: never throws, and reading once more changes nothing', (type) => {
    const field = spec(type, rest(type));
    const signs = fc.string({ unit: fc.constantFrom(...'0123456789０９.,，。-−－/年月日:： ()¥￥$万亿元千%abJan\u200e\u00a0\t') });
    fc.assert(
      fc.property(fc.oneof(signs, fc.string(), fc.string({ unit: 'binary', maxLength: 200 })), (typed) => {
        const value = typedValue(field, typed);
        expect(typedValue(field, value)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });
  test.each(['int', 'numeric', 'date', 'datetime', 'month', 'year', 'time', 'mobile', 'telephone', 'email'] as const)(
    '%s: a value as it is shown is read as itself',
    (type) => {
      const field = spec(type, rest(type));
      fc.assert(
        fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (numbers) => {
          const kind = fieldKind(type);
          const value = kind.sample(() => numbers.next().value, field);
          const shown = type === 'numeric' ? kind.encode(value) : kind.show(value, field, 'zh_CN');
          expect(typedValue(field, shown)).toBe(kind.encode(value));
        }),
      );
    },
  );
});
