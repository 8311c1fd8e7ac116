/**
 * Summaries of tables (docs/decisions/264), in a schema of the owner's: whoever serves reads the view of each and calls these four. Table sync
 * makes what is one summary's own, under its name. `fold` takes what was appended into the folded rows; `recount` says of each summary how many of
 * its keys differ from the rows; `aside` makes its view that of the rows themselves, slower and right; `fill` counts it anew, while nobody writes
 * there, and makes its view what it was; after both no process answers of memory what was counted before (`told_otherwise`, where versions of tables
 * are kept).
 */
export const SUMS = `
create schema sum;
create table sum.summary (
  name text primary key,
  relation text not null,
  says text not null,
  aside boolean not null default false,
  filled timestamptz
);

create function sum.told_otherwise() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('fw.table_change') is not null then
    execute 'insert into fw.table_change (name, company_id, xid) values ('''', 0, pg_current_xact_id()) on conflict do nothing';
  end if;
end $$;

create function sum.fold() returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one text;
  of_it bigint;
  folded bigint := 0;
begin
  if not pg_try_advisory_xact_lock(7041790) then
    return 0;
  end if;
  for one in select name from sum.summary order by name loop
    execute format('select sum.%I()', one || '.fold') into of_it;
    folded := folded + of_it;
  end loop;
  return folded;
end $$;

create function sum.recount() returns table (name text, differs bigint, aside boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  for name, aside in select s.name, s.aside from sum.summary s order by s.name loop
    execute format('select sum.%I()', name || '.differs') into differs;
    return next;
  end loop;
end $$;

create function sum.aside(of text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '10s' as $$
begin
  update sum.summary s set aside = true where s.name = of;
  if not found then
    raise exception 'no summary %', of;
  end if;
  execute format('create or replace view sum.%I as table sum.%I', of, of || '.rows');
  perform sum.told_otherwise();
end $$;

create function sum.fill(of text) returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '10s' as $$
declare
  rows_of text;
  filled bigint;
begin
  select s.relation into rows_of from sum.summary s where s.name = of;
  if not found then
    raise exception 'no summary %', of;
  end if;
  execute format('lock table %s in share row exclusive mode', rows_of);
  perform pg_advisory_xact_lock(7041790);
  execute format('delete from sum.%I', of || '.folded');
  execute format('delete from sum.%I', of || '.deltas');
  execute format('insert into sum.%I table sum.%I', of || '.folded', of || '.rows');
  get diagnostics filled = row_count;
  execute format('analyze sum.%I', of || '.folded');
  execute format('create or replace view sum.%I as table sum.%I union all table sum.%I', of, of || '.folded', of || '.deltas');
  perform sum.told_otherwise();
  update sum.summary s set aside = false, filled = clock_timestamp() where s.name = of;
  return filled;
end $$;`;
