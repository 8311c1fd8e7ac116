import type { Tx } from '#server/db/db.ts';
import type { Week, WorkingTime } from '../kernel/clock/working.ts';

type Clock = string | null;
interface Row {
  zone: string;
  weeks: { since: string; weekdays: number[]; spans: [Clock, Clock][] }[] | null;
  days: { day: string; works: boolean }[] | null;
}

/**
 * The working time of a company: its clock, its weeks and its calendar (suites/sys work_time, calendar_day), as they lie: what was changed
 * counts from the next row that opens. Where rows share a day, one of the company's own counts before one that a version brought, whoever changed that.
 */
export async function workingTime(tx: Tx, company: number): Promise<WorkingTime> {
  const [row] = await tx.query<Row>(
    `select c.time_zone as zone,
       (select json_agg(json_build_object('since', w.since, 'weekdays', w.weekdays, 'spans', json_build_array(
           json_build_array(w.morning_from, w.morning_until), json_build_array(w.afternoon_from, w.afternoon_until))) order by w.since)
         from app.work_time w where w.company_id = c.id and w.deleted_time is null) as weeks,
       (select json_agg(json_build_object('day', g::date, 'works', d.kind = 2) order by not exists (
           select 1 from fw.seed s where s.table_name = 'calendar_day' and s.company_id = c.id and s.id = d.id),
           coalesce(d.modify_entity, d.create_entity) is not null, d.id)
         from app.calendar_day d, generate_series(d.day::timestamp, coalesce(d.last_day, d.day), interval '1 day') g
         where d.company_id = c.id and d.deleted_time is null) as days
     from fw.company c where c.id = $1`,
    [company],
  );
  const { zone, weeks, days } = row!;
  return { zone, weeks: (weeks ?? []).map(weekOf), days: new Map((days ?? []).map(({ day, works }) => [day, works])) };
}

const weekOf = ({ since, weekdays, spans }: NonNullable<Row['weeks']>[number]): Week => ({
  ...{ since, weekdays },
  spans: spans.flatMap(([from, until]) => (from && until ? [[from, until] as const] : [])),
});
