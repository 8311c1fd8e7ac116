import type { FieldKind } from './kind.ts';
import { asTyped, between } from './kind.ts';
import { encodeText, parseText, showText } from './line.ts';

/** Text of several lines, kept as typed, at most `length` (4,000) characters. */
export const textarea: FieldKind = {
  read: asTyped,
  parse: (input, field) => parseText(input, field, 'many'),
  check: () => null,
  encode: encodeText,
  show: showText,
  sample: (random) => Array.from({ length: between(random, 1, 3) }, () => '设备运行满八年，需要更换。').join('\n'),
};
