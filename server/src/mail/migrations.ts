import type { MigrationRoom } from '#server/db/migrate.ts';

/**
 * Mails on their way. `sealed` holds what only the addressee may read, under a key outside of the database, and is taken out as soon as nobody
 * is to get it any more. `status`: 1 waits, 2 is being sent, 3 was taken by the mail server, 4 was refused for good, 5 its link is over,
 * 6 an administrator took the link out and hands it on himself. `next_time` is when a waiting one is due, and when one that is being sent
 * counts as lost with the process that sent it. 7 waits as 1 does, for a mail server that is not set up.
 */
const MAIL = `
create table fw.mail (
  company_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('invite', 'reset', 'forgot')),
  user_id bigint not null,
  address text not null,
  locale text not null,
  key_name text not null,
  message_id text not null unique,
  sealed bytea,
  status smallint not null default 1 check (status between 1 and 7),
  tries integer not null default 0,
  fault text not null default '',
  made_by bigint not null,
  create_time timestamptz not null,
  next_time timestamptz not null,
  sent_time timestamptz,
  until timestamptz not null,
  keywords text generated always as (fw.keywords(variadic array[key_name, address])) stored,
  primary key (company_id, id),
  check (sealed is null or status in (1, 2, 4, 7))
);
create index mail_due on fw.mail (next_time) where status in (1, 2, 7);
create index mail_newest on fw.mail (company_id, create_time desc, id desc);
create index mail_to on fw.mail (company_id, user_id, create_time);
create index mail_by on fw.mail (company_id, made_by, create_time);
create index mail_at on fw.mail (address, create_time);`;

/** Who says that he forgot his password, as he typed his names: whether there is such a person is looked up after he was answered. */
const FORGOTTEN = `
create table fw.forgotten (
  id bigint generated always as identity primary key,
  subname text not null,
  username text not null,
  locale text not null,
  asked_at timestamptz not null
);`;

/** The mails as a table of definitions (suites/sys mail), without what is sealed. */
const VIEW = `
create view app.mail as
select company_id, id, key_name, status::int as review_state, '{}'::bigint[] as reviewers,
  ''::text as remark, made_by as create_entity, null::bigint as create_department, create_time,
  null::bigint as modify_entity, coalesce(sent_time, create_time) as modify_time,
  1 as version, null::timestamptz as deleted_time, null::bigint as deleted_entity, keywords,
  user_id as user_entity, address, case kind when 'invite' then 1 when 'reset' then 2 else 3 end::bigint as kind, status::bigint as status,
  tries::bigint as tries, nullif(fault, '') as fault, case when status = 1 and tries > 0 then next_time end as next_time, sent_time, until
from fw.mail;`;

/** A mail without a link: to the address that was somebody's, that it is no more (docs/decisions/203). */
const OF_ADDRESS = `
alter table fw.mail drop constraint mail_kind_check;
alter table fw.mail add constraint mail_kind_check check (kind in ('invite', 'reset', 'forgot', 'address'));
${VIEW.replace('create view', 'create or replace view').replace('else 3 end', "when 'forgot' then 3 else 4 end")}`;

/** A mail without its link: that one was made, which goes another way (docs/decisions/220). */
const OF_LINK = `
alter table fw.mail drop constraint mail_kind_check;
alter table fw.mail add constraint mail_kind_check check (kind in ('invite', 'reset', 'forgot', 'address', 'link'));
${VIEW.replace('create view', 'create or replace view').replace('else 3 end', "when 'forgot' then 3 when 'address' then 4 else 5 end")}`;

export const mailMigrations: MigrationRoom = {
  room: 'mail',
  steps: [
    { id: '001-mail', sql: MAIL },
    { id: '002-forgotten', sql: FORGOTTEN },
    { id: '003-mail-view', sql: VIEW },
    { id: '004-mail-of-address', sql: OF_ADDRESS },
    { id: '005-mail-of-link', sql: OF_LINK },
  ],
};
