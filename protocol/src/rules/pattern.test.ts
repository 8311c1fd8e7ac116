import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { compilePattern, matchesPattern, PatternError } from './pattern.ts';

describe('FORM-07 patterns of format', () => {
  test.each([
    ['[A-Z]{2}-\\d{4}', 'AB-1234', true],
    ['[A-Z]{2}-\\d{4}', 'AB-123', false],
    ['^[A-Z]{2}$', 'AB', true],
    ['[A-Z]{2}', 'xABx', false],
    ['(a|bc)*d?', 'abcbcad', true],
    ['[^0-9]+', '中文', true],
    ['\\d{17}[\\dXx]', '11010119900101123X', true],
    ['a{0,2}', 'aaa', false],
    ['a{2,}', 'aaaa', true],
    ['.{3}', '👍👍👍', true],
    ['\\$\\^', '$^', true],
    ['[]x-]+', ']-x', true],
    ['', '', true],
    ['()*a', 'a', true],
    ['(a*)*b', 'aab', true],
  ])('%s on %s is %s', (pattern, text, expected) => expect(matchesPattern(pattern, text)).toBe(expected));

  test('A12 a pattern that others hang on answers at once', () => {
    const hostile = `${'a'.repeat(50_000)}!`;
    for (const pattern of ['^(a+)+$', '(a|a)*', '(a|aa)+', '(.*)*x', '([a-z]+)*9'])
      expect(matchesPattern(pattern, hostile), pattern).toBe(false);
  });
  test('A12 twice the text takes twice the steps, whatever the pattern', () => {
    const steps = (pattern: string, text: string): number => {
      const tested = vi.spyOn(RegExp.prototype, 'test');
      matchesPattern(pattern, text);
      const count = tested.mock.calls.length;
      tested.mockRestore();
      return count;
    };
    for (const pattern of ['(\\d+)*x', '\\d*\\d*\\d*x', '(\\d|\\d\\d)*x', '(\\d{1,9}){1,9}x', '.*\\d*.*\\d*x']) {
      matchesPattern(pattern, '');
      const [once, twice] = [steps(pattern, '1'.repeat(500)), steps(pattern, '1'.repeat(1000))];
      expect(once, pattern).toBeGreaterThan(0);
      expect(twice, pattern).toBeLessThanOrEqual(2 * once + 10);
    }
  });
  test.each([
    ['('],
    [')'],
    ['[a'],
    ['a{'],
    ['a{2,1}'],
    ['a{999}'],
    ['*a'],
    ['\\p{L}'],
    ['(?:a)'],
    ['(?=a)'],
    ['\\1'],
    ['a{200}{200}'],
    ['('.repeat(60)],
    ['[z-a]'],
    ['x'.repeat(201)],
  ])('A12 %# is refused when the definition is loaded', (pattern) => expect(() => matchesPattern(pattern, 'a')).toThrow(PatternError));
  test("says what the language's own expressions say, where both know the grammar", () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '(a|b)', '(ab)', '(b|)');
    const times = fc.constantFrom('', '?', '*', '+', '{2}', '{1,2}', '{0,1}');
    const source = fc
      .array(
        fc.tuple(atom, times).map(([one, many]) => one + many),
        { minLength: 1, maxLength: 5 },
      )
      .map((all) => all.join(''));
    const text = fc.array(fc.constantFrom('a', 'b', '1', '中'), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(source, text, (pattern, subject) => {
        expect(matchesPattern(pattern, subject)).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(subject));
      }),
    );
  });
  test('knows how many characters the shortest text has', () => {
    const atom = fc.constantFrom<[string, number]>(['a', 1], ['[^a]', 1], ['\\d', 1], ['(ab|abc)', 2], ['(b|)', 0], ['(x(yz)*|aaaa)', 1]);
    const times = fc.constantFrom<[string, number]>(['', 1], ['?', 0], ['*', 0], ['+', 1], ['{3}', 3], ['{2,}', 2], ['{0,4}', 0]);
    fc.assert(
      fc.property(fc.array(fc.tuple(atom, times), { minLength: 1, maxLength: 6 }), (pieces) => {
        const source = pieces.map(([[one], [many]]) => one + many).join('');
        const least = pieces.reduce((sum, [[, one], [, many]]) => sum + one * many, 0);
        expect(compilePattern(source).shortest()).toBe(least);
      }),
    );
    expect(compilePattern('').shortest()).toBe(0);
  });
});
