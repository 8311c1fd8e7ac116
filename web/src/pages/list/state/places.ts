import { decimalsOf, placesIn } from '#protocol/fields/figure.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { Column } from './columns.ts';

type Values = Readonly<Record<string, unknown>>;

/** The columns of figures that have more decimals in one row than in another know how many, so that rows and sums stand point below point. */
export function withPlaces(columns: readonly Column[], rows: readonly Values[]): readonly Column[] {
  return columns.map((column) => {
    if (column.own || !isOf(column.field.data_type, 'number')) return column;
    const least = decimalsOf(column.field);
    const all = rows.flatMap(({ [column.name]: value }) => (value === undefined || value === null || value === '' ? [] : [`${value}`]));
    const most = all.reduce((longest, value) => Math.max(longest, placesIn(value)), least);
    return most > least ? { ...column, places: most } : column;
  });
}
