import { type Column, quoted } from './schema.ts';

/** Trigger function and trigger of a table, in schema hist and on app: both are called so. */
export const keepName = (table: string): string => `${table}.keep`;

/**
 * Body of the trigger that closes the old version of a row. It lies in the database, so that no writer can forget it. A version
 * begins where the one before it ended: modify_time moves with every update, also when the writer left it as it was or two clocks
 * disagree. `fw.actor` and `fw.op` of the transaction name who and what, where the row itself does not. Who changed it last goes with
 * when: a writer who left both alone changed it as whom the transaction names, or as nobody, never as the one before him.
 */
export function keepBody(columns: ReadonlyMap<string, Column>): string {
  const names = [...columns.keys()].map(quoted);
  return `
declare
  began timestamptz := coalesce(old.modify_time, old.create_time);
  ended timestamptz := greatest(now(), began + interval '1 microsecond');
  actor bigint := nullif(current_setting('fw.actor', true), '')::bigint;
  op text := nullif(current_setting('fw.op', true), '');
begin
  if tg_op = 'UPDATE' then
    if old.deleted_time is null and new.deleted_time is not null then
      op := coalesce(op, 'Delete');
      actor := coalesce(actor, new.deleted_entity);
    elsif old.deleted_time is not null and new.deleted_time is null then
      op := coalesce(op, 'Restore');
    end if;
    if new.modify_time > began then
      ended := new.modify_time;
      actor := coalesce(actor, new.modify_entity);
    else
      actor := coalesce(actor, case when new.modify_entity is distinct from old.modify_entity then new.modify_entity end);
      new.modify_time := ended;
      new.modify_entity := actor;
    end if;
  end if;
  insert into hist.%TABLE% (${names.join(', ')}, valid_from, valid_to, hist_actor, hist_op)
  values (${names.map((name) => `old.${name}`).join(', ')}, began, ended, actor, coalesce(op, case tg_op when 'UPDATE' then 'Modify' else 'Purge' end));
  if tg_op = 'UPDATE' then
    return new;
  end if;
  return old;
end`;
}

/**
 * How the function runs: as the owner of hist, who alone may write there, and with no name looked up where a caller could have put one.
 * PostgreSQL's spelling of `proconfig`.
 */
export const KEEP_PATH = 'search_path=pg_catalog, pg_temp';

/** Statements that put the body in place. */
export function keepStatements(table: string, body: string): string {
  const name = quoted(keepName(table));
  const on = `app.${quoted(table)}`;
  return `create or replace function hist.${name}() returns trigger language plpgsql
  security definer set ${KEEP_PATH.replace('=', ' = ')} as $keep$${body}$keep$;
drop trigger if exists "keep.update" on ${on};
drop trigger if exists "keep.delete" on ${on};
create trigger "keep.update" before update on ${on} for each row execute function hist.${name}();
create trigger "keep.delete" before delete on ${on} for each row execute function hist.${name}()`;
}
