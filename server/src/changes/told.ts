import { Refusal } from '#protocol/codes.ts';
import type { changeRowsOp, changesOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { CHANGE, CHANGE_ROW, type ChangeTold, MOST_OF_CHANGE } from '#protocol/wire/changes.ts';
import type { EntityValue, Reply } from '#protocol/wire/envelope.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { bound, column, sql, whole } from '#server/query/sql.ts';
import { readMatching, readSeen } from '#server/records/find/matching.ts';
import { maySeveral } from './demand.ts';
import { lateAt, TO_UNDO } from './undo.ts';

interface Lying extends Omit<ChangeTold, 'cloud' | 'key_name' | 'key_name_en' | 'fields' | 'undo'> {
  source: string;
  written: Record<string, unknown>;
  /** some of it stands to be taken back */
  stands: boolean;
}

const COLUMNS = `c.id, c.source, c.fields as written, c.of_change as of, c.status, c.reason, c.matched, c.total, c.changed, c.same, c.refused,
  to_char(c.created at time zone $6, 'YYYY-MM-DD HH24:MI:SS') as created, to_char(c.ended at time zone $6, 'YYYY-MM-DD HH24:MI:SS') as ended,
  (select coalesce(sum(u.changed), 0)::int from fw.change u where u.company_id = c.company_id and u.user_id = c.user_id and u.of_change = c.id) as taken,
  c.of_change is null and c.status <> ${CHANGE.running} and c.created >= $7
    and not exists (select from fw.change u where u.company_id = $1 and u.user_id = $2 and u.of_change = c.id and u.status = ${CHANGE.running})
    and exists (select from fw.change_row r where r.change_id = c.id and ${TO_UNDO}) as stands`;

/** The person's own changes, the newest first. */
export async function changesOf(house: House, session: Session, ask: RequestOf<typeof changesOp>): Promise<Reply> {
  const access = await openAccess(house, session);
  const { company, user } = session;
  const rows = await house.db.query<Lying & { all: number }>(
    `select ${COLUMNS}, count(*) over ()::int as all from fw.change c
     where c.company_id = $1 and c.user_id = $2 and ($3::bigint is null or c.id = $3) order by c.id desc limit $4::int offset $5::bigint`,
    [company.id, user.id, ask.id ?? null, ask.rows, (ask.page - 1) * ask.rows, company.time_zone, lateAt(house)],
  );
  return { rows: rows.map(({ all: _, ...row }) => ({ ...tell(access, row) })), total: rows[0]?.all ?? 0, total_kind: 'exact' };
}

function tell(access: Access, { source, written, stands, ...row }: Lying): ChangeTold {
  const table = tableOf(access, source);
  const names = table ? { key_name: table.def.key_name, key_name_en: table.def.key_name_en } : { key_name: '', key_name_en: '' };
  const fields = table ? Object.entries(written).flatMap(([name, value]) => fieldOf(table.fields.get(name), value)) : [];
  const undo = stands && table && maySeveral(access, table) ? 1 : 0;
  return { ...row, cloud: source, ...names, fields, undo };
}

/** Null where he may open it no more. */
function tableOf(access: Access, source: string): ResolvedTable | null {
  try {
    const table = access.table(source);
    access.grant(table, 'Page');
    return table;
  } catch (error) {
    if (error instanceof Refusal && error.code === 312) return null;
    throw error;
  }
}

function fieldOf(field: ResolvedField | undefined, value: unknown): ChangeTold['fields'] {
  if (!field) return [];
  const { key_name, key_name_en, data_type } = field.def;
  if (field.items) {
    const ids = String(value ?? '').split(',');
    const items = field.items.filter(({ id }) => ids.includes(String(id)));
    return [
      {
        key_name,
        key_name_en,
        value: items.map((item): EntityValue => ({ id: item.id, key_name: item.key_name, key_name_en: item.key_name_en })),
      },
    ];
  }
  const isNamed = data_type === 'entity' || data_type === 'entities';
  return [{ key_name, key_name_en, ...(isNamed && value !== '' ? {} : { value: String(value ?? '').slice(0, 200) }) }];
}

interface Row {
  id: number;
  status: number;
  code: number;
  remark: string;
  data: object | null;
  all: number;
}

/** What became of each record of the person's own change, by the names that he sees now; what he does not see has neither name nor more than its code. */
export async function rowsOf(house: House, session: Session, ask: RequestOf<typeof changeRowsOp>): Promise<Reply> {
  const access = await openAccess(house, session);
  const change = await ownChange(house.db, session, ask.id);
  const of = [session.company.id, ask.id] as const;
  const rows = await house.db.query<Row>(
    `select rowid as id, status, code, remark, data, count(*) over ()::int as all from fw.change_row
     where company_id = $1 and change_id = $2 and ($3::int is null or status = $3) order by status = ${CHANGE_ROW.refused} desc, rowid limit $4::int offset $5::bigint`,
    [...of, ask.only ? CHANGE_ROW[ask.only] : null, ask.rows, (ask.page - 1) * ask.rows],
  );
  const named = await namesOf(
    house,
    access,
    change.source,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map(({ all: _, ...row }) => {
      const names = named.get(row.id);
      return names ? { ...row, ...names } : { ...row, remark: '', data: null };
    }),
    total: rows[0]?.all ?? 0,
    total_kind: 'exact',
    data: { reasons: await reasonsOf(house, access, change.source, of) },
  };
}

async function ownChange(db: Tx, { company, user }: Session, id: number): Promise<{ source: string }> {
  const [change] = await db.query<{ source: string }>('select source from fw.change where company_id = $1 and user_id = $2 and id = $3', [
    ...[company.id, user.id, id],
  ]);
  if (!change) throw new Refusal(315);
  return change;
}

async function namesOf(
  house: House,
  access: Access,
  source: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { key_name: unknown; key_name_en?: unknown }>> {
  const table = tableOf(access, source);
  if (!table || ids.length === 0) return new Map();
  const filters = { fields: { id: { op: 'in' as const, value: [...ids] } } };
  const rows = await readMatching(house.db, access, access.grant(table, 'Page'), { filters, fields: 'id', most: ids.length });
  return new Map(rows.map(({ id, key_name, key_name_en }) => [id, { key_name: key_name ?? '', ...(key_name_en ? { key_name_en } : {}) }]));
}

const MOST_REASONS = 20;

interface Reason {
  code: number;
  remark: string;
  n: number;
  data: object | null;
}

/** Why some were refused, the most frequent first; what a reason says of one record alone is left out, and of one that he does not see all but its code. */
async function reasonsOf(house: House, access: Access, source: string, of: readonly [company: number, change: number]): Promise<Reason[]> {
  const rows = await house.db.query<Reason & { alike: boolean }>(
    `with told as (
       select r.code, case when s.id is null then '' else r.remark end as remark, case when s.id is not null then r.data end as data
       from fw.change_row r left join unnest($3::bigint[]) s (id) on s.id = r.rowid
       where r.company_id = $1 and r.change_id = $2 and r.status = ${CHANGE_ROW.refused})
     select code, remark, count(*)::int as n, min(data::text)::jsonb as data,
       count(data) in (0, count(*)) and min(data::text) is not distinct from max(data::text) as alike
     from told group by code, remark`,
    [...of, await seenOf(house, access, source, of)],
  );
  const reasons = new Map<string, Reason>();
  for (const { alike, ...row } of rows) {
    const reason = alike ? row : { ...row, remark: '', data: null };
    const key = `${reason.code} ${reason.remark}`;
    const known = reasons.get(key);
    reasons.set(key, known ? { ...known, n: known.n + reason.n, data: null } : reason);
  }
  return [...reasons.values()].sort((one, other) => other.n - one.n || one.code - other.code).slice(0, MOST_REASONS);
}

/** Which of the records that were refused he sees now. */
async function seenOf(
  house: House,
  access: Access,
  source: string,
  [company, change]: readonly [number, number],
): Promise<readonly number[]> {
  const table = tableOf(access, source);
  if (!table) return [];
  const only = sql`${column('t', 'id')} in (select rowid from fw.change_row where company_id = ${bound(company, 'bigint')}
    and change_id = ${bound(change, 'bigint')} and status = ${whole(CHANGE_ROW.refused)})`;
  return readSeen(house.db, access, access.grant(table, 'Page'), { only, most: MOST_OF_CHANGE });
}

/** Rows that are forgotten by one statement. */
const AT_ONCE = 5_000;

/** Forgets changes of a week ago, with what stood in their records: these first, and so many at once. */
export async function sweepChanges(db: Pick<Db, 'query'>, now: Date, atOnce = AT_ONCE): Promise<number> {
  const before = new Date(now.getTime() - 7 * 86_400_000);
  for (let gone = atOnce; gone === atOnce; )
    gone = (
      await db.query(
        `delete from fw.change_row where ctid = any(array(select r.ctid from fw.change c
           join fw.change_row r on r.company_id = c.company_id and r.change_id = c.id where c.created < $1 limit $2::int)) returning 1`,
        [before, atOnce],
      )
    ).length;
  return (await db.query('delete from fw.change where created < $1 returning 1', [before])).length;
}
