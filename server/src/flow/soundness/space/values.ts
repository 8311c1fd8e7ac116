import { fieldKind, isSupported } from '#protocol/fields/fields.ts';
import { dataType } from '#protocol/meta/data-types.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import { matchesPattern } from '#protocol/rules/pattern.ts';
import { gridOf, placesOf } from './grid.ts';

/** A value as on the wire, texts throughout; null is empty. */
export type Text = string | null;

/** Choices of a dictionary by its code; undefined for an unknown one. */
export type Choices = (code: string) => readonly ItemDef[] | undefined;

/** A list field can tell apart at most so many constants: each of its subsets is a value. */
const MOST_MEMBERS = 5;
/** Stands for a reference that no guard names. */
export const OTHER = '999999999';

/**
 * Values that stand for all values of a field: for each set of constants compared with it, every outcome that some value of the field's own
 * type and bounds can have. Null when that would be too many.
 */
export function valuesOf(field: FieldDef, constants: readonly string[], choices: Choices): Text[] | null {
  const items = typeof field.items === 'string' ? choices(field.items) : field.items;
  const grid = gridOf(field);
  if (grid) return [...placesOf(grid, constants), null];
  switch (field.data_type) {
    case 'select':
    case 'radio':
      return [...(items ? items.map((item) => String(item.id)) : [...constants, OTHER]), null];
    case 'entity':
      return [...constants, OTHER, null];
    case 'checkbox':
      return subsets(items ? memberships(items, constants) : [...constants, OTHER]);
    case 'entities':
      return subsets([...constants, OTHER]);
    case 'datetime':
      return [...constants.flatMap(instants), '2026-01-01 12:00:00', null];
    default:
      return [...texts(field, constants), null];
  }
}

/** The constants that are items, and one item that is none of them. */
function memberships(items: readonly ItemDef[], constants: readonly string[]): string[] {
  const ids = items.map((item) => String(item.id));
  const other = ids.find((id) => !constants.includes(id));
  return [...ids.filter((id) => constants.includes(id)), ...(other ? [other] : [])];
}

function subsets(members: readonly string[]): Text[] | null {
  if (members.length > MOST_MEMBERS) return null;
  return Array.from({ length: 2 ** members.length }, (_, bits) => {
    const set = members.filter((_member, at) => (bits >> at) & 1);
    return set.length ? `,${set.join(',')},` : null;
  });
}

/** A guard's constant is a day or an instant: the day before and after, or the second. */
function instants(constant: string): string[] {
  const day = constant.length === 10;
  const at = Date.parse(`${day ? `${constant} 12:00:00` : constant}Z`.replace(' ', 'T'));
  return [-1, 0, 1].map((off) => new Date(at + off * (day ? 86_400_000 : 1000)).toISOString().slice(0, 19).replace('T', ' '));
}

/** The constants that the field takes, and a text that is none of them where it takes one. */
function texts(field: FieldDef, constants: readonly string[]): string[] {
  const others = [`${constants.join('')}~`, 'x', 'A', '1', '0', '10000000000', sample(field)].filter((text) => !constants.includes(text));
  const other = others.find((text) => takes(field, text));
  return [...constants.filter((text) => takes(field, text)), ...(other === undefined ? [] : [other])];
}

function sample(field: FieldDef): string {
  return isSupported(field.data_type) ? String(fieldKind(field.data_type).sample(() => 0.5, { def: field }) ?? 'x') : 'x';
}

function takes(field: FieldDef, text: string): boolean {
  if (!isSupported(field.data_type)) return true;
  const kind = fieldKind(field.data_type);
  if (dataType(field.data_type).storage !== 'text') return true;
  const parsed = kind.parse(text, { def: field });
  const fits = !parsed.fault && kind.check(parsed.value, { def: field }, '2026-01-01') === null;
  return fits && (!field.format || field.data_type !== 'text' || matchesPattern(field.format, text));
}
