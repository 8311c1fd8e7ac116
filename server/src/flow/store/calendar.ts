import type { Tx } from '#server/db/db.ts';
import { spansOf, type WorkingTime } from '../kernel/clock/working.ts';

/** The working time of a company: its clock, the spans of its day, and its calendar (suites/sys calendar_day). */
export async function workingTime(tx: Tx, company: number): Promise<WorkingTime> {
  const [row] = await tx.query<{ zone: string; spans: string; days: { day: string; works: boolean }[] | null }>(
    `select c.time_zone as zone, c.work_hours as spans,
       (select json_agg(json_build_object('day', d.day, 'works', d.kind = 2)) from app.calendar_day d
         where d.company_id = c.id and d.deleted_time is null) as days
     from fw.company c where c.id = $1`,
    [company],
  );
  return { zone: row!.zone, spans: spansOf(row!.spans), days: new Map((row!.days ?? []).map(({ day, works }) => [day, works])) };
}
