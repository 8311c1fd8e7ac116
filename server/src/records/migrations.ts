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

export const recordsMigrations: MigrationRoom = {
  room: 'records',
  steps: [
    { id: '001-rid', sql: RID },
    { id: '002-file', sql: FILE },
    { id: '003-number', sql: NUMBER },
    // what was said with the id, hashed; requests of before have none
    { id: '004-rid-body', sql: 'alter table fw.rid add column body text' },
  ],
};

/** Files and numbers belong to a field of a table: a file that nobody finds is lost, and a number counted anew is given twice. */
export const recordsFollows: Follows = {
  table: (renamed) => ['fw.file', 'fw.number'].map((relation) => followTable(relation, 'source')(renamed)),
  field: (renamed) => ['fw.file', 'fw.number'].map((relation) => followField(relation)(renamed)),
};
