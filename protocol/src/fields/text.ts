import { between } from './kind.ts';
import { lengthOf, lineKind } from './line.ts';

const WORDS = ['华能', '三峡', '远山集团', 'bridge', '变电站扩建', "O'Neil", 'A&B=1', '<b>x</b>', '👍', '二期'];

/** One line of text, at most `length` (200) characters. Its `format` pattern is checked by rules/form/check.ts. */
export const text = lineKind((random, field) =>
  [...Array.from({ length: between(random, 1, 4) }, () => WORDS[between(random, 0, WORDS.length - 1)]!).join(' ')]
    .slice(0, lengthOf(field))
    .join('')
    .trim(),
);
