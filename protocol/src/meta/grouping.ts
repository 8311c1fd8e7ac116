import type { DataType } from './data-types.ts';
import type { FieldDef } from './field.ts';
import type { TableDef } from './table.ts';

/** What records can be counted by. */
export const GROUPING: readonly DataType[] = ['select', 'radio', 'entity', 'entities', 'checkbox'];

/** Of such a field a record may stand in several groups. */
export const isOfSeveral = ({ data_type }: Pick<FieldDef, 'data_type'>): boolean => data_type === 'entities' || data_type === 'checkbox';

/** The fields by whose values the group page shows a table, as far as the reader has them; the first is where it begins. */
export const groupFields = ({ group, fields }: Pick<TableDef, 'group' | 'fields'>): readonly FieldDef[] =>
  (group ?? '').split(',').flatMap((name) => fields.find((field) => field.field_name === name) ?? []);

/** By what days and moments stand in groups. */
export const UNITS = ['year', 'month', 'day'] as const;
export type Unit = (typeof UNITS)[number];

/** Levels of groups in a list at most. */
export const MOST_LEVELS = 3;

const MOMENTS: readonly DataType[] = ['date', 'datetime'];
/** Of these a record has one value at most, which several records share. */
const LEVELS: readonly DataType[] = ['select', 'radio', 'entity', 'text', 'year', 'month', ...MOMENTS];

export const isMoment = ({ data_type }: Pick<FieldDef, 'data_type'>): boolean => MOMENTS.includes(data_type);

/** Whether the rows of a list can stand in groups by a field: one value a record. */
export const isLevel = ({ data_type }: Pick<FieldDef, 'data_type'>): boolean => LEVELS.includes(data_type);

/** A level as an address and a request name it: a field, of a day or moment with its unit, `plan_date:month`; alone it is by day. */
export function levelOf(text: string): { name: string; unit: Unit | null } | null {
  const [, name, unit] = /^([A-Za-z]\w*)(?::(year|month|day))?$/.exec(text) ?? [];
  return name ? { name, unit: (unit as Unit | undefined) ?? null } : null;
}

/** The levels among these that a table has for its reader, each field once. */
export function levelsOf(fields: readonly FieldDef[], texts: readonly string[]): readonly string[] {
  const known = texts.filter((text) => {
    const level = levelOf(text);
    const field = fields.find((each) => each.field_name === level?.name);
    return field !== undefined && isLevel(field) && (level?.unit === null || isMoment(field));
  });
  return known.filter((text, at) => known.findIndex((one) => levelOf(one)?.name === levelOf(text)?.name) === at).slice(0, MOST_LEVELS);
}
