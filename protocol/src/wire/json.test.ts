import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { JsonError, parseJson } from './json.ts';

describe('A16 A17 JSON that means one thing', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        if (!text.includes('__proto__')) expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"x":[{"b":{},"b" : 1}]}',
    '{"__proto__":1}',
    '{"a":{"\\u005f_proto__":{}}}',
    '{"a":"\\"",\n"a":1}',
    '{',
    '',
    '{"a":1}x',
    "{'a':1}",
    `${'['.repeat(65)}${']'.repeat(65)}`,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ])('refuses %.40s', (text) => {
    expect(() => parseJson(text)).toThrow(JsonError);
  });
  it('takes the same name in different objects, and colons and braces in strings', () => {
    for (const value of [{ a: { a: [{ a: 1 }, { a: 2 }] } }, { a: '"a":1', b: 'a', '{': ':', 'a\\': 1 }, ['a', ':'], 'a', 7, null])
      expect(parseJson(JSON.stringify(value))).toEqual(value);
  });
  it('A23 what nests deeper than 64 is refused before anything of it is made, closed or not; 64 are taken, and so are brackets in a text', () => {
    const deep = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    const read = vi.spyOn(JSON, 'parse');
    for (const text of [deep(66), '['.repeat(65), '{"a":'.repeat(65), `{"a":${deep(64)}}`, `[1,"]",${deep(64)}]`, '['.repeat(199_999)]) {
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ tooMany: false }));
      expect(read).not.toHaveBeenCalled();
    }
    read.mockRestore();
    expect(JSON.stringify(parseJson(deep(64)))).toBe(deep(64));
    expect(parseJson(`[${`${deep(62)},`.repeat(3)}"${'['.repeat(70)}"]`)).toHaveLength(4);
    // what closes before it opens is no JSON, and nests no deeper for it
    expect(() => parseJson(`${']'.repeat(100)}${'['.repeat(120)}`)).toThrow(JsonError);
  });
  it('takes 1,000 names that are written with an escape, not 1,001, in however many objects', () => {
    const many = (n: number) => `[${Array.from({ length: n }, (_, at) => `{"\\u006b${at % 7}":1}`).join()}]`;
    expect(parseJson(many(1000))).toHaveLength(1000);
    expect(() => parseJson(many(1001))).toThrow(expect.objectContaining({ tooMany: true }));
  });
  it('takes 2,000 names in an object, not 2,001', () => {
    const many = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
    expect(Object.keys(parseJson(many(2000)) as object)).toHaveLength(2000);
    expect(() => parseJson(many(2001))).toThrow(expect.objectContaining({ tooMany: true }));
  });
  it('R10 takes 200,000 values, counted before they are read; what stands in a text is not counted', () => {
    const list = (count: number) => `[${'{},'.repeat(count / 2 - 1)}7]`;
    expect(parseJson(list(100_000))).toHaveLength(50_000);
    expect(() => parseJson(list(200_002))).toThrow(expect.objectContaining({ tooMany: true }));
    expect(() => parseJson(`${list(200_002)}x`)).toThrow(expect.objectContaining({ tooMany: true }));
    let told = 0;
    parseJson('{"a":[1,{}],"b":","}', (values) => {
      told = values;
    });
    expect(told).toBe(5);
    for (const text of ['[{,'.repeat(70_000), '\\"{,'.repeat(110_000), '\\']) expect(parseJson(JSON.stringify([text]))).toEqual([text]);
    for (const open of ['"', '["a', '["a\\', '["a\\"', '\\']) expect(() => parseJson(open)).toThrow(JsonError);
  });
});
