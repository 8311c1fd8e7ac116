import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Condition, fieldsOf } from '#protocol/rules/condition/condition.ts';
import { relatedOf, titled } from '#protocol/rules/condition/related.ts';
import { relatedField, type TableOf } from '../../definition/definition.ts';
import type { Text } from './values.ts';

/**
 * Fields of other records that conditions ask, as if they were the record's own: nobody of the flow types them, and they may be anything of
 * their type, at each step something else, as others write those records meanwhile; empty where no record is named.
 */
export function relatedFields(table: TableDef, asked: readonly Condition[], tableOf: TableOf): FieldDef[] {
  const names = new Set(asked.flatMap(fieldsOf).filter((name) => relatedOf(name)));
  return [...names].flatMap((name): FieldDef[] => {
    const found = relatedField(table, name, tableOf);
    if (!found) return [];
    const { by, of, field } = found;
    const { uid, data_type, length, items, source, format, min, max } = field;
    return [
      {
        ...{ uid: `${by.uid}.${uid}`, field_name: name, data_type, readonly: 1 },
        ...titled(by, field),
        ...(length === undefined ? {} : { length }),
        ...(items === undefined ? {} : { items }),
        ...(source === undefined ? {} : { source }),
        ...(format === undefined ? {} : { format }),
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
        ...(isAlwaysFilled(of, field) ? { notnull: 1 } : {}),
      },
    ];
  });
}

/** Asked for by every form, whatever else is typed; a draft of a table with a flow may lack it. */
const isAlwaysFilled = ({ flow }: TableDef, { notnull, view_where, view_state, edit_state, hidden }: FieldDef): boolean =>
  flow !== 1 && notnull === 1 && !view_where && !view_state && !edit_state && hidden !== 1;

interface Axis {
  name: string;
  def: FieldDef;
  values: readonly Text[];
  stride: number;
}

/** What data say of other records: whether they can be so, and what becomes of them where others write those; itself first. */
export function ofOthers(
  fields: readonly Axis[],
  known: Pick<ReadonlyMap<string, unknown>, 'has'>,
  valueAt: (at: number, name: string) => Text,
): { count: number; isNamed(at: number): boolean; drift(at: number): number[] } {
  const related = fields.filter(({ name }) => relatedOf(name) !== null);
  const isNamed = (at: number): boolean =>
    related.every(({ name, def }) => {
      const { by } = relatedOf(name)!;
      return !known.has(by) || fits(def, valueAt(at, name), valueAt(at, by));
    });
  const drift = (at: number): number[] => {
    const all = related.reduce(
      (found, { stride, values }) =>
        found.flatMap((one) => values.map((_, digit) => one + (digit - (Math.floor(one / stride) % values.length)) * stride)),
      [at],
    );
    return [at, ...all.filter((one) => one !== at)];
  };
  return { count: related.length, isNamed, drift };
}

/** Whether a value may be beside that of the field which names the record: none where none is named. */
const fits = (def: FieldDef, value: Text, named: Text): boolean => (value === null ? named === null || def.notnull !== 1 : named !== null);
