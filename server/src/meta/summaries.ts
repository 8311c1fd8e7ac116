import { type Bucket, type SummaryDef, summaryKey } from '#protocol/meta/report/summary.ts';
import type { ResolvedTable } from './catalogue.ts';
import { qualified } from './sync/schema.ts';

/** Rows of a table that are counted ahead, as statements read them (docs/decisions/264). */
export interface Summary {
  /** its view, as SQL names it: several rows may stand under one key, which add up to it */
  relation: string;
  /** columns that hold of each row what they hold of the rows that it stands for */
  plain: ReadonlySet<string>;
  /** columns that hold the first day of a month, quarter or year */
  days: ReadonlyMap<string, Bucket>;
  /** columns that are added up, `countOf` of each how many values that are */
  sum: ReadonlySet<string>;
}

/** How many rows a row of a summary stands for, and how many of them have a value: names that no field has. */
export const ROWS_COUNTED = 'rows.count';
export const countOf = (column: string): string => `${column}.count`;

/** What a summary and all that belongs to it is called. */
export const summaryName = (table: ResolvedTable, { name }: SummaryDef): string => `${table.name}.${name}`;

/** Whose rows they are: what bounds every reader stands in every summary. */
export const tenantOf = ({ tenancy }: ResolvedTable): readonly string[] =>
  tenancy === 'platform' ? [] : tenancy === 'company' ? ['company_id'] : ['company_id', 'subcompany_id'];

/** The summaries of a table, in the order in which they are tried. */
export function summariesOf(table: ResolvedTable): readonly Summary[] {
  return (table.def.summaries ?? []).map((def) => {
    const keys = def.by.map(summaryKey);
    return {
      relation: qualified({ schema: 'sum', name: summaryName(table, def) }),
      plain: new Set([...tenantOf(table), ...keys.flatMap(({ field, bucket }) => (bucket ? [] : [field]))]),
      days: new Map(keys.flatMap(({ field, bucket }) => (bucket ? [[field, bucket] as const] : []))),
      sum: new Set(def.sum),
    };
  });
}
