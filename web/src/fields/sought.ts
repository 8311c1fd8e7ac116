import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';

/**
 * What was typed into a lookup and not chosen yet stands beside what is chosen, in the value itself: with one entry as `{id, key_name, sought}`,
 * with several as a last `{sought}` among them, in a filter as its `sought`. So it is kept wherever the value is (in the draft, over a reload),
 * and the checks tell of it; what is chosen counts on in conditions and queries until something else is.
 */
export interface Sought {
  sought: string;
}

export const isSought = (value: unknown): value is Sought =>
  value !== null && typeof value === 'object' && typeof (value as Partial<Sought>).sought === 'string';

/** What is typed in a value and not chosen; '' for nothing. */
export function soughtIn(value: unknown): string {
  const found = Array.isArray(value) ? value.find(isSought) : value;
  return isSought(found) ? found.sought : '';
}

/** One entry, or none, with what is typed. */
export function seekingOne(chosen: EntityValue | null, text: string): EntityValue | Sought | null {
  const { sought: _, ...settled } = { ...chosen } as Partial<EntityValue & Sought>;
  return text === '' ? ((chosen && settled) as EntityValue | null) : { ...settled, sought: text };
}

/** Several entries with what is typed. */
export const seekingMore = (chosen: readonly EntityValue[], text: string): readonly (EntityValue | Sought)[] =>
  text === '' ? chosen : [...chosen, { sought: text }];

/** A filter by these entries with what is typed; undefined filters by nothing. */
export function seekingFilter(ids: readonly number[], text: string): FieldFilter | undefined {
  if (ids.length === 0 && text === '') return undefined;
  return { op: 'in', value: [...ids], ...(text === '' ? {} : { sought: text }) } as FieldFilter;
}
