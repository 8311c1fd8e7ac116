import { neededFields } from '#protocol/meta/events.ts';
import { fieldsOf } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Stored } from '#server/records/row/stored.ts';
import type { Flow } from '../definition/definition.ts';

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

/** Of the record's values only those that guards, need_fields and promises ask for: they are kept with the log. */
export const guardData = (flow: Flow, values: RecordRow['values']): Record<string, unknown> =>
  Object.fromEntries(guardFields(flow).map((field) => [field, values[field] ?? null]));

const asked = new WeakMap<Flow, readonly string[]>();

function guardFields(flow: Flow): readonly string[] {
  const known = asked.get(flow);
  if (known) return known;
  const events = [...flow.steps.values()].flatMap((step) => [...step.events.values()]);
  const read = ({ where }: { where?: string | undefined }) => (where ? fieldsOf(parseCondition(where)) : []);
  const fields = [...events.flatMap((event) => [...read(event), ...neededFields(event)]), ...flow.def.assert.flatMap(read)];
  const each = [...new Set(fields)];
  asked.set(flow, each);
  return each;
}

/** What the record is called by in the office: the first of its fields that the server numbers. */
export function numberOf({ fields }: ResolvedTable, { values }: RecordRow): string | null {
  const numbered = [...fields.values()].find((field) => field.def.number !== undefined);
  const value = numbered && values[numbered.name];
  return typeof value === 'string' && value !== '' ? value : null;
}
