import { placesIn } from '#protocol/fields/figure.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { Units } from '#web/fields/amounts.tsx';
import type { Column } from './columns.ts';

type Values = Readonly<Record<string, unknown>>;

/** The columns of figures that have more decimals in one row than in another know how many, so that rows and sums stand point below point. */
export function withPlaces(columns: readonly Column[], rows: readonly Values[], figure: Units['figure']): readonly Column[] {
  return columns.map((column) => {
    if (column.own || !isOf(column.field.data_type, 'number')) return column;
    // what no figure of this field has fewer of; of what says its unit beside it nothing is known
    const [bare, decimals = ''] = /^0(?:\.(0+))?$/.exec(figure(column.field, '0')) ?? [];
    if (bare === undefined) return column;
    const all = rows.flatMap(({ [column.name]: value }) => (value === undefined || value === null || value === '' ? [] : [`${value}`]));
    const most = all.reduce((longest, value) => Math.max(longest, placesIn(value)), decimals.length);
    return most > decimals.length ? { ...column, places: most } : column;
  });
}
