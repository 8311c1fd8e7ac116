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
