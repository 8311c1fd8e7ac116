import type { MigrationRoom } from '#server/db/migrate.ts';
import { type Follows, followTable, literal } from '#server/meta/sync/follow.ts';
import { CHAIN } from './chain-migrations.ts';
import {
  AGENT_WORDS,
  ASKED_AND_URGED,
  ASKED_COLUMNS,
  CASE_SINCE,
  CASE_URGENT,
  CAUSE_COLUMNS,
  CAUSE_OF_TODO,
  DECIDED_COLUMNS,
  HIDES_OF_TODO,
  LOOKS,
  NOTICE,
  NOTICE_OF_ACTS,
  NOTICE_OF_ADDRESS,
  NOTICE_OF_EYES,
  NOTICE_OF_LINK,
  NOTICE_VIEW,
  RESUME_OF_TODO,
  SINCE_COLUMNS,
  TODO_ASKED,
  TODO_DECIDED,
  TODO_LATE,
  URGENT_COLUMNS,
} from './told-migrations.ts';

/** Published flows. A published one never changes: a running case keeps what it started with. Company 0 is everyone's. */
const DEF = `
create table fw.flow_def (
  id bigint generated always as identity primary key,
  company_id bigint not null default 0,
  table_name text not null,
  version integer not null,
  def jsonb not null,
  create_time timestamptz not null default now(),
  unique (company_id, table_name, version)
);`;

/** One case a record at a time; last_* say who caused the visit, resume_* whom a direct resumption would return to. */
const CASE = `
create table fw.flow_case (
  company_id bigint not null,
  id bigint generated always as identity,
  source text not null,
  rowid bigint not null,
  subcompany_id bigint,
  def_id bigint not null references fw.flow_def (id),
  state integer not null,
  visit integer not null,
  status smallint not null check (status in (0, 1)),
  seq integer not null,
  last_actor bigint,
  last_from integer,
  last_rule text,
  resume_state integer,
  resume_entity bigint,
  create_entity bigint not null,
  create_time timestamptz not null,
  finish_time timestamptz,
  end_kind text,
  primary key (company_id, id),
  check ((finish_time is null) = (status = 0))
);
create unique index flow_case_running on fw.flow_case (company_id, source, rowid) where status = 0;
create index flow_case_record on fw.flow_case (company_id, source, rowid, id desc);`;

const TODO_ROWS = `
create sequence fw.flow_todo_id_seq;
create table fw.flow_todo (
  company_id bigint not null,
  id bigint not null default nextval('fw.flow_todo_id_seq'),
  case_id bigint not null,
  source text not null,
  rowid bigint not null,
  subcompany_id bigint,
  key_name text not null,
  applicant bigint not null,
  review_state smallint not null check (review_state between 1 and 13),
  review_entity bigint not null,
  create_entity bigint not null,
  done_entity bigint,
  back_state integer not null,
  visit integer not null,
  ord integer not null,
  rule text not null,
  parent_id bigint,
  event_id bigint,
  outcome smallint check (outcome in (1, -1)),
  remark text not null default '',
  attachs text not null default '',
  copies bigint[] not null default '{}',
  urgent smallint not null default 0,
  limit_time timestamptz,
  read_time timestamptz,
  remind_time timestamptz,
  create_time timestamptz not null,
  finish_time timestamptz,
  duration bigint generated always as (extract(epoch from finish_time - create_time)::bigint) stored,
  keywords text generated always as (fw.keywords(variadic array[key_name])) stored,
  primary key (company_id, id),
  foreign key (company_id, case_id) references fw.flow_case (company_id, id),
  foreign key (company_id, parent_id) references fw.flow_todo (company_id, id),
  check ((finish_time is null) = (review_state in (2, 4, 6, 7, 11, 13))),
  check ((outcome is not null) = (review_state in (1, 3)))
);
create unique index flow_todo_live on fw.flow_todo (company_id, case_id, review_entity) where review_state in (2, 4, 7, 11, 13);
create unique index flow_todo_unread on fw.flow_todo (company_id, case_id, review_entity) where review_state = 6;
create unique index flow_todo_application on fw.flow_todo (company_id, case_id) where review_state = 1;
create index flow_todo_list on fw.flow_todo (company_id, review_entity, review_state, id desc);
create index flow_todo_case on fw.flow_todo (company_id, case_id, id);
create index flow_todo_record on fw.flow_todo (company_id, source, rowid, review_entity);
create index flow_todo_search on fw.flow_todo using gin (fw.bigrams(keywords));
create index flow_todo_open on fw.flow_todo (create_time) where review_state in (2, 7, 13);`;

/** The log is the truth, the rows its projection: replaying it gives them again. Nothing in it changes or goes. */
const LOG = `
create table fw.flow_log (
  company_id bigint not null,
  case_id bigint not null,
  seq integer not null,
  op text not null,
  actor bigint not null,
  behalf bigint,
  todo_id bigint,
  event_id bigint,
  from_state integer not null,
  to_state integer not null,
  remark text not null,
  data jsonb not null,
  request_id uuid,
  at timestamptz not null,
  primary key (company_id, case_id, seq),
  foreign key (company_id, case_id) references fw.flow_case (company_id, id)
);
create unique index flow_log_decision on fw.flow_log (company_id, todo_id) where op in ('Submit', 'Review', 'Reject');
create unique index flow_log_request on fw.flow_log (company_id, actor, request_id);
create function fw.never_changes() returns trigger language plpgsql as $$
begin
  raise exception '% keeps what was written', tg_table_name;
end $$;
create trigger flow_log_keep before update or delete or truncate on fw.flow_log for each statement execute function fw.never_changes();
create trigger flow_def_keep before update or delete or truncate on fw.flow_def for each statement execute function fw.never_changes();`;

/** Who may act for whom, and when; sources null: for every table. */
const AGENT = `
create table fw.flow_agent (
  company_id bigint not null,
  id bigint generated always as identity,
  user_entity bigint not null,
  agent_entity bigint not null,
  begin_time timestamptz not null,
  end_time timestamptz not null,
  sources text[],
  primary key (company_id, id),
  check (begin_time < end_time and user_entity <> agent_entity)
);
create index flow_agent_agent on fw.flow_agent (company_id, agent_entity, end_time);`;

/** What leaves the house, written with the decision that causes it. tx orders commits: who reads up to the horizon misses none. */
const OUTBOX = `
create table fw.outbox (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  company_id bigint not null,
  user_id bigint not null,
  kind text not null,
  payload jsonb not null default '{}',
  create_time timestamptz not null default now()
);
create index outbox_order on fw.outbox (tx, id);
create index outbox_age on fw.outbox (create_time);`;

/** The to-do list as a table of definitions (suites/sys todo): rows of all holders; the definition bounds them to the reader's own. */
const VIEW = `
create view app.todo as
select company_id, id, key_name, review_state::int as review_state,
  case when finish_time is null then array[review_entity] else '{}'::bigint[] end as reviewers,
  remark, create_entity, null::bigint as create_department, create_time,
  done_entity as modify_entity, coalesce(finish_time, read_time, create_time) as modify_time,
  1 as version, null::timestamptz as deleted_time, null::bigint as deleted_entity, keywords,
  source, rowid, source as table_name, rowid as entity_id, case_id, subcompany_id, subcompany_id as domain_entity,
  applicant, review_entity as holder, back_state::bigint as back_state, visit::bigint as visit, rule, event_id,
  outcome::bigint as outcome, urgent::bigint as urgent, limit_time, read_time, finish_time, duration
from fw.flow_todo;`;

/** How far an outside broker has been told; it begins with what comes after this step. */
const PLACE = `
create table fw.outbox_place (name text primary key, tx xid8 not null, id bigint not null);
insert into fw.outbox_place values ('mqtt', pg_snapshot_xmin(pg_current_snapshot()), 0);`;

/** A person's to-dos in the order of his list: the page is read off it, however many there are. */
const LIST_ORDER = `
create index flow_todo_newest on fw.flow_todo (company_id, review_entity, create_time desc, id desc);`;

/**
 * What became of the case, beside each of its rows: the record's step, how it ended, who holds it now. Lists that do not ask for
 * these columns read nothing more: the join is to a unique key, the holders are a subquery of the column.
 */
const CASE_OF_TODO = `
create or replace view app.todo as
select t.company_id, t.id, t.key_name, t.review_state::int as review_state,
  case when t.finish_time is null then array[t.review_entity] else '{}'::bigint[] end as reviewers,
  t.remark, t.create_entity, null::bigint as create_department, t.create_time,
  t.done_entity as modify_entity, coalesce(t.finish_time, t.read_time, t.create_time) as modify_time,
  1 as version, null::timestamptz as deleted_time, null::bigint as deleted_entity, t.keywords,
  t.source, t.rowid, t.source as table_name, t.rowid as entity_id, t.case_id, t.subcompany_id, t.subcompany_id as domain_entity,
  t.applicant, t.review_entity as holder, t.back_state::bigint as back_state, t.visit::bigint as visit, t.rule, t.event_id,
  t.outcome::bigint as outcome, t.urgent::bigint as urgent, t.limit_time, t.read_time, t.finish_time, t.duration,
  c.state::bigint as case_state, coalesce(c.end_kind, '') as case_end,
  array(select w.review_entity from fw.flow_todo w where w.company_id = t.company_id and w.case_id = t.case_id
    and w.review_state in (2, 7, 13) order by w.id) as case_holders
from fw.flow_todo t left join fw.flow_case c on c.company_id = t.company_id and c.id = t.case_id;`;

/** As what a person was asked to sign. Rows of before have none noted: their holders may fill in for any. */
const SIGNS_AS = `
alter table fw.flow_todo add column roles text[];`;

/** A published flow belongs to a table's uid: its name may change, and another table may take the name. */
const DEF_UID = `
alter table fw.flow_def add column table_uid text;
alter table fw.flow_def disable trigger flow_def_keep;
update fw.flow_def d set table_uid = coalesce(
  (select m.table_uid from fw.meta_object m where m.kind = 'table' and m.name = d.table_name), 'unknown ' || d.table_name);
alter table fw.flow_def enable trigger flow_def_keep;
alter table fw.flow_def alter table_uid set not null;
alter table fw.flow_def drop constraint flow_def_company_id_table_name_version_key;
alter table fw.flow_def add unique (company_id, table_uid, version);`;

/**
 * A person's to-dos by what is asked for, each in the order of his list: what waits for him, what he is to read, what he applied for,
 * what he decided. So a page and a badge cost the same however long the past, and however much waits. The states are the column's own:
 * behind a cast they would be hidden from these indexes and from the statistics, which count who has how many of which state.
 */
const TODO_INDEXES = `
drop view app.todo;
drop index fw.flow_todo_list;
create index flow_todo_waiting on fw.flow_todo (company_id, review_entity, create_time desc, id desc) where review_state in (2, 4, 7, 13);
create index flow_todo_to_read on fw.flow_todo (company_id, review_entity, create_time desc, id desc) where review_state = 6;
create index flow_todo_applied on fw.flow_todo (company_id, review_entity, create_time desc, id desc) where review_state = 1;
create index flow_todo_handled on fw.flow_todo (company_id, review_entity, create_time desc, id desc) where review_state in (3, 5);
create statistics fw.flow_todo_standing (mcv) on company_id, review_entity, review_state from fw.flow_todo;
create index flow_agent_user on fw.flow_agent (company_id, user_entity);`;

const todoColumns = (reader: string, principal: string): string => `t.company_id, t.id, t.key_name, t.review_state,
  case when t.finish_time is null then array[t.review_entity] else '{}'::bigint[] end as reviewers,
  t.remark, t.create_entity, null::bigint as create_department, t.create_time,
  t.done_entity as modify_entity, coalesce(t.finish_time, t.read_time, t.create_time) as modify_time,
  1 as version, null::timestamptz as deleted_time, null::bigint as deleted_entity, t.keywords,
  t.source, t.rowid, t.source as table_name, t.rowid as entity_id, t.case_id, t.subcompany_id, t.subcompany_id as domain_entity,
  t.applicant, t.review_entity as holder, ${reader} as reader, ${principal} as principal,
  t.back_state::bigint as back_state, t.visit::bigint as visit, t.rule, t.event_id,
  t.outcome::bigint as outcome, t.urgent::bigint as urgent, t.limit_time, t.read_time, t.finish_time, t.duration,
  (select c.state::bigint from fw.flow_case c where c.company_id = t.company_id and c.id = t.case_id) as case_state,
  (select coalesce(c.end_kind, '') from fw.flow_case c where c.company_id = t.company_id and c.id = t.case_id) as case_end,
  array(select w.review_entity from fw.flow_todo w where w.company_id = t.company_id and w.case_id = t.case_id
    and w.review_state in (2, 7, 13) order by w.id) as case_holders`;

/**
 * Each row for its holder, and what waits once more for each of his agents, whenever he is that: access asks who is it now. The first half
 * reads one table alone, so that PostgreSQL goes along its indexes through the union.
 */
const todoReaders = (more: string): string => `
create view app.todo as
select ${todoColumns('t.review_entity', 'null::bigint')}${more} from fw.flow_todo t
union all
select ${todoColumns('a.agent_entity', 't.review_entity')}${more}
from (select distinct company_id, agent_entity, user_entity from fw.flow_agent) a
  join fw.flow_todo t on t.company_id = a.company_id and t.review_entity = a.user_entity and t.review_state in (2, 4, 7, 13);`;

/**
 * When somebody is reminded of a to-do: at its time limit, or when its step has waited as long as it may, whichever is first. Written when
 * the row opens, so that the clock's look every minute is one look into an index, however much waits.
 */
const TODO_DUE = `
alter table fw.flow_todo add column late_time timestamptz;
update fw.flow_todo t set late_time = t.create_time + (s -> 'timeout' ->> 'hours')::numeric * interval '1 hour'
  from fw.flow_case c join fw.flow_def d on d.id = c.def_id cross join lateral jsonb_array_elements(d.def -> 'states') s
  where c.company_id = t.company_id and c.id = t.case_id and t.finish_time is null
    and s ->> 'value' = t.back_state::text and s -> 'timeout' ->> 'do' = 'remind';
alter table fw.flow_todo add column due_time timestamptz generated always as (least(limit_time, late_time)) stored;
drop index fw.flow_todo_open;
create index flow_todo_due on fw.flow_todo (due_time) where remind_time is null and review_state in (2, 7, 13);`;

/** What a person handled and what he has read, in the order in which he did. */
const TODO_FINISHED = `
create index flow_todo_handled_last on fw.flow_todo (company_id, review_entity, finish_time desc nulls last, id desc) where review_state in (3, 5);
create index flow_todo_seen_last on fw.flow_todo (company_id, review_entity, finish_time desc nulls last, id desc) where review_state = 12;`;

/** Which published flows cases of a company run by: one look into an index for each that was ever published. */
const RUNNING_DEFS = 'create index flow_case_running_def on fw.flow_case (company_id, def_id) where status = 0;';

export const flowMigrations: MigrationRoom = {
  room: 'flow',
  steps: [
    { id: '001-def', sql: DEF },
    { id: '002-case', sql: CASE },
    { id: '003-todo', sql: TODO_ROWS },
    { id: '004-log', sql: LOG },
    { id: '005-agent', sql: AGENT },
    { id: '006-outbox', sql: OUTBOX },
    { id: '007-todo-view', sql: VIEW },
    { id: '008-outbox-place', sql: PLACE },
    { id: '009-todo-order', sql: LIST_ORDER },
    { id: '010-todo-case', sql: CASE_OF_TODO },
    { id: '011-def-uid', sql: DEF_UID },
    { id: '012-todo-indexes', sql: TODO_INDEXES },
    { id: '013-todo-readers', sql: todoReaders('') },
    { id: '014-signs-as', sql: SIGNS_AS },
    { id: '015-todo-due', sql: TODO_DUE },
    { id: '016-notice', sql: NOTICE },
    { id: '017-notice-view', sql: NOTICE_VIEW },
    { id: '018-todo-cause', sql: CAUSE_OF_TODO + todoReaders(CAUSE_COLUMNS) },
    { id: '019-todo-finished', sql: TODO_FINISHED },
    { id: '020-notice-of-eyes', sql: NOTICE_OF_EYES },
    { id: '021-asked', sql: ASKED_AND_URGED + todoReaders(CAUSE_COLUMNS + ASKED_COLUMNS) },
    { id: '022-notice-of-acts', sql: NOTICE_OF_ACTS },
    { id: '023-todo-late', sql: TODO_LATE },
    { id: '024-notice-of-address', sql: NOTICE_OF_ADDRESS },
    { id: '025-log-chain', sql: CHAIN },
    { id: '026-agent-words', sql: AGENT_WORDS },
    { id: '027-todo-asked', sql: TODO_ASKED },
    { id: '028-todo-since', sql: CASE_SINCE + todoReaders(CAUSE_COLUMNS + ASKED_COLUMNS + SINCE_COLUMNS) },
    { id: '029-looks', sql: LOOKS },
    { id: '030-resume', sql: RESUME_OF_TODO },
    { id: '031-notice-of-link', sql: NOTICE_OF_LINK },
    { id: '032-running-defs', sql: RUNNING_DEFS },
    { id: '033-todo-decided', sql: TODO_DECIDED + todoReaders(CAUSE_COLUMNS + ASKED_COLUMNS + SINCE_COLUMNS + DECIDED_COLUMNS) },
    {
      id: '040-todo-urgent',
      sql: CASE_URGENT + todoReaders(CAUSE_COLUMNS + ASKED_COLUMNS + SINCE_COLUMNS + DECIDED_COLUMNS + URGENT_COLUMNS),
    },
    { id: '041-todo-hides', sql: HIDES_OF_TODO },
  ],
};

/** Cases, to-dos, looks and notices name the table of their record. Published flows do not change: the uids in them say who was meant. */
export const flowFollows: Follows = {
  table: (renamed) => [
    ...['fw.flow_case', 'fw.flow_todo', 'fw.flow_look', 'fw.notice'].map((relation) => followTable(relation, 'source')(renamed)),
    `update fw.flow_agent set sources = array_replace(sources, ${literal(renamed.from)}, ${literal(renamed.to)}) where ${literal(renamed.from)} = any(sources)`,
  ],
};
