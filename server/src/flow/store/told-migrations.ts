/** What a person was told of his applications. The words of an event are kept as they were, and so is a record's name: it was told by it. */
export const NOTICE = `
create table fw.notice (
  company_id bigint not null,
  id bigint generated always as identity,
  user_entity bigint not null,
  kind smallint not null check (kind between 1 and 4),
  source text not null,
  rowid bigint not null,
  subcompany_id bigint,
  key_name text not null,
  said_by bigint not null,
  said text not null,
  event_name text not null,
  event_name_en text not null,
  create_time timestamptz not null,
  read_time timestamptz,
  keywords text generated always as (fw.keywords(variadic array[key_name])) stored,
  primary key (company_id, id)
);
create index notice_newest on fw.notice (company_id, user_entity, create_time desc, id desc);
create index notice_unread on fw.notice (company_id, user_entity, source, rowid) where read_time is null;`;

/** A notice of no record: somebody looked through one's eyes (docs/decisions/187). */
export const NOTICE_OF_EYES = `
alter table fw.notice drop constraint notice_kind_check;
alter table fw.notice add constraint notice_kind_check check (kind between 1 and 5);`;

/** Another: one's own mail address was changed (docs/decisions/203). */
export const NOTICE_OF_ADDRESS = `
alter table fw.notice drop constraint notice_kind_check;
alter table fw.notice add constraint notice_kind_check check (kind between 1 and 9);`;

/** The notices as a table of definitions (suites/sys notice): rows of all people; the definition bounds them to the reader's own. */
export const NOTICE_VIEW = `
create view app.notice as
select company_id, id, key_name, case when read_time is null then 1 else 2 end as review_state, '{}'::bigint[] as reviewers,
  ''::text as remark, user_entity as create_entity, null::bigint as create_department, create_time,
  null::bigint as modify_entity, coalesce(read_time, create_time) as modify_time,
  1 as version, null::timestamptz as deleted_time, null::bigint as deleted_entity, keywords,
  source, rowid, subcompany_id, subcompany_id as domain_entity, user_entity as holder, kind::bigint as kind,
  said_by, said, event_name, event_name_en, read_time
from fw.notice;`;

/**
 * The record's number beside its name, found by both; and the decision that opened the row: one sent back is told by whom and why. What has
 * been read has an index like what is to be read.
 */
export const CAUSE_OF_TODO = `
drop view app.todo;
alter table fw.flow_todo add column code text, add column cause_id bigint;
alter table fw.flow_todo drop column keywords;
alter table fw.flow_todo add column keywords text generated always as (fw.keywords(variadic array[key_name, code])) stored;
create index flow_todo_search on fw.flow_todo using gin (fw.bigrams(keywords));
create index flow_todo_seen on fw.flow_todo (company_id, review_entity, create_time desc, id desc) where review_state = 12;`;

const ofReturn = (column: string): string => `(select w.${column} from fw.flow_todo w
    where w.company_id = t.company_id and w.id = t.cause_id and w.outcome = -1 and t.review_state in (2, 4, 7, 13))`;

/** What the view of to-dos says of this, behind its other columns. */
export const CAUSE_COLUMNS = `, t.code, ${ofReturn('done_entity')} as returned_by, ${ofReturn('remark')} as returned_remark,
  ${ofReturn('event_id')} as returned_event`;

/** What a row's holder was told when it was opened, and when he was last asked to hurry. */
export const ASKED_AND_URGED = `
drop view app.todo;
alter table fw.flow_todo add column asked text not null default '', add column skipped text not null default '', add column urge_time timestamptz;`;
export const ASKED_COLUMNS = ', t.asked, t.urge_time';
/**
 * What the clock does when a row has waited too long, where it does more than remind, and when it did: as reminders, one look into an index.
 */
export const TODO_LATE = `
alter table fw.flow_todo add column late_do text, add column expire_time timestamptz;
create index flow_todo_late on fw.flow_todo (late_time) where expire_time is null and late_do is not null and review_state in (2, 7, 13);`;

/** Why somebody is away, as he says it; and he who acts for him is told. */
export const AGENT_WORDS = `
alter table fw.flow_agent add column remark text not null default '';
create index flow_agent_principal on fw.flow_agent (company_id, user_entity, end_time);
alter table fw.notice drop constraint notice_kind_check;
alter table fw.notice add constraint notice_kind_check check (kind between 1 and 11);`;

/** An applicant is told of his record; who holds a record, that he is asked to hurry, or that it was taken back from him. */
export const NOTICE_OF_ACTS = `
alter table fw.notice drop constraint notice_kind_check;
alter table fw.notice add constraint notice_kind_check check (kind between 1 and 8);`;

/** A link to set a new password was made for him. */
export const NOTICE_OF_LINK = `
alter table fw.notice drop constraint notice_kind_check;
alter table fw.notice add constraint notice_kind_check check (kind between 1 and 12);`;

/** What somebody is asked for his opinion on, in the order of its list and for its badge, as what waits for him; and that by when it is due. */
export const TODO_ASKED = `
create index flow_todo_asked on fw.flow_todo (company_id, review_entity, create_time desc, id desc) where review_state = 4;
create index flow_todo_due_first on fw.flow_todo (company_id, review_entity, due_time, id) where review_state in (2, 4, 7, 13);`;

const ofHolders = (what: string): string =>
  `(select ${what} from fw.flow_todo w where w.company_id = t.company_id and w.case_id = t.case_id and w.review_state in (2, 7, 13))`;

/** Since when the case stands where it does, with who has it or at its end, and when somebody who has it was last asked to hurry; until when the row itself may lie. */
export const CASE_SINCE = `
drop view app.todo;`;
export const SINCE_COLUMNS = `, coalesce(${ofHolders('min(w.create_time)')},
    (select c.finish_time from fw.flow_case c where c.company_id = t.company_id and c.id = t.case_id)) as case_since,
  ${ofHolders('max(w.urge_time)')} as case_urged, t.due_time`;

/** Whether what who has it was given is urgent: what waits for an answer and one's own application bear no mark of their own. */
export const CASE_URGENT = `
drop view app.todo;`;
export const URGENT_COLUMNS = `, coalesce(${ofHolders('max(w.urgent)')}, 0)::bigint as case_urgent`;

/** How a row was decided, in the words of the flow that the case went by then: another version may give its number to another event. */
export const TODO_DECIDED = `
drop view app.todo;`;
const ofDecision = (key: string): string => `(select jsonb_path_query_first(d.def, '$.states[*].actions[*].events[*] ? (@.id == $id)',
      jsonb_build_object('id', t.event_id)) ->> '${key}'
    from fw.flow_log l join lateral (select (p.data ->> 'def_id')::bigint as def_id from fw.flow_log p
      where p.company_id = l.company_id and p.case_id = l.case_id and p.op in ('Submit', 'Migrate') and p.seq <= l.seq order by p.seq desc limit 1) pin on true
    join fw.flow_def d on d.id = pin.def_id
    where l.company_id = t.company_id and l.case_id = t.case_id and l.todo_id = t.id and l.event_id = t.event_id order by l.seq desc limit 1)`;
export const DECIDED_COLUMNS = `, ${ofDecision('key_name')} as event_name, ${ofDecision('key_name_en')} as event_name_en`;

/** When a person last looked at a record again, and the last time before that visit (docs/decisions/205): what its page tells since. */
export const LOOKS = `
create table fw.flow_look (
  company_id bigint not null,
  source text not null,
  rowid bigint not null,
  user_entity bigint not null,
  look_time timestamptz not null,
  before_time timestamptz,
  primary key (company_id, source, rowid, user_entity)
);`;

/** Of what came after a return `direct`: whether it went straight back, or why not. */
export const RESUME_OF_TODO = `
alter table fw.flow_todo add column resume text not null default '';`;

/** Fields that who gave a to-do could not read himself, as rules of roles name them (docs/decisions/275); few rows have any. */
export const HIDES_OF_TODO = `
alter table fw.flow_todo add column hides text[];`;
