import { z } from 'zod';
import { identifier, uid } from '../label.ts';

/** What a day may be put together to. */
export const BUCKETS = ['MONTH', 'QUARTER', 'YEAR'] as const;
export type Bucket = (typeof BUCKETS)[number];

/**
 * Rows of a table that are counted ahead: how many there are under each value of some fields, and what others add up to there. Reports read it
 * where it says all that they count, and nothing shows that they do: it is exact at every moment (docs/decisions/264).
 */
export const summaryDef = z.strictObject({
  uid,
  name: identifier,
  /** own fields of whole numbers, choices, references and days; `period:YEAR` puts days together to years */
  by: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,58}(:(MONTH|QUARTER|YEAR))?$/, 'a field, or field:MONTH, :QUARTER, :YEAR'))
    .min(1)
    .max(12),
  /** own fields of numbers; rows are counted in any case */
  sum: z.array(identifier).max(20),
});
export type SummaryDef = z.infer<typeof summaryDef>;

/** A field of `by`, and what its days are put together to. */
export function summaryKey(by: string): { field: string; bucket?: Bucket } {
  const [field = '', bucket] = by.split(':');
  return bucket === undefined ? { field } : { field, bucket: bucket as Bucket };
}
