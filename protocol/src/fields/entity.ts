import { parseId, showNames } from './ids.ts';
import type { FieldKind } from './kind.ts';
import { asTyped, between } from './kind.ts';
import { encodeText } from './line.ts';

/** A record of the field's `source`, by id. Whether it exists and may be read is the server's to say (315). */
export const entity: FieldKind = {
  read: asTyped,
  parse: (input, field) => parseId(input, field, 1),
  check: () => null,
  encode: encodeText,
  show: showNames,
  sample: (random) => between(random, 1, 1000),
};
