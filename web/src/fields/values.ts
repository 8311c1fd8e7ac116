import type { EntityValue, FileValue } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';

/** The wire's value as text; nothing is ''. */
export const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export const asEntity = (value: unknown): EntityValue | null =>
  value !== null && typeof value === 'object' && typeof (value as EntityValue).id === 'number' ? (value as EntityValue) : null;

export const asEntities = (value: unknown): EntityValue[] => (Array.isArray(value) ? value.filter((each) => asEntity(each) !== null) : []);

export const asFiles = (value: unknown): FileValue[] =>
  Array.isArray(value)
    ? value.filter((each): each is FileValue => typeof each?.key_name === 'string' && typeof each?.file_name === 'string')
    : [];

/** The id of a choice: {id} of the wire, or the id itself. */
export const asChoice = (value: unknown): number | null => asEntity(value)?.id ?? (typeof value === 'number' ? value : null);

/** What a filter with an operator compares with; of several each is named once. */
export const comparedIn = (filter: FieldFilter | undefined): string | number | null | readonly (string | number | null)[] | undefined => {
  const value = filter && typeof filter === 'object' && 'value' in filter ? filter.value : undefined;
  return Array.isArray(value) ? [...new Set(value)] : value;
};

/** Values that a filter takes any of: a list, one by itself as an address or a board may say it, or ids in `,1,2,`. */
export function anyIn(filter: FieldFilter | undefined): readonly (string | number | null)[] {
  if (filter === undefined || filter === null || Array.isArray(filter)) return [];
  if (typeof filter !== 'object') return String(filter).split(',').filter(Boolean);
  if (!('op' in filter) || !['in', '='].includes(filter.op)) return [];
  const value = comparedIn(filter);
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value as string | number];
}

/** Both ends of a range filter as they are typed; '' is open. */
export const rangeOf = (filter: FieldFilter | undefined): [from: string, to: string] =>
  Array.isArray(filter) ? [asText(filter[0]), asText(filter[1])] : ['', ''];

export const asRange = (from: string, to: string): FieldFilter | undefined =>
  from === '' && to === '' ? undefined : [from === '' ? null : from, to === '' ? null : to];

/** One entry more, where it is not among them. */
export const withRow = (chosen: readonly EntityValue[], row: EntityValue): readonly EntityValue[] =>
  chosen.some(({ id }) => id === row.id) ? chosen : [...chosen, row];
