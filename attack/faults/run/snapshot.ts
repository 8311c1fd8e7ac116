import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTS } from '../play/suite.ts';

/** What runs the oracle's own SQL: the driver alone, nothing of the product. */
export type Sql = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface ShipmentVersion {
  id: number;
  version: number;
  memo: string | null;
  total: number;
  live: boolean;
  op: string | null;
}
export interface Snapshot {
  /** closed and live versions of every shipment, in order */
  versions: ShipmentVersion[];
  /** live shipments: the amounts of their rows added up, and whether record and request id were written by one transaction */
  shipments: { id: number; deleted: boolean; total: number; sum: number; xmin: string; create_entity: number }[];
  rids: { user_id: number; rid: string; what: string; id: number | null; version: number | null; xmin: string }[];
  voyages: { id: number; state: number; reviewers: number[]; deleted: boolean; memo: string | null; fare: number; stops: number }[];
  cases: { rowid: number; status: number; state: number; visit: number; seq: number }[];
  log: { rowid: number; seq: number; op: string; actor: number; todo_id: number | null; rid: string | null; xmin: string }[];
  todos: {
    id: number;
    rowid: number;
    review_state: number;
    review_entity: number;
    back_state: number;
    visit: number;
    outcome: number | null;
    rule: string;
  }[];
  outbox: { xmin: string; rowid: number; user_id: number }[];
  arrivals: { voyage: number; fare: number }[];
  files: { id: number; key: string; length: number; sha256: string; rowid: number | null }[];
  papers: { id: number; paper: number[] }[];
  /** what lies in the folder of files, by name */
  disk: ReadonlyMap<string, { length: number; sha256: string }>;
}

const sumOf = (table: string, parent: string, id: string) =>
  `coalesce((select sum(r.price) from app.${table} r where r.${parent} = ${id} and r.deleted_time is null), 0)`;
const SHIPMENT_SUM = PARTS.map((part) => sumOf(part, 'shipment_entity', 't.id')).join(' + ');

/** Everything that the checker compares with what clients saw, read in one instant (`sql` must be one transaction's). */
export async function readSnapshot(sql: Sql, folder: string): Promise<Snapshot> {
  return {
    versions: await sql(
      `select id, version, memo, total::float8 as total, false as live, hist_op as op from hist.shipment
       union all select id, version, memo, total::float8, true, null from app.shipment order by id, version`,
    ),
    shipments: await sql(
      `select t.id, t.deleted_time is not null as deleted, t.total::float8 as total, (${SHIPMENT_SUM})::float8 as sum, t.xmin::text as xmin,
         t.create_entity from app.shipment t order by t.id`,
    ),
    rids: await sql(
      `select user_id, rid::text as rid, what, coalesce(answer ->> 'id', answer -> 'data' ->> 'id')::bigint as id, (answer ->> 'version')::int as version, xmin::text as xmin from fw.rid`,
    ),
    voyages: await sql(
      `select t.id, t.review_state as state, to_json(t.reviewers) as reviewers, t.deleted_time is not null as deleted, t.memo, t.fare::float8 as fare,
         (${sumOf('voyage_stop', 'voyage_entity', 't.id')})::float8 as stops from app.voyage t order by t.id`,
    ),
    cases: await sql(`select rowid, status, state, visit, seq from fw.flow_case where source = 'voyage' order by id`),
    log: await sql(
      `select c.rowid, l.seq, l.op, l.actor, l.todo_id, l.request_id::text as rid, l.xmin::text as xmin
       from fw.flow_log l join fw.flow_case c on c.company_id = l.company_id and c.id = l.case_id order by l.case_id, l.seq`,
    ),
    todos: await sql('select id, rowid, review_state, review_entity, back_state, visit, outcome, rule from fw.flow_todo order by id'),
    outbox: await sql(`select xmin::text as xmin, (payload ->> 'id')::bigint as rowid, user_id from fw.outbox`),
    arrivals: await sql('select voyage_entity as voyage, fare::float8 as fare from app.arrival'),
    files: await sql('select id, key_name as key, length, sha256, rowid from fw.file'),
    papers: await sql('select id, to_json(paper) as paper from app.shipment where paper is not null'),
    disk: await readDisk(folder),
  };
}

export async function readDisk(folder: string): Promise<Snapshot['disk']> {
  const found = new Map<string, { length: number; sha256: string }>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    found.set(entry.name, { length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return found;
}

/** Which shipments a person may list, written from the roles' words and nothing else. */
export async function mayList(sql: Sql, who: { id: number; scope: 'own' | 'dept' | 'all'; department: number }): Promise<number[]> {
  const scope = { own: 'create_entity = $1', dept: 'department_entity = $2', all: 'true' }[who.scope];
  const rows = await sql<{ id: number }>(
    `select id from app.shipment where deleted_time is null and ${scope} and ($1::bigint > 0 and $2::bigint > 0) order by id`,
    [who.id, who.department],
  );
  return rows.map((row) => row.id);
}
