import { type Locale, Refusal } from '#protocol/codes.ts';
import { amountOf, type Decimal } from '#protocol/fields/decimal.ts';
import { label } from '#protocol/meta/naming.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { relation } from '#server/query/source.ts';
import { bound, compile, sql } from '#server/query/sql.ts';
import { namesOf } from '#server/records/row/names.ts';
import { inBoth } from '../../read/labels.ts';
import type { Ground } from '../ground.ts';
import { type Locked, type Occasion, saidOf } from './places.ts';
import { administratorsSaid, type Over, personSaid, sourceOf } from './who-mends.ts';

interface Lack {
  name: string;
  has: Decimal;
  left: Decimal;
  least: Decimal;
}

/** 305: less would be left of a number than has to be. What it has is told only to who may see it, once the transaction is over (`shortageSaid`). */
export function shortage(ground: Ground, { table, id }: Locked, one: Occasion, { name, has, left, least }: Lack): Refusal {
  const field = table.fields.get(name)!;
  const shown = (value: Decimal) => amountOf(value.toFixed(), field);
  const of = { cloud: table.name, id, name, has: shown(has), asked: shown(has.minus(left)), least: least.isZero() ? null : shown(least) };
  const data = { table: inBoth(table.def), field: inBoth(field.def), of };
  const source = sourceOf(ground, one, saidOf(one.def.values)[name]);
  if (!source) return new Refusal(305, ADMIN, data);
  const from = { ...data, from: source.label, from_field: source.name };
  const step = source.computed ? undefined : source.step;
  if (step ? step.value === String(one.from) : isFirst(one.from)) return new Refusal(305, HERE, from);
  if (step) return new Refusal(305, STEP, { ...from, step: inBoth(step) });
  return new Refusal(305, APPLICANT, { ...from, who: one.record.create_entity });
}

const HERE = '$flow_short_here';
const STEP = '$flow_short_step';
const APPLICANT = '$flow_short_applicant';
const ADMIN = '$flow_short_admin';

export const isShortage = ({ remark }: Refusal): boolean => [HERE, STEP, APPLICANT, ADMIN].includes(remark);

/** The shortage in the words that its reader may read: which record it is, what it has and what is asked, or that there is not enough of it. */
export async function shortageSaid(over: Over, { code, remark, data }: Refusal): Promise<Refusal> {
  const { of, ...rest } = data as { of: Of; table: Record<Locale, string>; field: Record<Locale, string> };
  const table = over.access.catalogue.table(of.cloud);
  const seen = table !== undefined && (await isSeen(over, table, of));
  const named = seen ? (await namesOf(over.house.db, over.access, of.cloud, [of.id])).get(of.id) : undefined;
  const key = !seen ? 'flow_short_unseen' : of.least ? 'flow_short_least' : 'flow_short_seen';
  const said = (locale: Locale) =>
    remarkText(code, `$${key}`, { ...rest, ...of, record: { [locale]: label(named, locale) || `#${of.id}` } }, locale);
  const short = { zh_CN: said('zh_CN'), en_US: said('en_US') };
  const { who } = data;
  const person = remark === ADMIN ? await administratorsSaid(over) : who === undefined ? undefined : await personSaid(over, who);
  const { name: _, ...figures } = of;
  return new Refusal(code, remark, { ...rest, short, ...(person === undefined ? {} : { who: person }), ...(seen ? figures : {}) });
}

interface Of {
  cloud: string;
  id: number;
  name: string;
  has: Record<Locale, string>;
  asked: Record<Locale, string>;
  least: Record<Locale, string> | null;
}

/** Whether the reader may see the number of that record. */
async function isSeen({ house, access }: Over, table: ResolvedTable, { id, name }: Of): Promise<boolean> {
  if (!access.may(table, 'List')) return false;
  const grant = access.grant(table, 'List');
  const sees = grant.sees(name, 't');
  if (sees === false) return false;
  const may = sees === true ? sql`true` : sees;
  const statement = compile(
    sql`select ${may} as seen from ${relation(table)} t where t.id = ${bound(id, 'bigint')} and ${grant.rows('t')}`,
    access.asker,
  );
  const [row] = await house.db.query<{ seen: boolean }>(statement.text, statement.values);
  return row?.seen === true;
}
