import type { MigrationRoom } from '#server/db/migrate.ts';
import { type Follows, followField, followTable } from '#server/meta/sync/follow.ts';

/** Submits seen once (R5): the answer of a request id, kept 24 hours, unique by company and person. */
const RID = `
create table fw.rid (
  company_id bigint not null,
  user_id bigint not null,
  rid uuid not null,
  what text not null,
  answer jsonb,
  create_time timestamptz not null,
  primary key (company_id, user_id, rid)
);
create index rid_old on fw.rid (create_time);`;

/**
 * Uploaded files. One waits (rowid null) until a save of its uploader names its key; then it belongs to that record and field for
 * good: taken out of the field it stays for the record's history.
 */
const FILE = `
create table fw.file (
  id bigint generated always as identity primary key,
  company_id bigint not null references fw.company (id),
  key_name text not null unique check (length(key_name) >= 22),
  file_name text not null,
  mime text not null,
  length bigint not null check (length >= 0),
  sha256 text not null,
  source text not null,
  field text not null,
  rowid bigint,
  create_entity bigint not null,
  create_time timestamptz not null
);
create index file_record on fw.file (company_id, source, rowid) where rowid is not null;
create index file_waiting on fw.file (create_time) where rowid is null;`;

/** What the files of a company hold together: kept by the database, whoever writes or sweeps them, so that nobody adds them up. */
const FILE_SUM = `
create table fw.file_sum (
  company_id bigint primary key references fw.company (id),
  bytes bigint not null check (bytes >= 0)
);
lock table fw.file in share row exclusive mode;
insert into fw.file_sum select company_id, sum(length) from fw.file group by company_id;
create function fw.file_summed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into fw.file_sum as s (company_id, bytes)
      select c.company_id, sum(c.length) from changed c group by c.company_id order by c.company_id
      on conflict (company_id) do update set bytes = s.bytes + excluded.bytes;
  else
    -- in one order: two sweeps may take files of the same companies
    perform from fw.file_sum s where s.company_id in (select c.company_id from changed c) order by s.company_id for update;
    update fw.file_sum s set bytes = s.bytes - c.bytes
      from (select company_id, sum(length) as bytes from changed group by company_id) c where s.company_id = c.company_id;
  end if;
  return null;
end $$;
create trigger file_added after insert on fw.file referencing new table as changed for each statement execute function fw.file_summed();
create trigger file_gone after delete on fw.file referencing old table as changed for each statement execute function fw.file_summed();`;

/** The last number given by prefix: its row is the lock that keeps numbers free of gaps. */
const NUMBER = `
create table fw.number (
  company_id bigint not null,
  subcompany_id bigint not null,
  source text not null,
  field text not null,
  prefix text not null,
  last bigint not null,
  primary key (company_id, subcompany_id, source, field, prefix)
);`;

/** Who opened a record of a table that keeps its readers: a row a person, however often he did. */
const READING = `
create table fw.reading (
  company_id bigint not null,
  source text not null,
  rowid bigint not null,
  user_entity bigint not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  times integer not null default 1,
  primary key (company_id, source, rowid, user_entity)
);`;

export const recordsMigrations: MigrationRoom = {
  room: 'records',
  steps: [
    { id: '001-rid', sql: RID },
    { id: '002-file', sql: FILE },
    { id: '003-number', sql: NUMBER },
    // what was said with the id, hashed; requests of before have none
    { id: '004-rid-body', sql: 'alter table fw.rid add column body text' },
    { id: '005-file-sum', sql: FILE_SUM },
    { id: '006-reading', sql: READING },
    // files are found by their names (records/find/find-files.ts)
    {
      id: '036-file-names',
      sql: 'create index file_names on fw.file using gin (fw.bigrams(fw.keywords(variadic array[file_name]))) where rowid is not null',
    },
    // a board tells what was opened last (records/board/active.ts)
    { id: '050-reading-newest', sql: 'create index reading_newest on fw.reading (company_id, source, last_time desc)' },
  ],
};

/** Files and numbers belong to a field of a table, readers to a table: a file that nobody finds is lost, and a number counted anew is given twice. */
export const recordsFollows: Follows = {
  table: (renamed) => ['fw.file', 'fw.number', 'fw.reading'].map((relation) => followTable(relation, 'source')(renamed)),
  field: (renamed) => ['fw.file', 'fw.number'].map((relation) => followField(relation)(renamed)),
};
