import { Refusal } from '#protocol/codes.ts';
import { isSpan, type Span } from '#protocol/wire/spans.ts';
import { ASKER } from '../asker.ts';
import type { Names } from '../names.ts';
import { daysAfter, type Sql, sql } from '../sql.ts';

const begun = (unit: Sql): Sql => sql`date_trunc(${unit}, ${ASKER.today}::timestamp)::date`;
const MONTH = begun(sql`'month'`);
const QUARTER = begun(sql`'quarter'`);
const YEAR = begun(sql`'year'`);
const TOMORROW = daysAfter(ASKER.today, 1);
const later = (day: Sql, step: Sql): Sql => sql`(${day} + interval ${step})::date`;

/** First day, and the one after the last. */
const DAYS: Readonly<Record<Span, readonly [Sql, Sql]>> = {
  today: [sql`${ASKER.today}`, TOMORROW],
  days7: [daysAfter(ASKER.today, -6), TOMORROW],
  days30: [daysAfter(ASKER.today, -29), TOMORROW],
  days90: [daysAfter(ASKER.today, -89), TOMORROW],
  month: [MONTH, later(MONTH, sql`'1 month'`)],
  last_month: [later(MONTH, sql`'-1 month'`), MONTH],
  quarter: [QUARTER, later(QUARTER, sql`'3 months'`)],
  year: [YEAR, later(YEAR, sql`'1 year'`)],
  last_year: [later(YEAR, sql`'-1 year'`), YEAR],
};

/** Days and instants that lie in a span beside today, on the company's clock; 317 for what is neither, and for a span that there is not. */
export function compileDuring(path: string, value: unknown, names: Names): Sql {
  const { sql: at, kind } = names.value(path);
  if ((kind !== 'date' && kind !== 'datetime') || !isSpan(value)) throw new Refusal(317);
  const [first, after] = DAYS[value];
  if (kind === 'date') return sql`(${at} >= ${first} and ${at} < ${after})`;
  const [begins, ends] = [first, after].map((day) => sql`(${day}::timestamp at time zone ${ASKER.zone})`) as [Sql, Sql];
  return sql`(${at} >= ${begins} and ${at} < ${ends})`;
}
