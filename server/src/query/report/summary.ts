import type { Bucket } from '#protocol/meta/report/summary.ts';
import { merged } from '#protocol/rules/report/where.ts';
import { type FieldFilter, type Filters, filtersIn, type OneFilter } from '#protocol/wire/filters.ts';
import { countOf, ROWS_COUNTED, type Summary, summariesOf } from '#server/meta/summaries.ts';
import { compileFilters } from '../filters.ts';
import type { Gate } from '../gate.ts';
import { createNames, type Names } from '../names.ts';
import { askedOf } from '../reading.ts';
import { aliasName, and, column, constant, isOnly, NONE, name, type Sql, sql } from '../sql.ts';
import { joinsOf, type KeyOf, keyOf } from './keys.ts';
import type { Balance } from './last.ts';
import type { PlanMeasure, ReportLeg } from './leg.ts';

/** Where a leg is counted, and how: of its rows, or of a summary of them. */
export interface Counting {
  readonly from: Sql;
  readonly where: Sql;
  /** what is read of each row, beside its keys, by name */
  readonly columns: readonly (readonly [name: string, value: Sql])[];
  /** a figure for each measure, over these columns */
  readonly figures: readonly Sql[];
  /** whether any row stands under a key; absent: it does where it is found */
  readonly there?: Sql;
}

/** Rows that a row of a summary stands for, as the statement calls them. */
const ROWS = 'c0';

/**
 * The same figures of a summary of the table, the first that says all that they hang on: rights, what is asked, keys and conditions read nothing
 * but what it has for each of its rows, and the figures are counts, or sums of what it adds up. Undefined where none does: then rows are read.
 */
export function summed(leg: ReportLeg, keys: readonly KeyOf[], names: Names, balance: Balance | undefined): Counting | undefined {
  const summaries = summariesOf(leg.gate.table);
  if (summaries.length === 0 || leg.asOf || !leg.measures.every(isAdded)) return undefined;
  const asked = askedOf(leg, names);
  for (const summary of summaries) {
    const where = leg.gate.summary('t', summary.plain);
    // balances tell of single periods, which days that are put together do not
    if (balance && !balance.columns.every(([, value]) => isOnly(value, 't', summary.plain))) continue;
    const added = leg.measures.flatMap((measure) => addedOf(measure, summary, leg, names, balance) ?? []);
    if (!where || added.length < leg.measures.length || !says(summary, leg, keys, [...asked, names.joins(), joinsOf(keys)])) continue;
    return {
      from: sql`${constant(summary.relation)} ${aliasName('t')}`,
      where: and(where, ...asked),
      columns: [[ROWS, column('t', ROWS_COUNTED)], ...[...added, ...(balance ? [balance] : [])].flatMap(({ columns }) => columns)],
      figures: added.map(({ figure }) => figure),
      there: sql`sum(${name(ROWS)}) > 0`,
    };
  }
  return undefined;
}

/** A summary has sums of fields, and no product of two. */
const isAdded = ({ of, times }: PlanMeasure): boolean => (of === 'count' || of === 'sum') && times === undefined;

/** The rows that an aggregate is of: those of which all of this holds. */
export const filterOf = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? NONE : sql`filter (where ${and(...conditions)})`);

interface Added {
  readonly columns: Counting['columns'];
  readonly figure: Sql;
}

/** A count or a sum; undefined where the summary does not add it up, or not the rows that it is of. */
function addedOf(
  { at, path, asked, last }: PlanMeasure,
  { sum, plain }: Summary,
  leg: ReportLeg,
  names: Names,
  balance: Balance | undefined,
): Added | undefined {
  const condition = asked.length === 0 ? undefined : compileFilters({ fields: merged(asked) }, names, leg);
  if (condition && !isOnly(condition, 't', plain)) return undefined;
  const [values, counts, where] = [`v${at + 1}`, `c${at + 1}`, `w${at + 1}`];
  const only = (also?: Sql): Sql => filterOf([...(condition ? [name(where)] : []), ...(also ? [also] : [])]);
  const told = (count: (also?: Sql) => Sql): Sql => (last && balance ? balance.figure(count) : count());
  const conditions: Counting['columns'] = condition ? [[where, condition]] : [];
  if (path === undefined)
    return { columns: conditions, figure: told((also) => sql`coalesce(sum(${name(ROWS)}) ${only(also)}, 0)::bigint`) };
  const seen = sum.has(path) ? seenBy(leg.gate, path, plain) : undefined;
  if (!seen) return undefined;
  return {
    columns: [[values, seen(column('t', path))], [counts, seen(column('t', countOf(path)))], ...conditions],
    // of values that are all empty there is no sum
    figure: told((also) => {
      const when = only(also);
      return sql`(case when sum(${name(counts)}) ${when} > 0 then sum(${name(values)}) ${when} end)::text`;
    }),
  };
}

/** What a reader sees of a column; undefined where that hangs on what the summary does not say. */
function seenBy(gate: Gate, path: string, plain: ReadonlySet<string>): ((of: Sql) => Sql) | undefined {
  const sees = gate.sees(path, 't');
  if (sees === true) return (of) => of;
  return sees !== false && isOnly(sees, 't', plain) ? (of) => sql`case when ${sees} then ${of} end` : undefined;
}

/** Whether keys, and what is asked, are of columns that hold of a row of the summary what they hold of all rows that it stands for. */
function says({ plain, days }: Summary, leg: ReportLeg, keys: readonly KeyOf[], asked: readonly Sql[]): boolean {
  const isDay = ({ target, field }: KeyOf): boolean => {
    const bucket = days.get(target.path);
    return bucket !== undefined && target.type === 'DATE' && WITHIN[bucket].includes(target.period) && field.storage === 'date';
  };
  const values = keys.filter((key) => !isDay(key)).map(({ value }) => value);
  return (
    [...values, ...(days.size === 0 ? asked : besideDays(leg, keys, days))].every((part) => isOnly(part, 't', plain)) &&
    [...days.keys()].every((path) => seenBy(leg.gate, path, plain) !== undefined)
  );
}

/** What is asked beside whole buckets of days, with the joins that this and the keys take. */
function besideDays(leg: ReportLeg, keys: readonly KeyOf[], days: Summary['days']): readonly Sql[] {
  const names = createNames(leg.reader, leg.gate);
  const others = keys.flatMap(({ target }, at) => (days.has(target.path) ? [] : [keyOf(target, names, leg, at)]));
  for (const { path, asked } of leg.measures) {
    if (path !== undefined) names.value(path);
    compileFilters({ fields: merged(asked) }, names, leg);
  }
  const fields = without(leg.filters, days);
  return [...askedOf({ ...leg, filters: { ...leg.filters, fields } }, names), names.joins(), joinsOf(others)];
}

/** Periods that no bucket of these days goes beyond. */
const WITHIN: Readonly<Record<Bucket, readonly string[]>> = {
  MONTH: ['MONTH', 'QUARTER', 'YEAR'],
  QUARTER: ['QUARTER', 'YEAR'],
  YEAR: ['YEAR'],
};

/** What is asked of fields, but for spans of days that begin and end with a bucket: of them it asks the same of its first day. */
function without({ fields = {} }: Filters, days: Summary['days']): Record<string, FieldFilter> {
  return Object.fromEntries(
    Object.entries(fields).filter(([path, filter]) => {
      const bucket = days.get(path);
      return !bucket || !filtersIn(filter).every((one) => isWhole(one, bucket));
    }),
  );
}

const FIRST: Readonly<Record<Bucket, RegExp>> = { MONTH: /-01$/, QUARTER: /-(01|04|07|10)-01$/, YEAR: /-01-01$/ };

function isWhole(filter: OneFilter, bucket: Bucket): boolean {
  if (!Array.isArray(filter)) return false;
  const [from, to] = filter;
  const begins = (day: unknown): boolean => typeof day === 'string' && DAY.test(day) && FIRST[bucket].test(day);
  const isOpen = (day: unknown): boolean => day === null || day === '';
  return (isOpen(from) || begins(from)) && (isOpen(to) || (typeof to === 'string' && DAY.test(to) && begins(dayAfter(to))));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** '' for what is no day of the calendar. */
function dayAfter(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + DAY_MS).toISOString().slice(0, 10);
}
