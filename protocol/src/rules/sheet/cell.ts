import { typedValue } from '#protocol/fields/fields.ts';
import type { FieldSpec } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { ItemDef } from '#protocol/meta/field.ts';
import { asCalled } from './called.ts';

/** What a cell of a sheet means for a field. */
export interface CellRead {
  /** as a form holds it; what is no value of the field stays as it was written, for the checks to tell */
  value: unknown;
  /** what was written and is no choice yet: records to be asked for by name, or choices that there are not */
  open: readonly string[];
}

const SEVERAL = /[,，、;；\n]/;

/** A cell by the field's rules of typing (docs/decisions/105): choices by name, code or number, references by names that are asked for. */
export function readCell(field: FieldSpec, written: string): CellRead {
  const { data_type: type } = field.def;
  const text = written.trim();
  if (text === '') return { value: null, open: [] };
  if (isOf(type, 'link')) return { value: null, open: [text] };
  if (isOf(type, 'links')) return { value: [], open: partsOf(text) };
  if (isOf(type, 'choice')) return choiceOf(field, text);
  if (isOf(type, 'choices')) {
    const each = partsOf(text).map((part) => choiceOf(field, part));
    return { value: each.flatMap(({ value }) => (value === null ? [] : [value])), open: each.flatMap(({ open }) => open) };
  }
  return { value: typedValue(field, text), open: [] };
}

/** Several names in one text. */
export const partsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(SEVERAL)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

function choiceOf({ items = [] }: FieldSpec, text: string): CellRead {
  const word = asCalled(text);
  const isNamed = ({ key_name, key_name_en }: ItemDef) => [key_name, key_name_en ?? ''].some((name) => asCalled(name) === word);
  const offered = items.filter((item) => item.hidden !== 1);
  const found =
    offered.find(isNamed) ??
    offered.find(({ code }) => code !== undefined && asCalled(code) === word) ??
    offered.find(({ id }) => String(id) === word);
  return found ? { value: { id: found.id }, open: [] } : { value: null, open: [text] };
}
