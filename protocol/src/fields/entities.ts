import { encodeIds, parseIds, showNames } from './ids.ts';
import type { FieldKind } from './kind.ts';
import { asTyped, between } from './kind.ts';

/** Records of the field's `source`, by id, in order. */
export const entities: FieldKind = {
  read: asTyped,
  parse: (input, field) => parseIds(input, field, 1),
  check: () => null,
  encode: encodeIds,
  show: showNames,
  sample: (random) => [...new Set(Array.from({ length: between(random, 1, 3) }, () => between(random, 1, 1000)))],
};
