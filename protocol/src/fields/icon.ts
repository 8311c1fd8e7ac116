import { iconNamed, MENU_ICONS } from '#protocol/meta/menu-icons.ts';
import { label } from '#protocol/meta/naming.ts';
import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText, showText } from './line.ts';

/** The icon of this name, in either language or as it is kept. */
function readIcon(typed: string): string | undefined {
  const word = typed.trim().toLowerCase();
  return MENU_ICONS.find((icon) => icon === word || Object.values(iconNamed(icon)!).some((name) => name.toLowerCase() === word));
}

/** An icon of the product's own, kept by its name (FIELD-01); nobody's address, nobody's markup. */
export const icon: FieldKind = {
  read: (typed) => readIcon(typed) ?? typed,
  parse: (input, field) => {
    if (isEmpty(input)) return { value: null };
    return iconNamed(input) ? { value: input as string } : malformed(field, 'fieldIcon');
  },
  check: () => null,
  encode: encodeText,
  show: (wire, _, locale) => {
    const named = iconNamed(wire);
    return named ? label(named, locale) : showText(wire);
  },
  sample: (random) => MENU_ICONS[between(random, 0, MENU_ICONS.length - 1)]!,
};
