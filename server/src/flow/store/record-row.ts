import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Stored } from '#server/records/row/stored.ts';

/** The record as the flow needs it. */
export interface RecordRow {
  id: number;
  review_state: number;
  create_entity: number;
  key_name: string;
  subcompany_id: number | null;
  version: number;
  reviewers: readonly number[];
  values: Readonly<Record<string, unknown>>;
}

const idOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** A record as the records room reads it: the values of its fields as forms speak of them, times on the company's clock. */
export const rowOf = (stored: Stored): RecordRow => ({
  id: stored.id,
  review_state: stored.review_state,
  create_entity: stored.create_entity ?? 0,
  key_name: String(stored.values.key_name ?? `#${stored.id}`),
  subcompany_id: idOf(stored.values.subcompany_id),
  version: stored.version,
  reviewers: stored.reviewers,
  values: stored.values,
});

/** What the record is called by in the office: the first of its fields that the server numbers. */
export function numberOf({ fields }: ResolvedTable, { values }: RecordRow): string | null {
  const numbered = [...fields.values()].find((field) => field.def.number !== undefined);
  const value = numbered && values[numbered.name];
  return typeof value === 'string' && value !== '' ? value : null;
}
