import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { DESCRIBABLE, STANDARD_NAMES } from '#protocol/meta/standard.ts';
import { isComputed, isEditable, isVisible } from '#protocol/rules/form/form.ts';
import { type LoadedTable, locksOf } from '#protocol/rules/form/locked.ts';
import type { Filler } from '../../form/state/circumstances.ts';
import { bulkForm } from './values.ts';

/** Why a field cannot be changed of several records; each has its words (`bulk.not…`). */
export const WHYS = ['notYours', 'notTyped', 'notShared', 'notUnique', 'notOpen', 'notSeveral'] as const;
export type Why = (typeof WHYS)[number];

/** The fields of a record's form that a change of several does not offer, by why; what is in no form is asked for by nobody. */
export function leftOut(
  table: LoadedTable,
  filler: Filler,
  offered: readonly FieldDef[],
): readonly { why: Why; fields: readonly FieldDef[] }[] {
  const form = bulkForm(table, {}, filler);
  const isDrawn = (field: FieldDef) =>
    isVisible(field, form) && field.data_type !== 'title' && (!STANDARD_NAMES.has(field.field_name) || DESCRIBABLE.has(field.field_name));
  const left = table.fields.filter((field) => isDrawn(field) && !offered.some(({ uid }) => uid === field.uid));
  const isLocked = locksOf(table, 'Modify');
  const whyOf = (field: FieldDef): Why => {
    if (isComputed(field)) return 'notTyped';
    if (isLocked(field.field_name)) return 'notYours';
    if (!isEditable(field, form)) return 'notOpen';
    if (isOf(field.data_type, 'files', 'secret') || field.data_type === 'html') return 'notShared';
    return field.unique === 1 ? 'notUnique' : 'notSeveral';
  };
  return WHYS.map((why) => ({ why, fields: left.filter((field) => whyOf(field) === why) })).filter(({ fields }) => fields.length > 0);
}
