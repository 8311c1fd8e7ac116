import { amongItems, encodeIds, offered, parseIds, showNames } from './ids.ts';
import type { FieldKind } from './kind.ts';
import { asTyped } from './kind.ts';

/** Several choices of the field's items. */
export const checkbox: FieldKind = {
  read: asTyped,
  parse: (input, field) => amongItems(parseIds(input, field, 0), field),
  check: () => null,
  encode: encodeIds,
  show: showNames,
  sample(random, { items = [] }) {
    const ids = offered(items).flatMap(({ id }) => (random() < 0.5 ? id : []));
    return ids.length ? ids : null;
  },
};
