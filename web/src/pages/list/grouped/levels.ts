import type { FieldDef } from '#protocol/meta/field.ts';
import { isLevel, isMoment, levelOf, levelsOf, type Unit } from '#protocol/meta/grouping.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { STATE } from '#protocol/rules/list.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { stateField } from '../state/columns.ts';

/** Fields by which a list can stand in groups: its own, and in a flow table the record's step. */
export function levelFields(table: TableDef): readonly FieldDef[] {
  const own = table.fields.filter((field) => isLevel(field) && field.field_name !== 'key_name' && !field.hidden);
  return table.flow && !own.some((field) => field.field_name === STATE) ? [...own, stateField(table)] : own;
}

export interface LevelField {
  /** as an address says it */
  text: string;
  field: FieldDef;
  unit: Unit | null;
}

/** The levels that an address names, as far as the table has them for its reader. */
export function levelsIn(table: TableDef, groups: readonly string[]): readonly LevelField[] {
  const fields = levelFields(table);
  return levelsOf(fields, groups).map((text) => {
    const { name, unit } = levelOf(text)!;
    const field = fields.find((each) => each.field_name === name)!;
    return { text, field, unit: isMoment(field) ? (unit ?? 'day') : null };
  });
}

export const UNIT_WORDS = { year: 'grouped.year', month: 'grouped.month', day: 'grouped.day' } as const;

export const nameOfLevel = ({ t, label }: Texts, { field, unit }: LevelField): string =>
  unit ? t('grouped.inUnit', { name: label(field), unit: t(UNIT_WORDS[unit]) }) : label(field);
