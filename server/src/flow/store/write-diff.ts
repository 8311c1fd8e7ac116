import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, TODO } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';
import { type Closing, type Diff, ENGINE, type Todo, type Turning } from '../kernel/model.ts';
import { CASE_COLUMNS, type RecordRef, TODO_COLUMNS } from './case-store.ts';
import { bytesOf, CHAINED, linkSql } from './chain.ts';

/** Until when a row may wait that opens at an instant, and what the clock does then, where it does more than remind. */
export interface Patience {
  until(from: number): number;
  does: 'escalate' | 'assign' | 'event' | null;
}

export interface Written {
  ref: RecordRef;
  /** null at the first Submit */
  caseId: number | null;
  defId: number;
  domain: number | null;
  keyName: string;
  /** the record's number, where its table has one */
  code: string | null;
  requestId: string | null;
  /** command and env, for deciding again */
  cause: unknown;
  /** rows that the engine passes at once: nobody is told of a to-do there */
  quiet?: readonly number[] | 'all';
  /** where the record lies, and who has it now, in order; absent where nothing moves (Read) */
  moves?: { relation: string; reviewers: readonly number[] };
  /** of each of its steps that says how long it may wait; absent where nothing opens */
  patience?: ReadonlyMap<number, Patience>;
}

/**
 * Writes one numbered diff in one statement: the log row, and from the very document that it keeps the case, its rows and the record's two
 * derived columns, `review_state` and `reviewers` (I3); beside them a message for everyone touched. Whole or absent, whatever dies. Answers
 * the case's id.
 */
export async function writeDiff(tx: Tx, of: Written, diff: Diff, rows: ReadonlyMap<number, Heard>): Promise<number> {
  const [written] = await tx.query<{ id: number }>(statementOf(of.caseId === null, of.moves?.relation ?? null), [
    of.ref.company,
    JSON.stringify({ def_id: of.defId, cause: of.cause, diff }),
    of.ref.source,
    of.ref.rowid,
    of.defId,
    of.domain,
    of.keyName,
    of.requestId,
    JSON.stringify(changesOf(diff)),
    JSON.stringify(noticesOf({ ...diff, open: diff.open.filter((todo) => !isQuiet(todo, of.quiet)) }, rows)),
    JSON.stringify(lateTimes(diff, of.patience)),
    of.code,
    ...(of.caseId === null ? [] : [of.caseId]),
    ...(of.moves ? [of.moves.reviewers] : []),
  ]);
  if (!written) throw new Refusal(311);
  return written.id;
}

const isQuiet = ({ id, review_state }: Todo, quiet: Written['quiet'] = []): boolean =>
  DECIDES.has(review_state) && (quiet === 'all' || quiet.includes(id));

/** By id of the row that opens, or whose turn comes: when its step will have waited as long as it may, and what the clock does then. */
function lateTimes({ open, turn, at, case: { state } }: Diff, patience?: Written['patience']): Record<number, [string, string | null]> {
  const opening = [
    ...open.map(({ id, back_state }) => ({ id, step: back_state })),
    ...turn.filter(({ review_state }) => DECIDES.has(review_state)).map(({ id }) => ({ id, step: state })),
  ];
  const late = opening.flatMap(({ id, step }): [number, [string, string | null]][] => {
    const of = patience?.get(step);
    return of === undefined ? [] : [[id, [new Date(of.until(Date.parse(at))).toISOString(), of.does]]];
  });
  return Object.fromEntries(late);
}

/** One change a row, though a copy that becomes read is closed and stamped. */
function changesOf({ close, turn, read, urge = [] }: Diff): unknown[] {
  const changes = new Map<number, Partial<Closing & Turning> & { closed?: true; read?: true; urged?: true }>();
  const change = (id: number, what: object) => changes.set(id, { ...changes.get(id), ...what });
  for (const closing of close) change(closing.id, { ...closing, closed: true });
  for (const turning of turn) change(turning.id, turning);
  for (const id of read) change(id, { id, read: true });
  for (const id of urge) change(id, { id, urged: true });
  return [...changes.values()];
}

/** A row that was there before, as far as it says who hears of what becomes of it. */
export type Heard = Pick<Todo, 'review_entity' | 'parent_id'>;

/** What whoever gets a row hears of it, by the command that opens it. */
const NEWS: Readonly<Record<string, string>> = { Handover: 'handover', Assign: 'turned' };

/**
 * One message for everyone of the case: who gets something new hears of it, and whether it is sent back to him; the others' badges and open
 * pages move. The applicant's own news is told apart (notices.ts).
 */
function noticesOf(diff: Diff, rows: ReadonlyMap<number, Heard>): { user_id: number; kind: string }[] {
  const kinds = new Map<number, string>();
  const holder = (id: number) => rows.get(id)!.review_entity;
  const own = diff.close.find((closing) => closing.id === diff.todo_id);
  const all = diff.op === 'Read' ? diff.read.map(holder) : [...[...rows.values()].map((row) => row.review_entity), diff.case.create_entity];
  for (const user of all) kinds.set(user, 'counts');
  // who puts others before him is not called by it
  for (const { id, review_state } of diff.op === 'AddSign' ? [] : diff.turn) if (DECIDES.has(review_state)) kinds.set(holder(id), 'todo');
  for (const id of diff.urge ?? []) kinds.set(holder(id), 'urge');
  if (diff.op === 'Revoke') for (const { id } of diff.close) kinds.set(holder(id), 'withdrawn');
  const asker = diff.op === 'Reply' ? rows.get(rows.get(diff.todo_id!)!.parent_id!) : undefined;
  if (asker) kinds.set(asker.review_entity, 'replied');
  const news = NEWS[diff.op] ?? (own?.outcome === -1 ? 'back' : 'todo');
  for (const todo of diff.open) kinds.set(todo.review_entity, kindOf(todo, news));
  // whoever keeps accounts hands on what he may not see
  if (diff.op !== 'Handover' && diff.actor !== ENGINE) kinds.set(diff.actor, 'counts');
  return [...kinds].map(([user_id, kind]) => ({ user_id, kind }));
}

function kindOf({ review_state, back_state }: Pick<Todo, 'review_state' | 'back_state'>, news: string): string {
  if (review_state === TODO.toRead) return 'cc';
  if (review_state === TODO.asked && news === 'todo') return 'asked';
  if (!DECIDES.has(review_state) || isFirst(back_state)) return 'counts';
  return news;
}

/** By whether the case is new (else $13 is its id), and where the record lies, if it moves: its reviewers come last. */
function statementOf(isNew: boolean, relation: string | null): string {
  const key = `${isNew ? 'new' : 'old'} ${relation}`;
  const known = statements.get(key);
  if (known) return known;
  const moved = relation === null ? '' : `, ${recordSql(relation, isNew ? '$13' : '$14')}`;
  const text = `with ${ROW}, ${isNew ? OPEN_CASE : MOVE_CASE}, ${LOG}, ${MESSAGES}, ${CHANGE_TODOS}, ${OPEN_TODOS}${moved} select id from c`;
  statements.set(key, text);
  return text;
}
const statements = new Map<string, string>();

const CASE = `jsonb_to_record($2::jsonb #> '{diff,case}') as n (state integer, visit integer, status smallint, seq integer, create_entity bigint,
  last_actor bigint, last_from integer, last_rule text, resume_state integer, resume_entity bigint, end_kind text, finish_time timestamptz)`;
const AT = `($2::jsonb #>> '{diff,at}')::timestamptz`;

/** The log row, and what is hashed of it. */
const LOGGED = `${CHAINED.join()}, at`;
const ROW = `d as (select d.*, ${bytesOf({ company: '$1::bigint', rowid: '$4::bigint', columns: CHAINED, at: 'd.at' })} as bytes
  from (select n.seq, l.*, $2::jsonb as data, $8::uuid as request_id from ${CASE}, jsonb_to_record($2::jsonb -> 'diff') as l (op text,
    actor bigint, behalf bigint, todo_id bigint, event_id bigint, from_state integer, to_state integer, remark text, at timestamptz)) d)`;

/** The case keeps the hash of its last row: who writes the next finds there what it follows. */
const OPEN_CASE = `c as (insert into fw.flow_case (company_id, source, rowid, subcompany_id, def_id, create_time, ${CASE_COLUMNS}, hash)
  select $1::bigint, $3::text, $4::bigint, $6::bigint, $5::bigint, ${AT}, ${CASE_COLUMNS.replaceAll(/(\w+)(?=,|$)/g, 'n.$1')}, ${linkSql('null::bytea', 'd.bytes')}
  from ${CASE}, d returning id, hash)`;
const MOVE_CASE = `c as (update fw.flow_case k set (def_id, ${CASE_COLUMNS}) = (select $5::bigint, ${CASE_COLUMNS} from ${CASE}), hash = ${linkSql('k.hash', 'd.bytes')}
  from d where k.company_id = $1::bigint and k.id = $13::bigint returning k.id, k.hash)`;

const LOG = `l as (insert into fw.flow_log (company_id, case_id, ${LOGGED}, hash) select $1::bigint, c.id, ${LOGGED}, c.hash from c, d)`;

/** Whose list changes hears of it, and so does whoever is his agent now for this table: what waits stands in his list too. */
const MESSAGES = `m as (select user_id, kind, jsonb_build_object('cloud', $3::text, 'id', $4::bigint, 'key_name', $7::text) as payload
    from jsonb_to_recordset($10::jsonb) as n (user_id bigint, kind text)),
  o as (insert into fw.outbox (company_id, user_id, kind, payload)
  select $1::bigint, user_id, kind, payload from m
  union all
  select distinct $1::bigint, a.agent_entity, m.kind, m.payload || jsonb_build_object('principal', (
    select u.key_name from app."user" u where u.company_id = $1::bigint and u.id = m.user_id))
  from m join fw.flow_agent a on a.company_id = $1::bigint and a.user_entity = m.user_id and a.begin_time <= ${AT} and a.end_time > ${AT}
    and (a.sources is null or $3::text = any(a.sources)) where m.kind in ('todo', 'back', 'handover', 'turned', 'asked', 'urge', 'replied', 'withdrawn', 'counts'))`;

/** By the case, so that its few rows are read off the index; by their ids alone all of the company's would look as near. */
const CHANGE_TODOS = `x as (update fw.flow_todo t set review_state = coalesce(n.review_state, t.review_state),
    finish_time = case when n.closed then ${AT} else t.finish_time end,
    read_time = case when n.read then coalesce(t.read_time, ${AT}) else t.read_time end,
    late_time = coalesce(($11::jsonb -> n.id::text ->> 0)::timestamptz, t.late_time),
    urge_time = case when n.urged then ${AT} else t.urge_time end, ord = coalesce(n.ord, t.ord), rule = coalesce(n.rule, t.rule),
    done_entity = coalesce(n.done_entity, t.done_entity), event_id = coalesce(n.event_id, t.event_id), outcome = coalesce(n.outcome, t.outcome),
    remark = coalesce(n.remark, t.remark), skipped = coalesce(n.skipped, t.skipped), attachs = coalesce(n.attachs, t.attachs), copies = coalesce(n.copies, t.copies)
  from c, jsonb_to_recordset($9::jsonb) as n (id bigint, review_state smallint, closed boolean, read boolean, urged boolean, ord integer, rule text, done_entity bigint, event_id bigint,
    outcome smallint, remark text, skipped text, attachs text, copies bigint[])
  where t.company_id = $1::bigint and t.case_id = c.id and t.id = n.id returning 1)`;

/**
 * What a row that opens keeps from its holder (docs/decisions/275): what the row kept that it stands in the place of; else, of who had the case by
 * narrow rows alone, is found by no office of the step and named by nobody now, what his last one kept, as where a record comes back or is taken back.
 */
const KEPT = `case when ($2::jsonb #>> '{diff,op}') = 'Handover' or n.parent_id is not null then (select w.hides from fw.flow_todo w
      where w.company_id = $1::bigint and w.id = case when ($2::jsonb #>> '{diff,op}') = 'Handover' then ($2::jsonb #>> '{diff,todo_id}')::bigint else n.parent_id end)
    when coalesce($2::jsonb #> '{cause,env,candidates}' @> to_jsonb(n.review_entity), false) or coalesce($2::jsonb #> '{cause,command,copies}' @> to_jsonb(n.review_entity), false)
      or coalesce($2::jsonb #> '{cause,command,reviewers}' @> to_jsonb(n.review_entity), false) then null
    else (select w.hides from fw.flow_todo w where w.company_id = $1::bigint and w.case_id = c.id and w.review_entity = n.review_entity
      and not exists (select 1 from fw.flow_todo o where o.company_id = $1::bigint and o.case_id = c.id and o.review_entity = n.review_entity and o.hides is null)
      order by w.id desc limit 1) end`;

/**
 * The count of the closed holds the openings back until all of them are closed: a person may be closed and opened at once, and the index of
 * live rows looks at each. What is handed on keeps the decision that it came of, and what it hid from who held it (docs/decisions/275).
 */
const OPEN_TODOS = `n as (insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, late_time, late_do, code, cause_id, hides, ${TODO_COLUMNS})
  select $1::bigint, c.id, $3::text, $4::bigint, $6::bigint, $7::text, ($2::jsonb #>> '{diff,case,create_entity}')::bigint,
    ($11::jsonb -> n.id::text ->> 0)::timestamptz, $11::jsonb -> n.id::text ->> 1, $12::text, case when ($2::jsonb #>> '{diff,op}') = 'Handover' then (select w.cause_id from fw.flow_todo w
      where w.company_id = $1::bigint and w.id = ($2::jsonb #>> '{diff,todo_id}')::bigint) else ($2::jsonb #>> '{diff,todo_id}')::bigint end,
    ${KEPT},
    ${TODO_COLUMNS.replaceAll(/(\w+)(?=,|$)/g, 'n.$1')}
  from c, (select count(*) from x) closed, jsonb_to_recordset($2::jsonb #> '{diff,open}') as n (id bigint, review_state smallint,
    review_entity bigint, create_entity bigint, done_entity bigint, back_state integer, visit integer, ord integer, rule text, roles text[], parent_id bigint,
    event_id bigint, outcome smallint, remark text, skipped text, resume text, asked text, attachs text, copies bigint[], urgent smallint, urge_time timestamptz,
    limit_time timestamptz, read_time timestamptz, create_time timestamptz, finish_time timestamptz))`;

/**
 * A decision is the last change of its record, as are a vote and a hand-over: theirs are who and when. The settings are made before the row is
 * joined to them, so that the trigger that keeps its old version finds them.
 */
const recordSql = (relation: string, reviewers: string): string => `r as (update ${relation} t
  set review_state = ($2::jsonb #>> '{diff,to_state}')::integer, reviewers = ${reviewers}::bigint[],
    modify_entity = nullif(($2::jsonb #>> '{diff,actor}')::bigint, ${ENGINE}), modify_time = ${AT}
  from (select set_config('fw.actor', $2::jsonb #>> '{diff,actor}', true), set_config('fw.op', $2::jsonb #>> '{diff,op}', true)) named
  where t.company_id = $1::bigint and t.id = $4::bigint)`;
