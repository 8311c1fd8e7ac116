import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATA_TYPES } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { TEXTS } from '#protocol/texts/texts.ts';
import { FIELDS, fieldKind, isSupported } from './fields.ts';
import type { FieldSpec } from './kind.ts';

const TODAY = '2026-11-21';
const items = [
  { id: 0, key_name: '无', key_name_en: 'None' },
  { id: 1, key_name: '一', key_name_en: 'One' },
  { id: 3, key_name: '三', key_name_en: 'Three' },
];
const spec = (data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldSpec => ({
  def: { uid: 'u', field_name: 'f', key_name: '字段', key_name_en: 'Field', data_type, ...rest },
  items,
});
const parse = (type: FieldDef['data_type'], input: unknown, rest: Partial<FieldDef> = {}) => {
  const parsed = fieldKind(type).parse(input, spec(type, rest));
  return parsed.fault ? parsed.fault.code : parsed.value;
};
const check = (type: FieldDef['data_type'], value: string | number, rest: Partial<FieldDef> = {}) =>
  fieldKind(type).check(value, spec(type, rest), TODAY)?.text ?? null;

describe('every data type', () => {
  const supported = DATA_TYPES.filter(isSupported);
  test('FIELD-01 the registry holds every type, and those of this step have behaviour', () => {
    expect(Object.keys(FIELDS)).toEqual([...DATA_TYPES]);
    expect(DATA_TYPES.filter((type) => !isSupported(type))).toEqual([...['password', 'video', 'media']]);
  });
  test.each(supported)('FORM-09 %s: a sample is valid and survives the wire', (type) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        let state = seed;
        const random = () => {
          state = (state * 16807) % 2147483647;
          return state / 2147483647;
        };
        const field = spec(type, type === 'numeric' ? { length: '10,2' } : {});
        const kind = fieldKind(type);
        const value = kind.sample(random, field);
        expect(kind.check(value, field, TODAY)).toBeNull();
        expect(kind.parse(kind.encode(value), field)).toEqual({ value });
        expect(kind.parse(value, field)).toEqual({ value });
        expect(typeof kind.show(value, field, 'zh_CN')).toBe('string');
      }),
    );
  });
  test.each(supported)('A17 A18 %s: hostile input is a refusal of the catalogue, never a throw', (type) => {
    const hostile = [{ $ne: '' }, [[]], ['a', {}], true, Number.NaN, Number.POSITIVE_INFINITY, '\0', '\ud800', 'x\0y', 'a\ud83dz'];
    const extra = ['__proto__', { __proto__: { id: 1 } }, -0, 2 ** 53, '9007199254740993', '0x10', 'x'.repeat(10_000_001)];
    for (const input of [...hostile, ...extra]) {
      const parsed = fieldKind(type).parse(input, spec(type));
      if (!parsed.fault) continue;
      expect([316, 317]).toContain(parsed.fault.code);
      expect(TEXTS).toHaveProperty(parsed.fault.text);
    }
  });
  test('A18 no text takes a NUL or half a surrogate pair; emoji pass', () => {
    for (const type of ['text', 'telephone', 'mobile', 'email', 'address', 'textarea'] as const) {
      for (const input of ['\0', 'a\0b', '\ud800', 'x\udc00y']) expect(parse(type, input), type).toBe(317);
      expect(parse(type, '👍')).toBe('👍');
    }
  });
});

describe('texts', () => {
  test('A18 marks that turn the direction or are not seen go; joiners, marks of a script and of emoji stay', () => {
    for (const type of ['text', 'address', 'textarea'] as const) {
      for (const [typed, kept] of [
        ['invoice\u202efdp.exe', 'invoicefdp.exe'],
        ['a\u202ab\u202bc\u202cd\u202de', 'abcde'],
        ['a\u2066b\u2067c\u2068d\u2069e', 'abcde'],
        ['\ufeff采\u200b购\u2060合\u00ad同', '采购合同'],
        ['\u202e\u2069\u180e\u206a\ufff9\u2064', null],
        ['👩‍🚀 می\u200cخواهم क्\u200dष', '👩‍🚀 می\u200cخواهم क्\u200dष'],
        ['א\u200f(1)\u200e', 'א\u200f(1)\u200e'],
        ['🏴\u{e0067}\u{e0062}\u{e007f} ❤\ufe0f', '🏴\u{e0067}\u{e0062}\u{e007f} ❤\ufe0f'],
      ])
        expect(parse(type, typed), type).toBe(kept);
      expect(parse(type, '\u202eab', { length: 2 })).toBe('ab');
    }
  });
  test('A18 whatever Unicode says is not seen goes, as letters do that are blank; a text in which nothing is seen is none', () => {
    const all = Array.from({ length: 0x110000 }, (_, at) => at).filter((at) => at < 0xd800 || at > 0xdfff);
    const unseen = all.map((at) => String.fromCodePoint(at)).filter((one) => /[\p{DI}\p{Bidi_C}]/u.test(one));
    // joiners, the two marks of direction that scripts need, and what chooses the form of a letter
    const needed = unseen.filter((one) => /[\u200c-\u200f\p{VS}]/u.test(one));
    expect([unseen.length > 4000, needed.length]).toEqual([true, 4 + 4 + 16 + 240]);
    for (const type of ['text', 'textarea', 'email'] as const)
      for (const [typed, kept] of [
        [`a${unseen.filter((one) => !needed.includes(one)).join('')}b`, 'ab'],
        ['\u061ca', 'a'],
        ['a\u034fb', 'ab'],
        ['\u{e0001}x\u{e0061}\u{e007f}', 'x'],
        ['\u115f\u1160\u3164\uffa0', null],
        ['\u3164', null],
        ['\u200d\u200e\ufe0f\u2800\u{e0100}', null],
        ['葛\u{e0100}城 ❤\ufe0f \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', null],
        ['👩\u200d🚀 ᠠ\u180b می\u200cخواهم \u05d0\u200f!', null],
      ] as const) {
        const stays = /[葛👩]/u.test(typed);
        expect([type, typed.slice(0, 40), parse(type, typed, { length: 200 })]).toEqual([type, typed.slice(0, 40), stays ? typed : kept]);
      }
    for (const blank of ['\u200d \u200e', '\u2800\u3000\u00a0', ' \ufe0f']) expect(parse('text', blank)).toBeNull();
    // a flag that is none
    expect(parse('text', '\u{1f3f4}\u{e0067}\u{e0062}b', { length: 200 })).toBe('\u{1f3f4}b');
  });
  test('R10 no more than 30 marks stand on one letter: to put them in order, as searching does, takes the square of their number', () => {
    const longest = (text: string) => Math.max(0, ...(text.normalize('NFKD').match(/\p{M}+/gu) ?? []).map((run) => [...run].length));
    const marks = fc.array(
      fc.constantFrom('\u0f73', '\u0344', '\u0301', '\u0323', '\uff9e', '\uff9f', '\u3099', '\u200b', '\ufe0f', '\u{1d165}'),
      { minLength: 31, maxLength: 200 },
    );
    for (const type of ['text', 'address', 'textarea'] as const)
      fc.assert(
        fc.property(marks, (list) => {
          const kept = parse(type, `a${list.join('')}b`);
          expect(longest(String(kept))).toBeLessThanOrEqual(60);
          expect(parse(type, kept)).toBe(kept);
        }),
      );
    for (const one of ['\u0f73', '\uff9e\u0301'])
      expect(parse('textarea', `字${one.repeat(2000)}后`)).toBe(`字${one.repeat(30).slice(0, 30)}后`);
    const written = `Việt e\u0301 ก\u0e49ำ ${'\u0323\u0301'.repeat(15)} ﾊﾞﾋﾟ`;
    expect(parse('text', written)).toBe(written.trim());
  });
  test.each([
    ['text', '  a b ', {}, 'a b'],
    ['text', '', {}, null],
    ['text', '   ', {}, null],
    ['text', 'a\nb', {}, 317],
    ['text', 'a\r\nBcc: v@x', {}, 317],
    ['text', '👍👍👍', { length: 3 }, '👍👍👍'],
    ['text', '👍👍👍👍', { length: 3 }, 316],
    // much longer: it is not cleaned to be measured
    ['text', 'a\u0301'.repeat(6_000), { length: 3 }, 316],
    ['text', `a${'\u200b'.repeat(20_000)}`, { length: 3 }, 316],
    ['text', 12, {}, '12'],
    ['text', 1.5, {}, 317],
    ['textarea', ' a\nb ', {}, ' a\nb '],
    ['textarea', 'x'.repeat(4001), {}, 316],
  ] as const)('FIELD-01 %s %j', (type, input, rest, expected) => expect(parse(type, input, rest)).toBe(expected));

  test.each([
    ['mobile', '13812345678', null],
    ['mobile', '12812345678', 'fieldMobile'],
    ['mobile', '1381234567', 'fieldMobile'],
    ['mobile', '１３８１２３４５６７８', 'fieldMobile'],
    ['telephone', '0571-88887777', null],
    ['telephone', '88887777-123', null],
    ['telephone', '13812345678', null],
    ['telephone', '05718-1', 'fieldTelephone'],
    ['email', 'a.b@in.example.org', null],
    ['email', '"x@evil x"@in.local', 'fieldEmail'],
    ['email', 'a..b@x.org', 'fieldEmail'],
    ['email', 'a@b', 'fieldEmail'],
    ['email', 'a@b@c.org', 'fieldEmail'],
  ] as const)('FIELD-09 %s %s', (type, value, expected) => expect(check(type, value)).toBe(expected));
});

describe('numbers', () => {
  test.each([
    ['0', 0],
    ['-7', -7],
    [12, 12],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 317],
    ['-0', 317],
    ['007', 317],
    ['1e3', 317],
    [' 1', 317],
    ['１', 317],
    ['+1', 317],
    [1.5, 317],
    ['', null],
  ])('FIELD-02 int %j', (input, expected) => expect(parse('int', input)).toBe(expected));

  test.each([
    ['12.5', '12.50'],
    ['-12.50', '-12.50'],
    ['+1', '1.00'],
    ['-0', '0.00'],
    ['-0.00', '0.00'],
    ['00012', '12.00'],
    ['12.5000', '12.50'],
    ['12345678.99', '12345678.99'],
    ['123456789', 317],
    ['1.005', 317],
    ['1e5', 317],
    [' 1', 317],
    ['1 ', 317],
    ['１', 317],
    ['.5', 317],
    ['5.', 317],
    ['1,000', 317],
    ['NaN', 317],
    ['Infinity', 317],
    ['0x10', 317],
    [0.1, '0.10'],
    [1e21, 317],
  ])('FIELD-02 numeric 10,2 %j', (input, expected) => expect(parse('numeric', input, { length: '10,2' })).toBe(expected));

  test('FIELD-02 numeric: what is written with at most the scale is what is read, to the last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }), (units) => {
        const digits = (units < 0n ? -units : units).toString().padStart(7, '0');
        const text = `${units < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
        expect(parse('numeric', text)).toBe(text);
      }),
    );
  });
  test('FIELD-02 precision may be written n,m or n.m', () => {
    expect(parse('numeric', '1.234', { length: '8.3' })).toBe('1.234');
    expect(parse('numeric', '1.2', { length: 4 })).toBe(317);
  });
  test('FORM-07 bounds are exact', () => {
    expect(check('numeric', '1000.000000', { max: 1000 })).toBeNull();
    expect(check('numeric', '1000.000001', { max: 1000 })).toBe('fieldMax');
    expect(check('numeric', '-0.000001', { min: '0' })).toBe('fieldMin');
    expect(check('int', 5, { min: 6 })).toBe('fieldMin');
  });
  test('FIELD-02 a reader sees groups of three, the decimals of the format and all that are stored beyond them, of a calculation too', () => {
    const show = (value: string, def: Partial<FieldDef>) => fieldKind('numeric').show(value, spec('numeric', def), 'zh_CN');
    expect(show('1234567.895000', { format: '2' })).toBe('1,234,567.895');
    expect(show('0.005', { format: '2', length: '18,6' })).toBe('0.005');
    expect(show('-1234.5', { length: '18,4' })).toBe('−1,234.5000');
    expect(show('-1234.5', {})).toBe('−1,234.500000');
    expect(show('1.005', { calc: '1+1' })).toBe('1.005');
    expect(show('1.5', { calc: '1+1' })).toBe('1.50');
    expect(fieldKind('int').show(1234567, spec('int'), 'zh_CN')).toBe('1,234,567');
    expect(show('', {})).toBe('');
  });
});

describe('the calendar', () => {
  test('FIELD-03 a time of day is shown to the minute, with its seconds where it has some', () => {
    const shown = (value: string) => fieldKind('time').show(value, spec('time'), 'zh_CN');
    expect(['09:00:00', '09:00:05', '00:00:00', ''].map(shown)).toEqual(['09:00', '09:00:05', '00:00', '']);
  });

  test.each([
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026-02-30', 317],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '1900-02-29', 317],
    ['date', '0000-01-01', 317],
    ['date', '2026-2-3', 317],
    ['date', '２０２６-02-03', 317],
    ['date', 20260203, 317],
    ['datetime', '2026-02-03 04:05:06', '2026-02-03 04:05:06'],
    ['datetime', '2026-02-03 04:05', '2026-02-03 04:05:00'],
    ['datetime', '2026-02-03', '2026-02-03 00:00:00'],
    ['datetime', '2026-02-03T04:05:06Z', 317],
    ['datetime', '2026-02-03 24:00:00', 317],
    ['time', '23:59:59', '23:59:59'],
    ['time', '24:00', 317],
    ['year', '2026', '2026'],
    ['year', 2026, '2026'],
    ['year', '26', 317],
    ['month', '2026-13', 317],
    ['month', '2026-12', '2026-12'],
  ] as const)('FIELD-03 %s %j', (type, input, expected) => expect(parse(type, input)).toBe(expected));

  test.each([
    ['date', '2026-02-30', 'fieldNoDay'],
    ['date', '2026/13/1', 'fieldNoDay'],
    ['date', '31 April 2026', 'fieldNoDay'],
    ['datetime', '2026年2月30日 9点', 'fieldNoDay'],
    ['datetime', '2026-02-29', 'fieldNoDay'],
    ['datetime', '2026-02-28 10:75', 'fieldMoment'],
    ['date', '2026-02-28 10:00', 'fieldMoment'],
    ['date', '5 Foo 2026', 'fieldMoment'],
    ['date', '1/5/2026', 'fieldMoment'],
    ['date', 20260230, 'fieldMoment'],
  ] as const)('FIELD-03 %s %j is told as %s: a day that there is not is no wrong writing', (type, input, text) =>
    expect(fieldKind(type).parse(input, spec(type)).fault?.text).toBe(text),
  );

  test('FIELD-03 a date is taken exactly when the calendar has it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 }), (y, m, d) => {
        const text = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
        const day = new Date(`${text}T00:00:00Z`);
        const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
        expect(parse('date', text)).toBe(real ? text : 317);
      }),
    );
  });
  test('FIELD-03 min and max of a date count days from today', () => {
    expect(check('date', '2026-11-20', { min: 0 })).toBe('fieldMin');
    expect(check('date', '2026-11-21', { min: 0 })).toBeNull();
    expect(check('date', '2026-11-29', { max: 7 })).toBe('fieldMax');
    expect(check('datetime', '2026-11-28 23:59:59', { max: 7 })).toBeNull();
  });
});

describe('choices and references', () => {
  test.each([
    ['select', '1', 1],
    ['select', 0, 0],
    ['select', '2', 317],
    ['select', { id: 3, key_name: 'x' }, 3],
    ['radio', 'One', 317],
    ['checkbox', ',1,3,', [1, 3]],
    ['checkbox', '3,1,3', [3, 1]],
    ['checkbox', ',1,2,', 317],
    ['checkbox', '', null],
    ['entity', '12', 12],
    ['entity', { id: 12 }, 12],
    ['entity', 0, 317],
    ['entity', { id: 0, unauthorized: 1 }, 317],
    ['entity', '12 or 1=1', 317],
    ['entity', [1], 317],
    ['entities', ',5,6,', [5, 6]],
    ['entities', [{ id: 5 }, 6], [5, 6]],
    ['entities', ',,', 317],
    ['entities', '5;6', 317],
    ['file', 'abcdefghijklmnopqrstuv', ['abcdefghijklmnopqrstuv']],
    ['file', '../../etc/passwd', 317],
    ['title', 'x', 317],
    ['icon', 'money', 'money'],
    ['icon', 'Money', 317],
    ['icon', 'constructor', 317],
    ['icon', 'https://evil.example/x.svg', 317],
    ['icon', '<svg onload=x()>', 317],
    ['icon', ['money'], 317],
  ] as const)('FIELD-04 FIELD-05 FIELD-08 %s %j', (type, input, expected) => expect(parse(type, input)).toEqual(expected));

  test('FIELD-04 names are shown in the language of the reader', () => {
    const field = spec('checkbox');
    expect(fieldKind('checkbox').show([{ id: 1 }, { id: 3 }], field, 'en_US')).toBe('One, Three');
    expect(fieldKind('checkbox').show([1, 3], field, 'zh_CN')).toBe('一、三');
    expect(fieldKind('entity').show({ id: 9, key_name: '工程部' }, { def: spec('entity').def }, 'en_US')).toBe('工程部');
  });
  test('FIELD-08 the number of files is limited', () => {
    const keys = ['abcdefghijklmnopqrstuv', 'bbcdefghijklmnopqrstuv'];
    expect(fieldKind('file').check(keys, spec('file', { max: 1 }), TODAY)?.text).toBe('fieldFiles');
  });
});
