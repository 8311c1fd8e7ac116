import { DECIDES } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';
import { INACTIVE_PERSON } from '#server/meta/person.ts';
import type { Session } from '#server/meta/session.ts';
import type { FlowDef } from '../definition/definition.ts';
import type { Case, FlowState, Todo } from '../kernel/model.ts';
import type { Published } from './publish.ts';

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

export const CASE_COLUMNS =
  'state, visit, status, seq, create_entity, last_actor, last_from, last_rule, resume_state, resume_entity, end_kind, finish_time';
export const TODO_COLUMNS = `id, review_state, review_entity, create_entity, done_entity, back_state, visit, ord, rule, roles, parent_id, event_id, outcome, remark, skipped, resume, asked,
  attachs, copies, urgent, urge_time, limit_time, read_time, create_time, finish_time`;

/** The newest case of a record with its rows in order; its definition only where it is another than the one known. */
const NEWEST = `select c.id, c.def_id, (select d.def from fw.flow_def d where d.id = c.def_id and d.id is distinct from $4::bigint) as def,
    ${CASE_COLUMNS.replaceAll(/(\w+)(?=,|$)/g, 'c.$1')},
    (select json_agg(w order by w.id) from (select ${TODO_COLUMNS} from fw.flow_todo where company_id = c.company_id and case_id = c.id) w) as todos,
    (select l.at from fw.flow_log l where l.company_id = c.company_id and l.case_id = c.id and l.seq = c.seq) as last_at
  from fw.flow_case c where c.company_id = $1 and c.source = $2 and c.rowid = $3 order by c.id desc limit 1`;

/**
 * Whose rows the person may handle at the decision's time, which is never before that of the last log row; an administrator also those of
 * the case's holders, and of the applicant, who are not active any more (people.ts).
 */
const DECISION = `select s.*, array(select a.user_entity from fw.flow_agent a
    where a.company_id = $1 and a.agent_entity = $5 and a.begin_time <= greatest($6::timestamptz, s.last_at)
      and a.end_time > greatest($6::timestamptz, s.last_at) and (a.sources is null or $2 = any(a.sources))
    union select u.id from app."user" u where $7::boolean and u.company_id = $1 and ${INACTIVE_PERSON}
      and (u.id = $8::bigint or u.id in (select w.review_entity from fw.flow_todo w
        where w.company_id = $1 and w.case_id = s.id and w.review_state in (${[...DECIDES].join()})))) as principals
  from (values (1)) here (one) left join lateral (${NEWEST}) s on true`;

type Found = Case & { id: number; def_id: number; def: FlowDef | null; last_at: string; todos: Todo[] | null };

/** The newest case of a record with its rows in order; null when it was never submitted. */
export async function loadCase(tx: Tx, ref: RecordRef, known?: Published): Promise<StoredCase | null> {
  const [found] = await tx.query<Found>(NEWEST, [ref.company, ref.source, ref.rowid, known?.id ?? null]);
  return found ? caseOf(found, known) : null;
}

export interface Decidable {
  stored: StoredCase | null;
  /** holders whose rows the actor may handle now: as their agent, or because they have left */
  principals: number[];
}

/** What a decision starts from, in one statement. Call it with the record row locked, or what it reads may be over. */
export async function loadDecidable(
  tx: Tx,
  ref: RecordRef,
  by: { session: Session; creator: number; now: Date; published: Published },
): Promise<Decidable> {
  const { user, root } = by.session;
  const values = [ref.company, ref.source, ref.rowid, by.published.id, user.id, by.now, root, by.creator];
  const [row] = await tx.query<(Found | { id: null }) & { principals: number[] }>(DECISION, values);
  const { principals, ...found } = row!;
  return { stored: found.id === null ? null : caseOf(found as Found, by.published), principals };
}

function caseOf({ id, def_id, def, last_at, todos, ...stored }: Found, known?: Published): StoredCase {
  return {
    id,
    def_id,
    def: def ?? known!.def,
    last_at: iso(last_at)!,
    state: { case: { ...stored, finish_time: iso(stored.finish_time) }, todos: (todos ?? []).map(asTodo) },
  };
}

const iso = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

const asTodo = (row: Todo): Todo => ({
  ...row,
  limit_time: iso(row.limit_time),
  urge_time: iso(row.urge_time),
  read_time: iso(row.read_time),
  create_time: iso(row.create_time)!,
  finish_time: iso(row.finish_time),
});

/** What the guards of its flow read of a record when it was last sent back from a step, by the names of that flow; null where it was not. */
export async function dataAtReturn(tx: Tx, company: number, caseId: number, step: number): Promise<Record<string, unknown> | null> {
  const [row] = await tx.query<{ data: Record<string, unknown> | null }>(
    `select data #> '{cause,env,record,data}' as data from fw.flow_log
     where company_id = $1 and case_id = $2 and from_state = $3 and to_state <> from_state and op in ('Review', 'Reject') order by seq desc limit 1`,
    [company, caseId, step],
  );
  return row?.data ?? null;
}

/** From which row of its log on, and when, a case goes by which published flow. */
export interface Pin {
  seq: number;
  at: string;
  def_id: number;
}

/** The published flows that a case was submitted under or taken over to, oldest first. */
export async function pinsOf(tx: Tx, company: number, caseId: number): Promise<Pin[]> {
  const pins = await tx.query<Pin>(
    `select seq, at, (data ->> 'def_id')::bigint as def_id from fw.flow_log
     where company_id = $1 and case_id = $2 and op in ('Submit', 'Migrate') order by seq`,
    [company, caseId],
  );
  return pins.map((pin) => ({ ...pin, at: iso(pin.at)! }));
}

/** The row of the log by which each to-do of a case was decided. */
export async function decisionsOf(tx: Tx, company: number, caseId: number): Promise<Map<number, number>> {
  const rows = await tx.query<{ todo: number; seq: number }>(
    `select todo_id as todo, seq from fw.flow_log
     where company_id = $1 and case_id = $2 and todo_id is not null and event_id is not null order by seq`,
    [company, caseId],
  );
  return new Map(rows.map(({ todo, seq }) => [todo, seq]));
}

/** Until when each open to-do of a case may lie: by its sender, or by its step; none of one that may lie for ever. */
export async function duesOf(tx: Tx, company: number, caseId: number): Promise<Map<number, string>> {
  const rows = await tx.query<{ id: number; due_time: string }>(
    'select id, due_time from fw.flow_todo where company_id = $1 and case_id = $2 and finish_time is null and due_time is not null',
    [company, caseId],
  );
  return new Map(rows.map(({ id, due_time }) => [id, iso(due_time)!]));
}

/** When each row of a case that is being decided is late, and whether the clock then comes to it (act/clock/expire.ts) or it only reminds. */
export async function latesOf(tx: Tx, company: number, caseId: number, now: Date): Promise<Map<number, { at: string; acts: boolean }>> {
  const rows = await tx.query<{ id: number; late_time: string; acts: boolean }>(
    `select id, late_time, late_do is not null as acts from fw.flow_todo
     where company_id = $1 and case_id = $2 and review_state in (${[...DECIDES].join()}) and expire_time is null
       and late_time > $3`,
    [company, caseId, now],
  );
  return new Map(rows.map(({ id, late_time, acts }) => [id, { at: iso(late_time)!, acts }]));
}

/** A move of a case from one step to another. */
export interface Move {
  seq: number;
  op: string;
  event_id: number | null;
  from_state: number;
  to_state: number;
  at: string;
}

/** All moves of a case, oldest first. */
export async function movesOf(tx: Tx, company: number, caseId: number): Promise<Move[]> {
  const moves = await tx.query<Move>(
    `select seq, op, event_id, from_state, to_state, at from fw.flow_log
     where company_id = $1 and case_id = $2 and from_state <> to_state order by seq`,
    [company, caseId],
  );
  return moves.map((move) => ({ ...move, at: iso(move.at)! }));
}

/** Who took a case over to another published flow, which of its table's that is, and why. */
export interface Migration {
  version: number;
  actor: number;
  remark: string;
  at: string;
}

/** Every time that a running case was taken over, oldest first. */
export async function migrationsOf(tx: Tx, company: number, caseId: number): Promise<Migration[]> {
  const found = await tx.query<Migration>(
    `select d.version, l.actor, l.remark, l.at from fw.flow_log l join fw.flow_def d on d.id = (l.data ->> 'def_id')::bigint
     where l.company_id = $1 and l.case_id = $2 and l.op = 'Migrate' order by l.seq`,
    [company, caseId],
  );
  return found.map((one) => ({ ...one, at: iso(one.at)! }));
}
