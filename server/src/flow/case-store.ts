import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import { faultPoint } from '#server/ports/fault.ts';
import type { FlowDef } from './definition.ts';
import { type Case, DECIDES, type Diff, type FlowState, type Todo } from './model.ts';

/** Which record a case is of. */
export interface RecordRef {
  company: number;
  source: string;
  rowid: number;
}
export interface StoredCase {
  id: number;
  def_id: number;
  def: FlowDef;
  state: FlowState;
  /** time of the last log row */
  last_at: string;
}

const CASE_COLUMNS = 'state, visit, status, seq, create_entity, last_actor, last_from, last_rule, end_kind, finish_time';
const TODO_COLUMNS = `id, review_state, review_entity, create_entity, done_entity, back_state, visit, ord, rule, parent_id, event_id, outcome, remark,
  attachs, copies, urgent, limit_time, read_time, create_time, finish_time`;

/** The newest case of a record with its rows in order; null when it was never submitted. Call it with the record row locked to decide on it. */
export async function loadCase(tx: Tx, ref: RecordRef): Promise<StoredCase | null> {
  const [found] = await tx.query<Case & { id: number; def_id: number; def: FlowDef; last_at: string; todos: Todo[] | null }>(
    `select c.id, c.def_id, d.def, ${CASE_COLUMNS.replaceAll(/(\w+)(?=,|$)/g, 'c.$1')},
       (select json_agg(w order by w.id) from (select ${TODO_COLUMNS} from fw.flow_todo where company_id = c.company_id and case_id = c.id) w) as todos,
       (select l.at from fw.flow_log l where l.company_id = c.company_id and l.case_id = c.id and l.seq = c.seq) as last_at
     from fw.flow_case c join fw.flow_def d on d.id = c.def_id
     where c.company_id = $1 and c.source = $2 and c.rowid = $3 order by c.id desc limit 1`,
    [ref.company, ref.source, ref.rowid],
  );
  if (!found) return null;
  const { id, def_id, def, last_at, todos, ...stored } = found;
  return {
    id,
    def_id,
    def,
    last_at: iso(last_at)!,
    state: { case: { ...stored, finish_time: iso(stored.finish_time) }, todos: (todos ?? []).map(asTodo) },
  };
}

const iso = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

const asTodo = (row: Todo): Todo => ({
  ...row,
  limit_time: iso(row.limit_time),
  read_time: iso(row.read_time),
  create_time: iso(row.create_time)!,
  finish_time: iso(row.finish_time),
});

export async function allotIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await tx.query<{ id: number }>(`select nextval('fw.flow_todo_id_seq') as id from generate_series(1, $1::int)`, [count]);
  return rows.map((row) => row.id);
}

export interface Written {
  ref: RecordRef;
  /** null at the first Submit */
  caseId: number | null;
  defId: number;
  domain: number | null;
  keyName: string;
  requestId: string | null;
  /** command and env, for deciding again */
  cause: unknown;
}

/** Writes one numbered diff: case, log and a count message for everyone touched in one statement, then closings, turns and openings. */
export async function writeDiff(tx: Tx, of: Written, diff: Diff, holders: ReadonlyMap<number, number>): Promise<number> {
  const head =
    of.caseId === null
      ? [of.ref.company, of.ref.source, of.ref.rowid, of.domain, of.defId, diff.at, ...caseValues(diff.case)]
      : [of.ref.company, of.caseId, of.defId, ...caseValues(diff.case)];
  const [written] = await tx.query<{ id: number }>(of.caseId === null ? OPEN_CASE : MOVE_CASE, [
    ...head,
    ...logValues(of, diff),
    ...noticeValues(of, diff, holders),
  ]);
  if (!written) throw new Refusal(311);
  await faultPoint('flow.logged');
  await closeTodos(tx, of.ref.company, diff);
  await openTodos(tx, of, written.id, diff);
  await faultPoint('flow.todos');
  return written.id;
}

/** The log row and the outbox rows of the case `c`; their values begin at this place. */
const logged = (first: number): string => {
  const at = (n: number): string => `$${first + n}`;
  return `l as (insert into fw.flow_log (company_id, case_id, seq, op, actor, behalf, todo_id, event_id, from_state, to_state, remark, data, request_id, at)
      select $1::bigint, c.id, ${at(0)}::integer, ${at(1)}::text, ${at(2)}::bigint, ${at(3)}::bigint, ${at(4)}::bigint, ${at(5)}::bigint, ${at(6)}::integer,
        ${at(7)}::integer, ${at(8)}::text, ${at(9)}::jsonb, ${at(10)}::uuid, ${at(11)}::timestamptz from c),
    o as (insert into fw.outbox (company_id, user_id, kind, payload)
      select $1::bigint, n.user_id, n.kind, ${at(13)}::jsonb from jsonb_to_recordset(${at(12)}::jsonb) as n (user_id bigint, kind text))
    select id from c`;
};
const OPEN_CASE = `with c as (insert into fw.flow_case (company_id, source, rowid, subcompany_id, def_id, create_time, ${CASE_COLUMNS})
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id), ${logged(17)}`;
const MOVE_CASE = `with c as (update fw.flow_case set (def_id, ${CASE_COLUMNS}) = ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    where company_id = $1 and id = $2 returning id), ${logged(14)}`;

const logValues = (of: Written, diff: Diff): unknown[] => [
  ...[diff.case.seq, diff.op, diff.actor, diff.behalf, diff.todo_id, diff.event_id, diff.from_state, diff.to_state, diff.remark],
  ...[JSON.stringify({ def_id: of.defId, cause: of.cause, diff }), of.requestId, diff.at],
];

/** One outbox row for everyone whose list changes: who gets something new hears of it, the others' badges move. */
function noticeValues(of: Written, diff: Diff, holders: ReadonlyMap<number, number>): unknown[] {
  const kinds = new Map<number, string>();
  for (const { id } of [...diff.close, ...diff.turn]) kinds.set(holders.get(id)!, 'counts');
  for (const id of diff.read) kinds.set(holders.get(id)!, 'counts');
  for (const { id } of diff.turn) kinds.set(holders.get(id)!, 'todo');
  for (const todo of diff.open)
    kinds.set(todo.review_entity, todo.review_state === 6 ? 'cc' : DECIDES.has(todo.review_state) ? 'todo' : 'counts');
  kinds.set(diff.actor, 'counts');
  return [
    JSON.stringify([...kinds].map(([user_id, kind]) => ({ user_id, kind }))),
    JSON.stringify({ cloud: of.ref.source, id: of.ref.rowid, key_name: of.keyName }),
  ];
}

const caseValues = (of: Case): unknown[] => [
  of.state,
  of.visit,
  of.status,
  of.seq,
  of.create_entity,
  of.last_actor,
  of.last_from,
  of.last_rule,
  of.end_kind,
  of.finish_time,
];

/** Closings come before openings, or the one-live-row-a-person index would refuse a person who gets it again. */
async function closeTodos(tx: Tx, company: number, diff: Diff): Promise<void> {
  if (diff.read.length) {
    await tx.query(`update fw.flow_todo set read_time = coalesce(read_time, $3) where company_id = $1 and id = any($2)`, [
      company,
      diff.read,
      diff.at,
    ]);
  }
  if (diff.close.length) {
    await tx.query(
      `update fw.flow_todo t set review_state = c.review_state, finish_time = $2, done_entity = coalesce(c.done_entity, t.done_entity),
         event_id = coalesce(c.event_id, t.event_id), outcome = coalesce(c.outcome, t.outcome), remark = coalesce(c.remark, t.remark),
         attachs = coalesce(c.attachs, t.attachs), copies = coalesce(c.copies, t.copies)
       from jsonb_to_recordset($3::jsonb) as c (id bigint, review_state smallint, done_entity bigint, event_id bigint, outcome smallint,
         remark text, attachs text, copies bigint[])
       where t.company_id = $1 and t.id = c.id`,
      [company, diff.at, JSON.stringify(diff.close)],
    );
  }
  for (const { id, review_state } of diff.turn) {
    await tx.query('update fw.flow_todo set review_state = $3 where company_id = $1 and id = $2', [company, id, review_state]);
  }
}

async function openTodos(tx: Tx, of: Written, caseId: number, diff: Diff): Promise<void> {
  if (!diff.open.length) return;
  await tx.query(
    `insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, ${TODO_COLUMNS})
     select $1, $2, $3, $4, $5, $6, $7, ${TODO_COLUMNS}
     from jsonb_to_recordset($8::jsonb) as n (id bigint, review_state smallint, review_entity bigint, create_entity bigint, done_entity bigint,
       back_state integer, visit integer, ord integer, rule text, parent_id bigint, event_id bigint, outcome smallint, remark text, attachs text,
       copies bigint[], urgent smallint, limit_time timestamptz, read_time timestamptz, create_time timestamptz, finish_time timestamptz)`,
    [of.ref.company, caseId, of.ref.source, of.ref.rowid, of.domain, of.keyName, diff.case.create_entity, JSON.stringify(diff.open)],
  );
}
