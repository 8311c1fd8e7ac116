import type { FieldKind } from './kind.ts';
import { asTyped, isEmpty, malformed } from './kind.ts';

/** A heading between groups of fields; it has no value. */
export const title: FieldKind = {
  read: asTyped,
  parse: (input, field) => (isEmpty(input) ? { value: null } : malformed(field)),
  check: () => null,
  encode: () => '',
  show: () => '',
  sample: () => null,
};
