import { describe, expect, it } from 'vitest';
import { isPlain } from './check.ts';
import { patternsIn } from './find.ts';

describe('expressions of the product', () => {
  it('are found wherever they stand, with their line, and those that are put together too', () => {
    const text = "const a = /x+/gu;\nconst b = [`1/2`, 'y'.replace(/[/]z/, '')];\nconst c = new RegExp(a + 'q');\nconst d = 4 / 2 / 1;";
    expect(patternsIn('p.tsx', text).map(({ at, source, flags }) => [at, source, flags])).toEqual([
      ['p.tsx:1', 'x+', 'gu'],
      ['p.tsx:2', '[/]z', ''],
      ['p.tsx:3', null, ''],
    ]);
  });
  it.each([
    ['^[a-z]{1,20}$', true],
    ['\\+\\*\\{', true],
    ['[+*]', true],
    ['a+', false],
    ['a{2,}', false],
    ['(a{1,9}){1,9}', false],
    ['a{1,9}b{1,9}c{1,9}', false],
  ])('%s is plain: %s', (source, plain) => expect(isPlain(source)).toBe(plain));
});
