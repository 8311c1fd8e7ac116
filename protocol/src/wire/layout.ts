import { z } from 'zod';
import { type Layout, NARROWEST, WIDEST } from '#protocol/meta/layout.ts';
import { parseJson } from './json.ts';

const flag = z.union([z.literal(0), z.literal(1)]).optional();
/** More than any table has. */
export const MOST_LAID = 1_000;

const laidField = z.strictObject({
  list: flag,
  list_width: z.number().int().min(NARROWEST).max(WIDEST).optional(),
  search: flag,
  import: flag,
  export: flag,
  index: z.number().int().min(0).max(9_999).optional(),
  frozen: flag,
});
/** How fields lie, by uid. */
export const laidFields = z.record(z.string(), laidField);

/** What `content` of a layout says; null where it says nothing that is one. */
export function readLayout(text: string): Layout | null {
  try {
    const read = laidFields.safeParse(parseJson(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
