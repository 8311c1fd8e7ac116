import type { MigrationRoom } from '#server/db/migrate.ts';
import { INITIALS } from './initials.ts';
import { PLAIN_TEXT } from './page/plain-text.ts';
import { SUMS } from './sums.ts';
import { type Follows, followTable, literal, type RenamedField } from './sync/follow.ts';

/**
 * `fw.keywords` makes the text that keyword search reads: the searched texts, each after a line feed, lower case and NFKC.
 * `fw.bigrams` gives its pairs of neighbouring characters; a pair that ends a line is none, one that begins a line is what a search for
 * one character finds (prefix). Both are pure, so that a generated column and an index may use them.
 */
const KEYWORDS = `
create function fw.keywords(variadic texts text[]) returns text
  language sql immutable parallel safe
  as $$ select lower(normalize(E'\\n' || array_to_string(texts, E'\\n'), NFKC)) $$;

create function fw.bigrams(of text) returns text[]
  language sql immutable parallel safe
  as $$
    select coalesce(array_agg(pair.one || pair.next), '{}')
    from (select string_to_array(of, null) as letters) split,
      lateral unnest(split.letters, split.letters[2:]) as pair (one, next)
    where pair.next <> E'\\n'
  $$;`;

/** The enterprise accounts. \`login_name\` is the sub-account of the sign-in form; \`hosts\` are the names under which a browser reaches it. */
const COMPANY = `
create table fw.company (
  id bigint primary key,
  key text not null unique,
  login_name text not null unique check (login_name ~ '^[a-z0-9]{3,16}$'),
  key_name text not null,
  key_name_en text not null,
  time_zone text not null default 'Asia/Shanghai',
  hosts text[] not null default '{}',
  app_name text not null,
  app_name_en text not null,
  logo text,
  copyright text,
  copyright_en text,
  status int not null default 1,
  created_at timestamptz not null default now()
);`;

/** What table sync made, by the uids of the definitions: a changed name under a known uid is a renaming. */
const META_OBJECT = `
create table fw.meta_object (
  kind text not null check (kind in ('table', 'field')),
  table_uid text not null,
  uid text not null,
  name text not null,
  suite text not null,
  primary key (kind, table_uid, uid)
);`;

/** Rows of seeds by their keys: what was loaded once is not loaded again, whatever became of the row. Company 0: a platform table. */
const SEED = `
create table fw.seed (
  table_name text not null,
  company_id bigint not null,
  key text not null,
  id bigint not null,
  primary key (table_name, company_id, key)
);`;

/** Beside the names, what was defined: a field, choice or state that a version takes away keeps its name for the records that have it. */
const REMEMBERED = `
alter table fw.meta_object drop constraint meta_object_kind_check;
alter table fw.meta_object add check (kind in ('table', 'field', 'dict'));
alter table fw.meta_object add column def jsonb not null default '{}';
alter table fw.meta_object add column gone boolean not null default false;`;

/** What the suites said of a dictionary when they were last loaded: what stands otherwise was changed in the company. */
const DICT_SAID = `
create table fw.dict_said (
  company_id bigint not null,
  dict_id bigint not null,
  uid text not null,
  said jsonb not null,
  primary key (company_id, dict_id)
);`;

/** What the suites said of a module or an entry of a menu when they were last loaded. */
const MENU_SAID = `
create table fw.menu_said (
  company_id bigint not null,
  kind text not null check (kind in ('module', 'menu')),
  uid text not null,
  said jsonb not null,
  primary key (company_id, kind, uid)
);`;

/**
 * Holidays of China that a version brought to companies elsewhere go again, where nobody has touched what it brought (docs/decisions/236).
 * A database without calendars has none.
 */
const HOLIDAYS_OF_CHINA = `
do $$
begin
  if to_regclass('app.calendar_day') is null then return; end if;
  create temporary table elsewhere on commit drop as
    select s.company_id, s.id from fw.seed s
      join fw.company c on c.id = s.company_id
        and c.time_zone not in ('Asia/Shanghai', 'Asia/Urumqi', 'Asia/Chongqing', 'Asia/Chungking', 'Asia/Harbin', 'Asia/Kashgar', 'PRC')
      where s.table_name = 'calendar_day' and s.key ~ '^(holiday|worked) 2026-'
        and not exists (
          select 1 from fw.seed o join app.calendar_day d on d.company_id = o.company_id and d.id = o.id
          where o.table_name = 'calendar_day' and o.company_id = s.company_id
            and (d.version > 1 or d.modify_entity is not null or d.deleted_time is not null));
  delete from app.calendar_day d using elsewhere e where d.company_id = e.company_id and d.id = e.id;
  delete from fw.seed s using elsewhere e where s.table_name = 'calendar_day' and s.company_id = e.company_id and s.id = e.id;
end $$;`;

/**
 * A change of many records as a job (docs/decisions/239): whose it is, what is to be written, how far it is; and each of its records, with what
 * became of it and what stood there before. Who began it is found by the same columns as a session is.
 */
const CHANGE = `
create table fw.change (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  sid text not null,
  epoch integer not null,
  domain_id bigint not null,
  locale text not null,
  created timestamptz not null,
  until timestamptz not null,
  source text not null,
  fields jsonb not null,
  matched integer not null,
  total integer not null,
  of_change bigint,
  status smallint not null default 1,
  reason text not null default '',
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  faults smallint not null default 0,
  turn timestamptz not null,
  told timestamptz,
  ended timestamptz,
  primary key (company_id, id)
);
create index on fw.change (company_id, user_id, id);
create index on fw.change (turn) where status = 1;
create index on fw.change (created);
create table fw.change_row (
  company_id bigint not null,
  change_id bigint not null,
  rowid bigint not null,
  version integer,
  status smallint not null default 0,
  code integer not null default 0,
  remark text not null default '',
  data jsonb,
  before jsonb,
  after integer,
  tries smallint not null default 0,
  primary key (company_id, change_id, rowid),
  foreign key (company_id, change_id) references fw.change on delete cascade
);
create index on fw.change_row (company_id, change_id, tries, rowid) where status = 0;`;

/** `fw.place_address` is what is looked for in a place: its address, not the digits of its degrees. Pure, so that a generated column may use it. */
const PLACE_ADDRESS = `
create function fw.place_address(of text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(of, '^[^,]*,[^,]*,', '') $$;`;

/**
 * What a transaction changed of the tables that reports read: a row for each table and company, appended with the change itself, and how many
 * were folded away. Nobody waits for another's. Both together only grow, by one with each transaction that becomes visible: the version of a
 * table. Company 0 stands for all, the table '' too. `at` tells a transaction from one of the same number in a database that was restored.
 */
const TABLE_CHANGE = `
create table fw.table_change (
  name text not null,
  company_id bigint not null,
  xid xid8 not null,
  at timestamptz not null default now(),
  primary key (name, company_id, xid, at)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
create table fw.table_version (
  name text not null,
  company_id bigint not null,
  counted bigint not null,
  primary key (name, company_id)
) with (fillfactor = 50);
create function fw.note_company_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into fw.table_change (name, company_id, xid) values (tg_table_name, 0, pg_current_xact_id()) on conflict do nothing;
  else
    insert into fw.table_change (name, company_id, xid)
    select tg_table_name, company_id, pg_current_xact_id() from (select distinct company_id from changed) companies on conflict do nothing;
  end if;
  return null;
end $$;
create function fw.note_platform_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' or exists (select from changed) then
    insert into fw.table_change (name, company_id, xid) values (tg_table_name, 0, pg_current_xact_id()) on conflict do nothing;
  end if;
  return null;
end $$;
create function fw.fold_changes() returns bigint language sql security definer set search_path = pg_catalog, pg_temp as $$
  with folded as (delete from fw.table_change returning name, company_id),
  counted as (
    insert into fw.table_version as v (name, company_id, counted) select name, company_id, count(*) from folded group by 1, 2 order by 1, 2
    on conflict (name, company_id) do update set counted = v.counted + excluded.counted
  )
  select count(*) from folded
$$;
revoke execute on function fw.note_company_change(), fw.note_platform_change(), fw.fold_changes() from public;`;
/** Under which definitions and program the tables were last found to be right, and how they stood then (docs/decisions/270). */
const TABLE_SEAL = `
create table fw.table_seal (
  one boolean primary key default true check (one),
  wanted text not null,
  standing text not null
)`;

/** How a person has a board, by its uid (protocol/src/wire/board.ts). */
const BOARD_LAYER = `
create table fw.board_layer (
  company_id bigint not null,
  user_id bigint not null,
  board text not null,
  content jsonb not null,
  version integer not null,
  primary key (company_id, user_id, board)
)`;

export const metaMigrations: MigrationRoom = {
  room: 'meta',
  steps: [
    { id: '001-keywords', sql: KEYWORDS },
    { id: '002-company', sql: COMPANY },
    { id: '003-meta-object', sql: META_OBJECT },
    { id: '004-seed', sql: SEED },
    { id: '005-company-names', sql: 'alter table fw.company alter app_name drop not null, alter app_name_en drop not null' },
    { id: '006-remembered', sql: REMEMBERED },
    { id: '007-dict-said', sql: DICT_SAID },
    // how many active people the licence allows, none without a bound; a picture beside the sign-in
    { id: '008-licence-and-banner', sql: 'alter table fw.company add max_users integer check (max_users > 0), add banner text' },
    { id: '009-menu-said', sql: MENU_SAID },
    // spans of a working day, read by processes of before alone: rows of work_time say them now (docs/decisions/227)
    { id: '010-working-day', sql: `alter table fw.company add work_hours text not null default '09:00-12:00,13:00-18:00'` },
    { id: '036-initials', sql: INITIALS },
    { id: '038-plain-text', sql: PLAIN_TEXT },
    { id: '040-holidays-of-china', sql: HOLIDAYS_OF_CHINA },
    { id: '041-table-change', sql: TABLE_CHANGE },
    { id: '042-change', sql: CHANGE },
    { id: '044-place-address', sql: PLACE_ADDRESS },
    { id: '043-summaries', sql: SUMS },
    { id: '048-table-seal', sql: TABLE_SEAL },
    // megabytes of its files together; none: what the settings say
    { id: '049-file-room', sql: 'alter table fw.company add file_mb bigint check (file_mb >= 0)' },
    { id: '045-board-layer', sql: BOARD_LAYER },
  ],
};

/** What a change of many is to write, and what stood there before, by the field's name. */
const followChange = ({ table, from, to }: RenamedField): string[] => {
  const renamed = (column: string): string =>
    `${column} = (${column} - ${literal(from)}) || jsonb_build_object(${literal(to)}, ${column} -> ${literal(from)})`;
  return [
    `update fw.change set ${renamed('fields')} where source = ${literal(table)} and fields ? ${literal(from)}`,
    `update fw.change_row r set ${renamed('before')} from fw.change c
     where c.company_id = r.company_id and c.id = r.change_id and c.source = ${literal(table)} and r.before ? ${literal(from)}`,
  ];
};

/** Rows that were loaded once are not loaded again because their table is called otherwise, and a change of many goes on. */
export const metaFollows: Follows = {
  table: (renamed) => [followTable('fw.seed', 'table_name')(renamed), followTable('fw.change', 'source')(renamed)],
  field: followChange,
};
