import { amongItems, offered, parseId, showNames } from './ids.ts';
import type { FieldKind } from './kind.ts';
import { asTyped, between } from './kind.ts';
import { encodeText } from './line.ts';

/** One choice of the field's items, by its id. */
export const select: FieldKind = {
  read: asTyped,
  parse: (input, field) => amongItems(parseId(input, field, 0), field),
  check: () => null,
  encode: encodeText,
  show: showNames,
  sample(random, { items = [] }) {
    const choices = offered(items);
    return choices[between(random, 0, choices.length - 1)]?.id ?? null;
  },
};
