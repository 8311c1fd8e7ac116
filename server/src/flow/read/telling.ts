import { Refusal } from '#protocol/codes.ts';
import type { Chart } from '#protocol/rules/chart.ts';
import { type Condition, fieldsOf } from '#protocol/rules/condition/condition.ts';
import { relatedOf, titled } from '#protocol/rules/condition/related.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { underCase } from '#server/meta/pinned.ts';
import { readRecord } from '#server/records/read/get.ts';
import { drawnField } from '#server/records/read/told/told.ts';
import { namesOf } from '#server/records/row/names.ts';
import { grantOrNull } from '#server/records/row/stored.ts';
import { namesIn as kindsIn } from '../definition/definition.ts';
import { guardData } from '../store/guard-data.ts';
import { namedIn, sayCondition, type Telling } from './said.ts';
import { factsFor, type Look, type SeenCase } from './seen-case.ts';
import type { Link } from './way.ts';

type Told = Pick<Chart, 'fields' | 'values'> & { _currency?: Currency };

/** What the conditions speak of, read as the record's page shows it: under the case's own flow, fields and names that the reader sees. */
export async function telling(
  look: Look,
  seen: SeenCase,
  links: readonly Link[],
): Promise<{ tell: (condition: Condition) => ReturnType<typeof sayCondition>; told: Told }> {
  const { house, session, access, table } = look;
  const { flow, record } = seen;
  const conditions = links.flatMap(({ where }) => (where ? [where] : []));
  const { fields, values, currency } = await readFor(look, seen, [...new Set(conditions.flatMap(fieldsOf))]);
  const field = (name: string) => fields.find((one) => one.name === name);
  const named = new Map<string, Awaited<ReturnType<typeof namesOf>>>();
  const ids = conditions.flatMap((condition) => namedIn(condition, field));
  for (const source of new Set(ids.map((one) => one.source))) {
    const own = ids.filter((one) => one.source === source).map(({ id }) => id);
    named.set(source, await namesOf(house.db, access, source, own));
  }
  const all: Telling = {
    names: kindsIn(access.catalogue, table.def),
    facts: factsFor(house, session, await guardData(house.db, look, flow, record.values)),
    field,
    named: (source, id) => named.get(source)?.get(id) ?? { id: 0, unauthorized: 1 },
  };
  return {
    tell: (condition) => sayCondition(condition, all),
    told: {
      fields: fields.map(drawnField),
      values,
      ...(currency ? { _currency: currency } : {}),
    },
  };
}

/** Of the fields that conditions ask those that the reader sees, with what is there. */
interface Seen {
  fields: ResolvedField[];
  values: Record<string, unknown>;
  currency?: Currency;
}

async function readFor(look: Look, { flow, record, pinned }: SeenCase, names: readonly string[]): Promise<Seen> {
  const { house, access, table } = look;
  const grant = access.grant(pinned === null ? table : underCase(table, pinned, flow.def), 'Show');
  const isSeen = (name: string): boolean => table.fields.has(name) && grant.sees(name, 't') !== false;
  const asked = [...new Set(names.map((name) => relatedOf(name)?.by ?? name))].filter(isSeen);
  const shown: Record<string, unknown> = asked.length ? { ...(await readRecord(house, access, grant, record.id, asked.join())) } : {};
  const own = asked.filter((name) => name in shown && names.includes(name)).map((name) => table.fields.get(name)!);
  const found: Seen = { fields: own, values: Object.fromEntries(own.map(({ name }) => [name, shown[name]])) };
  for (const name of names) {
    const by = relatedOf(name)?.by;
    const field = by !== undefined && by in shown ? await readNamed(look, table.fields.get(by)!, name, record.values[by]) : null;
    if (!field) continue;
    found.fields.push(field.of);
    found.values[name] = field.value;
  }
  return '_currency' in shown ? { ...found, currency: shown._currency as Currency } : found;
}

/** A field of the record that another one names, for who may look at it there; null for anybody else. */
async function readNamed(
  { house, access }: Look,
  by: ResolvedField,
  name: string,
  id: unknown,
): Promise<{ of: ResolvedField; value: unknown } | null> {
  const { field } = relatedOf(name)!;
  const target = by.source && access.catalogue.table(by.source.table);
  const grant = target && grantOrNull({ access }, target, 'Show');
  const of = target?.fields.get(field);
  if (!grant || !of || grant.sees(field, 't') === false) return null;
  const told = { ...of, name, def: { ...of.def, field_name: name, ...titled(by.def, of.def) } };
  if (id === null || id === undefined) return { of: told, value: null };
  const shown: object | null = await readRecord(house, access, grant, Number(id), field).catch(unseen);
  return shown && field in shown ? { of: told, value: (shown as Record<string, unknown>)[field] } : null;
}

/** What is out of his reach, or gone, is not told. */
function unseen(error: unknown): null {
  if (error instanceof Refusal && (error.code === 315 || error.code === 312)) return null;
  throw error;
}
