import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type Form, isComputed, isEditable, isVisible } from '../form/form.ts';
import { type Block, widthOf } from './block.ts';
import { asCalled } from './called.ts';

/** Types whose values no text can say: files are uploaded, headings hold nothing, a password is proved by who types it. */
const isSayable = ({ data_type }: FieldDef): boolean => !isOf(data_type, 'files', 'heading', 'secret');

/** The fields that rows of texts can fill in a form, in its order; conditions on values are each row's own. */
export const sheetFields = (form: Form): FieldDef[] =>
  form.table.fields.filter((field) => {
    const { view_where: _view, edit_where: _edit, ...always } = field;
    return isSayable(field) && !isComputed(field) && isVisible(always, form) && isEditable(always, form);
  });

/** How rows lie on fields: the field of each column by its name, null for one that goes nowhere. */
export interface Columns {
  /** the first row says what the columns are */
  hasHead: boolean;
  fields: readonly (string | null)[];
}

/**
 * Which column is which field. With a head by name, in either language, whatever the order; without one the form's fields in their order.
 * `hasHead` absent: the first row is a head where at least half of what it says are names of fields.
 */
export function matchColumns(block: Block, fields: readonly FieldDef[], hasHead?: boolean): Columns {
  const named = namedBy(block[0] ?? [], fields);
  const isHead = hasHead ?? isHeadRow(block[0] ?? [], named);
  const inOrder = fields.map(({ field_name }) => field_name);
  const found = isHead ? named : inOrder;
  return { hasHead: isHead, fields: Array.from({ length: widthOf(block) }, (_, at) => found[at] ?? null) };
}

/** The columns with another field in one of them; a field stands in one column at most. */
export const assignColumn = ({ hasHead, fields }: Columns, at: number, name: string | null): Columns => ({
  hasHead,
  fields: fields.map((one, column) => (column === at ? name : one === name ? null : one)),
});

function isHeadRow(row: readonly string[], named: readonly (string | null)[]): boolean {
  const filled = row.filter((cell) => cell !== '').length;
  const known = named.filter((name) => name !== null).length;
  return known > 0 && known * 2 >= filled;
}

/** Each head takes the first field of its name that no other head before it took. */
function namedBy(heads: readonly string[], fields: readonly FieldDef[]): (string | null)[] {
  const taken = new Set<string>();
  return heads.map((head) => {
    const word = plainHead(head);
    const field = word && fields.find((one) => !taken.has(one.field_name) && namesOf(one).includes(word));
    if (!field) return null;
    taken.add(field.field_name);
    return field.field_name;
  });
}

const namesOf = ({ field_name, key_name, key_name_en }: FieldDef): string[] => [key_name, key_name_en, field_name].map(plainHead);

/** A heading without its star, its unit in brackets, blanks, and the case and width of its letters. */
const plainHead = (text: string): string =>
  asCalled(text.slice(0, 200))
    .replace(/[*:\s]/g, '')
    .replace(/\([^()]*\)$/, '');
