import { isFirst } from '#protocol/rules/states.ts';
import { LIVE } from '#protocol/rules/todo.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { type Named as Names, namesOf } from '#server/records/row/names.ts';
import type { Work } from '#server/records/row/work.ts';
import { lockAccount, type Named, namedTable } from './account.ts';

/** Rows of a page of what somebody holds. */
const HELD_ROWS = 100;

/** An open to-do of somebody; `since` and `limit_time` are instants. */
type HeldRow = {
  id: number;
  cloud: string;
  table: Named;
  /** `{id: 0, unauthorized: 1}` where the reader may not see the record */
  record: EntityValue;
  step: Named;
  review_state: number;
  since: string;
  limit_time: string | null;
  /** with him as the applicant: nobody else could send it in */
  own: 0 | 1;
};

interface Found {
  id: number;
  source: string;
  rowid: number;
  review_state: number;
  back_state: number;
  step: Named | null;
  create_time: string;
  limit_time: string | null;
  total: number;
}

/** A page of somebody's open to-dos, the longest waiting first, for who may act upon his account. Records are named as far as the reader may see them. */
export async function readHeld(
  work: Work,
  table: ResolvedTable,
  { user, page }: { user: number; page: number },
): Promise<{ rows: HeldRow[]; total: number }> {
  const { tx, session, access } = work;
  await lockAccount(work, table, user);
  const found = await tx.query<Found>(HELD, [session.company.id, user, HELD_ROWS, (page - 1) * HELD_ROWS]);
  const names = new Map<string, Names>();
  for (const source of new Set(found.map((row) => row.source))) {
    const of = found.filter((row) => row.source === source).map(({ rowid }) => rowid);
    names.set(source, await namesOf(tx, access, source, of));
  }
  const rows = found.map(
    ({ id, source, rowid, step, back_state, review_state, create_time, limit_time }): HeldRow => ({
      ...{ id, cloud: source, table: namedTable(access, source), review_state, since: create_time, limit_time },
      record: names.get(source)?.get(rowid) ?? { id: 0, unauthorized: 1 },
      step: step ?? { key_name: String(back_state), key_name_en: String(back_state) },
      own: isFirst(back_state) ? 1 : 0,
    }),
  );
  return { rows, total: found[0]?.total ?? (page > 1 ? await countHeld(tx, session.company.id, user) : 0) };
}

/** Beyond the last page nothing says how many there are. */
async function countHeld(tx: Tx, company: number, user: number): Promise<number> {
  const [counted] = await tx.query<{ n: number }>(`select count(*)::int as n from fw.flow_todo w where ${OPEN}`, [company, user]);
  return counted!.n;
}

/** The ids of all of them, at most so many, the longest waiting first. */
export async function heldIds(tx: Tx, company: number, user: number, most: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(`select w.id from fw.flow_todo w where ${OPEN} order by w.create_time, w.id limit $3`, [
    company,
    user,
    most,
  ]);
  return rows.map(({ id }) => id);
}

/** The states stand in the text, so that the index of live rows is taken. */
const OPEN = `w.company_id = $1 and w.review_entity = $2 and w.review_state in (${[...LIVE].join()})`;

/** Steps go by the flow that the case runs under; a returned draft has the step of the application. */
const HELD = `
select w.id, w.source, w.rowid, w.review_state, w.back_state, w.create_time, w.limit_time, count(*) over () as total,
  (select jsonb_build_object('key_name', s ->> 'key_name', 'key_name_en', s ->> 'key_name_en') from fw.flow_def d
     cross join lateral jsonb_array_elements(d.def -> 'states') s
     where d.id = c.def_id and s ->> 'value' = greatest(w.back_state, 1)::text limit 1) as step
from fw.flow_todo w join fw.flow_case c on c.company_id = w.company_id and c.id = w.case_id
where ${OPEN} order by w.create_time, w.id limit $3 offset $4`;
