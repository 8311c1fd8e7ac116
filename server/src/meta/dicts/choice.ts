import type { ItemDef } from '#protocol/meta/field.ts';
import type { DictDef } from '#protocol/meta/suite.ts';

/** A choice of a dictionary as it lies in the company's rows. */
export interface Choice {
  number: number;
  key_name: string;
  name_en: string | null;
  /** its place in LOOKS, from 1 */
  look: number | null;
  code: string | null;
  ordinal: number;
  hidden: 0 | 1;
}

/** The marks in the order of the choices of `dict_item.look`. */
const LOOKS = ['plan', 'doing', 'late', 'done', 'draft', 'none'] as const satisfies readonly NonNullable<ItemDef['look']>[];

/** Between two choices of a suite there is room for others. */
const STEP = 10;

/** The choices that a suite says, in its order. */
export const choicesOf = ({ items }: Pick<DictDef, 'items'>): Choice[] =>
  items.map(({ id, key_name, key_name_en, look, code, hidden }, at) => ({
    number: id,
    key_name,
    name_en: key_name_en,
    look: look ? LOOKS.indexOf(look) + 1 : null,
    code: code ?? null,
    ordinal: (at + 1) * STEP,
    hidden: hidden ?? 0,
  }));

/** A row as fields read it; without an English name it is called the same in both languages. */
export const itemOf = ({ number, key_name, name_en, look, code, hidden }: Omit<Choice, 'ordinal'>): ItemDef => ({
  id: number,
  key_name,
  key_name_en: name_en || key_name,
  ...(look ? { look: LOOKS[look - 1]! } : {}),
  ...(code ? { code } : {}),
  ...(hidden ? { hidden: 1 as const } : {}),
});
