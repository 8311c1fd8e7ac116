import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '../catalogue.ts';

/**
 * Hours that were set by SQL, before a page kept them, come into the week that a version brought, as long as nobody touched that and no
 * other stands beside it: once, as the row is another then. Falls with the column `work_hours` (docs/decisions/236).
 */
export async function carryHours(tx: Tx, catalogue: Catalogue, company: number, say: (line: string) => void): Promise<void> {
  if (!catalogue.tableOf('sys.work_time')) return;
  const [untouched] = await tx.query<{ id: number; work_hours: string }>(UNTOUCHED, [company]);
  if (!untouched) return;
  const { id, work_hours } = untouched;
  const [morning, afternoon, more] = work_hours.split(',').map((span) => SPAN.exec(span.trim())?.slice(1));
  const day = [...(morning ?? []), ...(afternoon ?? [])];
  const fits = morning !== undefined && more === undefined && (afternoon !== undefined || !work_hours.includes(','));
  if (!fits || !day.every((clock, at) => at === 0 || day[at - 1]! < clock || (at === 2 && day[1] === clock)))
    return say(`working hours in company ${company}: the page of working hours cannot hold ${work_hours}, type them there`);
  const [from, until, after = null, end = null] = day.map((clock) => `${clock}:00`);
  await tx.query(CARRY, [company, id, from, until, after, end]);
}

const SPAN = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

const UNTOUCHED = `select w.id, c.work_hours from app.work_time w join fw.company c on c.id = w.company_id
  where w.company_id = $1 and c.id = $1 and c.work_hours <> '09:00-12:00,13:00-18:00'
    and w.version = 1 and w.modify_entity is null and w.deleted_time is null
    and exists (select 1 from fw.seed s where s.company_id = $1 and s.table_name = 'work_time' and s.id = w.id)
    and not exists (select 1 from app.work_time o where o.company_id = $1 and o.id <> w.id and o.deleted_time is null)`;

const CARRY = `update app.work_time set morning_from = $3, morning_until = $4, afternoon_from = $5, afternoon_until = $6,
  version = version + 1, modify_entity = null, modify_time = now() where company_id = $1 and id = $2`;
