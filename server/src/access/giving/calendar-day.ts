import { addDays } from '#protocol/fields/calendar.ts';
import type { Value } from '#protocol/fields/kind.ts';
import { relation } from '#server/query/source.ts';
import { bound, compile, sql } from '#server/query/sql.ts';
import { type Guard, onField, touches, type Writing } from './guard.ts';

interface Days {
  day: Value;
  last_day: Value;
}

/** A row is a year at most: more is a mistyped year. */
const MOST_DAYS = 366;

/** Saves of the calendar: a range ends no earlier than it begins, and no day stands in two rows. */
export const guardCalendarDay: Guard = async (writing) => {
  const { tx, access, act, id, changes } = writing;
  if (act === 'Delete' || !touches(writing, ['day', 'last_day'])) return;
  const company = access.session.company.id;
  await queue(tx, company);
  const [stands] = id === null ? [] : await tx.query<Days>(STANDS, [company, id]);
  const { day, last_day: last }: Days = { day: null, last_day: null, ...stands, ...changes };
  if (last !== null && String(last) < String(day)) throw onField(writing, 305, 'dayBackwards', 'last_day');
  if (last !== null && String(last) >= addDays(String(day), MOST_DAYS)) throw onField(writing, 305, 'dayLong', 'last_day');
  const [other] = await tx.query<Other>(OTHER, [company, id, day, last ?? day]);
  if (!other) return;
  const names = { zh_CN: other.key_name, en_US: other.name_en || other.key_name };
  const said = (await isSeen(writing, other.id)) ? names : { zh_CN: '另一条记录', en_US: 'another row' };
  throw onField(writing, 310, 'dayTwice', 'day', { twice: other.day, other: said });
};

interface Other {
  id: number;
  key_name: string;
  name_en: string | null;
  day: string;
}

/** Whether whoever writes may read what that row is called. */
async function isSeen({ tx, access }: Writing, id: number): Promise<boolean> {
  const names = access.reader.names('calendar_day');
  if (!names) return false;
  const one = compile(
    sql`select 1 from ${relation(names.table)} d where d.id = ${bound(id, 'bigint')} and ${names.rows('d')}`,
    access.asker,
  );
  return (await tx.query(one.text, one.values)).length > 0;
}

/** Who writes days, or hours, of one company does so one after the other: of two at once the second finds the first. */
export const queue = (tx: Writing['tx'], company: number): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('working time of ' || $1, 0))`, [String(company)]);

const STANDS = `select to_char(d.day, 'YYYY-MM-DD') as day, to_char(d.last_day, 'YYYY-MM-DD') as last_day from app."calendar_day" d
where d.company_id = $1 and d.id = $2`;

/** The first other row that shares a day with it. */
const OTHER = `select d.id, d.key_name, d.name_en, to_char(greatest(d.day, $3::date), 'YYYY-MM-DD') as day from app."calendar_day" d
where d.company_id = $1 and d.id is distinct from $2::bigint and d.deleted_time is null
  and d.day <= $4::date and coalesce(d.last_day, d.day) >= $3::date order by d.day limit 1`;
