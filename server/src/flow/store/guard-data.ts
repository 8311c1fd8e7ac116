import { Refusal } from '#protocol/codes.ts';
import { neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { fieldsOf } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Asker } from '#server/query/asker.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, compile, joined, sql } from '#server/query/sql.ts';
import { byId } from '#server/records/row/stored.ts';
import { readColumn, valuesOf } from '#server/records/row/values.ts';
import { alike, type Flow, isReject } from '../definition/definition.ts';
import type { RecordRow } from './record-row.ts';

/** Where records that others name are found, and whose they must be. */
export interface Around {
  table: ResolvedTable;
  access: { readonly catalogue: Pick<Catalogue, 'table'>; readonly asker: Asker };
}

type Data = Record<string, unknown>;
/** What guards are asked of, and the fields that name a record which is not there any more. */
interface Found {
  data: Data;
  gone: readonly string[];
}

/**
 * Of the record's values only those that guards, need_fields and promises ask for, and of the records that it names the fields that guards
 * speak of, as they are in this transaction, whoever may see them: they are kept with the log. Of a record that is gone each is empty.
 */
export async function guardData(tx: Tx, around: Around, flow: Flow, values: RecordRow['values']): Promise<Data> {
  return (await find(tx, around, flow, values)).data;
}

/** The same for who decides by an event of a step: 311 where the guards of that choice ask a record that is gone, as they neither hold then nor fail to. */
export async function guardDataFor(
  tx: Tx,
  around: Around,
  flow: Flow,
  { review_state, values }: Pick<RecordRow, 'review_state' | 'values'>,
  event: EventDef,
): Promise<Data> {
  const { data, gone } = await find(tx, around, flow, values);
  const asked = gone.length ? [event, ...alike(flow, review_state, event)].flatMap(read) : [];
  const field = gone.find((by) => asked.some((name) => relatedOf(name)?.by === by));
  if (field !== undefined) throw new Refusal(311, '$flow_guard_gone', { field });
  return data;
}

/** Whether a way on from a step asks a record that is gone: nobody is passed over there, as none can be taken. */
export async function asksGone(tx: Tx, around: Around, flow: Flow, step: number, values: RecordRow['values']): Promise<boolean> {
  const asked = [...(flow.steps.get(step)?.events.values() ?? [])].filter((event) => !isReject(flow, event)).flatMap(read);
  const by = new Set(asked.flatMap((name) => relatedOf(name)?.by ?? []));
  return by.size > 0 && (await find(tx, around, flow, values)).gone.some((one) => by.has(one));
}

async function find(tx: Tx, around: Around, flow: Flow, values: RecordRow['values']): Promise<Found> {
  const data: Data = {};
  const asked = new Map<string, string[]>();
  for (const name of guardFields(flow)) {
    const related = relatedOf(name);
    data[name] = related ? null : (values[name] ?? null);
    if (related) asked.set(related.by, [...(asked.get(related.by) ?? []), related.field]);
  }
  const gone: string[] = [];
  for (const [by, fields] of asked) {
    const id = values[by] ?? null;
    if (id === null) continue;
    const found = await namedBy(tx, around, by, Number(id), fields);
    if (!found) gone.push(by);
    for (const field of fields) data[`${by}.${field}`] = found?.[field] ?? null;
  }
  return { data, gone };
}

/** These fields of the record that a field names, of the same company; null where it is not there. */
async function namedBy(
  tx: Tx,
  { table, access }: Around,
  by: string,
  id: number,
  names: readonly string[],
): Promise<Readonly<Record<string, unknown>> | null> {
  const source = table.fields.get(by)?.source?.table;
  const target = source === undefined ? undefined : access.catalogue.table(source);
  if (!target) return null;
  const fields = names.flatMap((name): ResolvedField[] => {
    const field = target.fields.get(name);
    return field && field.storage !== 'none' ? [field] : [];
  });
  const columns = joined([sql`t.id as "row.id"`, ...fields.map((field) => readColumn(field, 't'))], ', ');
  const where = and(inCompany(target, 't'), sql`t.deleted_time is null`, byId(id));
  const statement = compile(sql`select ${columns} from ${relation(target)} t where ${where}`, access.asker);
  const [row] = await tx.query<Record<string, unknown>>(statement.text, statement.values);
  return row ? valuesOf(fields, row) : null;
}

const known = new WeakMap<Flow, readonly string[]>();

/** The names that guards, need_fields and promises of a flow ask for, each once. */
export function guardFields(flow: Flow): readonly string[] {
  const fields = known.get(flow) ?? namesAsked(flow);
  known.set(flow, fields);
  return fields;
}

/** The fields that name the records which guards of a flow ask. */
export const namingFields = (flow: Flow): string[] => [...new Set(guardFields(flow).flatMap((name) => relatedOf(name)?.by ?? []))];

function namesAsked(flow: Flow): readonly string[] {
  const events = [...flow.steps.values()].flatMap((step) => [...step.events.values()]);
  return [...new Set([...events.flatMap((event) => [...read(event), ...neededFields(event)]), ...flow.def.assert.flatMap(read)])];
}

const read = ({ where }: { where?: string | undefined }): string[] => (where ? fieldsOf(parseCondition(where)) : []);
