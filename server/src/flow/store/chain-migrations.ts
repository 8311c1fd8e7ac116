/** What is hashed of a row, as it was when the chain began: a migration never changes. `chain.ts` says it for today. */
const BYTES = `convert_to(jsonb_build_array(l.company_id, c.rowid, l.seq, l.op, l.actor, l.behalf, l.todo_id, l.event_id, l.from_state, l.to_state,
    l.remark, l.data, l.request_id, (extract(epoch from l.at) * 1000000)::bigint)::text, 'UTF8')`;

/** A notice of a record whose log is not what was written. */
const NOTICE_OF_LOG = `
alter table fw.notice drop constraint notice_kind_check;
alter table fw.notice add constraint notice_kind_check check (kind between 1 and 10);`;

/**
 * The log of a case becomes a chain (docs/decisions/204). What was there is kept by one hash a case, and all these by one, in the row of case
 * 0. A process of before writes no hash: for a day, in which such are replaced, the table fills in what its row lacks.
 */
export const CHAIN = `
alter table fw.flow_log add column hash bytea;
alter table fw.flow_case add column hash bytea;
create table fw.flow_anchor (
  company_id bigint not null,
  case_id bigint not null,
  seq integer not null,
  hash bytea not null,
  at timestamptz not null default now(),
  primary key (company_id, case_id)
);
insert into fw.flow_anchor (company_id, case_id, seq, hash)
  select l.company_id, l.case_id, max(l.seq), sha256(string_agg(sha256(${BYTES}), ''::bytea order by l.seq))
  from fw.flow_log l join fw.flow_case c on c.company_id = l.company_id and c.id = l.case_id group by l.company_id, l.case_id;
update fw.flow_case c set hash = a.hash from fw.flow_anchor a where a.company_id = c.company_id and a.case_id = c.id;
insert into fw.flow_anchor (company_id, case_id, seq, hash)
  select 0, 0, count(*), sha256(coalesce(string_agg(hash, ''::bytea order by company_id, case_id), ''::bytea)) from fw.flow_anchor;
create trigger flow_anchor_keep before update or delete or truncate on fw.flow_anchor for each statement execute function fw.never_changes();
create function fw.chain_of_before() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  select sha256(coalesce(c.hash, ''::bytea) || ${BYTES.replaceAll('l.', 'new.')}) into new.hash
    from fw.flow_case c where c.company_id = new.company_id and c.id = new.case_id and c.seq = new.seq
      and exists (select from fw.flow_anchor a where a.company_id = 0 and a.case_id = 0 and a.at > now() - interval '1 day');
  if new.hash is not null then
    update fw.flow_case set hash = new.hash where company_id = new.company_id and id = new.case_id;
  end if;
  return new;
end $$;
create trigger flow_log_of_before before insert on fw.flow_log for each row when (new.hash is null) execute function fw.chain_of_before();${NOTICE_OF_LOG}`;
