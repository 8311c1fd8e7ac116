import type { MigrationRoom } from '#server/db/migrate.ts';

/**
 * How old entries go, by the owner's hand: who serves may not delete. Nothing of the last 31 days goes, whatever the caller's clock or
 * setting says; the trigger above refuses the last thirty to everybody.
 */
const SWEEP = `
create function fw.sweep_security_log(before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone integer;
begin
  delete from fw.security_log where at < least(before, now() - interval '31 days');
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function fw.sweep_security_log(timestamptz) from public;`;

/** Tables of sign-in. None holds anything that opens a session by itself: tokens are hashed, credentials sealed, counters keyed. */
/**
 * What ends the sessions of a person for good, whoever writes it and wherever: he was disabled, deleted or renamed, a role or a domain was
 * taken from him, his role or company is no more what it was. They carry an epoch that is over. What is given ends nothing: rights are read anew by their version. Every
 * process hears of it (`fw_session`). The triggers are put on the tables of definitions when these stand (session-ends.ts).
 */
const SESSION_ENDS = `
create function fw.end_sessions(company bigint, who bigint, why text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  raised integer;
begin
  update fw.credential set epoch = epoch + 1, revoked_for = why where company_id = company and user_id = who returning epoch into raised;
  if raised is null then return; end if;
  perform pg_notify('fw_session', 'user ' || company || ' ' || who);
  insert into fw.security_log (company_id, actor, login, op, target, reason, address, sid)
  values (company, nullif(current_setting('fw.actor', true), '')::bigint, '', 'Revoke', 'user ' || who, why, '', '');
end $$;

create function fw.user_changed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  why text := case
    when old.deleted_time is null and new.deleted_time is not null then 'deleted'
    when old.status = 1 and new.status is distinct from 1 then 'disabled'
    when new.login_name is distinct from old.login_name then 'renamed'
    when not coalesce(old.role_entities, '{}') <@ coalesce(new.role_entities, '{}') then 'role'
    when not coalesce(old.domain_entities, '{}') <@ coalesce(new.domain_entities, '{}') then 'domain'
  end;
begin
  if why is not null then perform fw.end_sessions(new.company_id, new.id, why); end if;
  return null;
end $$;

create function fw.role_changed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.deleted_time is null and new.deleted_time is not null) or (old.root = 1 and new.root is distinct from 1) then
    perform fw.end_sessions(u.company_id, u.id, 'role') from app."user" u where u.company_id = new.company_id and u.role_entities @> array[new.id];
  end if;
  return null;
end $$;

create function fw.domain_changed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.deleted_time is null and new.deleted_time is not null then
    perform fw.end_sessions(s.company_id, s.user_id, 'domain')
      from (select distinct company_id, user_id from fw.session where company_id = new.company_id and domain_id = new.id) s;
  end if;
  return null;
end $$;

create function fw.company_changed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.status = 1 and new.status is distinct from 1) or new.login_name is distinct from old.login_name then
    perform fw.end_sessions(s.company_id, s.user_id, 'company')
      from (select distinct company_id, user_id from fw.session where company_id = new.id) s;
  end if;
  return null;
end $$;
create trigger ends_sessions after update on fw.company for each row execute function fw.company_changed();`;

/**
 * Whoever becomes active takes one of the places that his company's licence has; the company's row is held meanwhile, so that of two at once
 * one finds it taken. `company/seats.ts` puts the trigger on the table of users.
 */
const SEATS = `
create function fw.seat_taken() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  most integer;
begin
  if tg_op = 'UPDATE' and old.status = 1 and old.deleted_time is null then return null; end if;
  select c.max_users into most from fw.company c where c.id = new.company_id and c.max_users is not null for no key update;
  if most < (select count(*) from app."user" u where u.company_id = new.company_id and u.status = 1 and u.deleted_time is null) then
    raise exception 'more active users than the licence allows' using errcode = 'FW307', detail = most::text;
  end if;
  return null;
end $$;
revoke execute on function fw.seat_taken() from public;`;

/**
 * A link lies in the mailbox that it was sent to: it ends with that address, whoever changes it, as what somebody asked for himself does. Those
 * that are open as this comes may have been mailed. And it is of an account that gave no more than its maker had: what comes to that from
 * another hand ends it. The rest is user_changed as it was.
 */
const MAILED_LINK = `
alter table fw.entry_link add column mailed boolean not null default false;
update fw.entry_link set mailed = true where used_at is null;
create or replace function fw.user_changed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  why text := case
    when old.deleted_time is null and new.deleted_time is not null then 'deleted'
    when old.status = 1 and new.status is distinct from 1 then 'disabled'
    when new.login_name is distinct from old.login_name then 'renamed'
    when not coalesce(old.role_entities, '{}') <@ coalesce(new.role_entities, '{}') then 'role'
    when not coalesce(old.domain_entities, '{}') <@ coalesce(new.domain_entities, '{}') then 'domain'
  end;
begin
  if why is not null then perform fw.end_sessions(new.company_id, new.id, why); end if;
  if to_jsonb(new) ->> 'email' is distinct from to_jsonb(old) ->> 'email' then
    delete from fw.own_link where company_id = new.company_id and user_id = new.id and used_at is null;
    delete from fw.entry_link where company_id = new.company_id and user_id = new.id and used_at is null and mailed;
  end if;
  if not (coalesce(new.role_entities, '{}') <@ coalesce(old.role_entities, '{}') and coalesce(new.domain_entities, '{}') <@ coalesce(old.domain_entities, '{}'))
    or to_jsonb(new) ->> 'department_entity' is distinct from to_jsonb(old) ->> 'department_entity'
    or to_jsonb(new) ->> 'post_entities' is distinct from to_jsonb(old) ->> 'post_entities' then
    delete from fw.entry_link l where l.company_id = new.company_id and l.user_id = new.id and l.used_at is null
      and (l.made_by is distinct from new.modify_entity or new.version = old.version);
  end if;
  return null;
end $$;`;

export const signinMigrations: MigrationRoom = {
  room: 'signin',
  steps: [
    {
      id: '001-signin',
      sql: `
create table fw.signin_site (one boolean primary key default true check (one), salt bytea not null, n integer not null);

create table fw.credential (
  company_id bigint not null,
  user_id bigint not null,
  login_id text not null unique,
  v text not null,
  sealed bytea not null,
  epoch integer not null default 1,
  revoked_for text,
  changed_at timestamptz not null default now(),
  primary key (company_id, user_id)
);

create table fw.login_used (
  company_id bigint not null,
  user_id bigint not null,
  time text not null,
  random text not null,
  used_at timestamptz not null,
  primary key (company_id, user_id, time, random)
);
create index on fw.login_used (used_at);

create table fw.session (
  sid text primary key,
  token_hash bytea not null unique,
  family text not null,
  company_id bigint not null,
  user_id bigint not null,
  epoch integer not null,
  domain_id bigint not null,
  locale text not null,
  device text not null,
  address text not null,
  user_agent text not null,
  created timestamptz not null,
  last_seen timestamptz not null,
  idle_until timestamptz not null,
  abs_until timestamptz not null
);
create index on fw.session (company_id, user_id);
create index on fw.session (family);
create index on fw.session (abs_until);

create table fw.identity_bucket (key text primary key, failures integer not null, until timestamptz not null, locks integer not null);
create index on fw.identity_bucket (until);

create table fw.address_bucket (key text primary key, count integer not null, until timestamptz not null);
create index on fw.address_bucket (until);

create table fw.device (
  device text not null,
  identity text not null,
  used_at timestamptz not null,
  primary key (device, identity)
);
create index on fw.device (used_at);
`,
    },
    { id: '002-last-domain', sql: 'alter table fw.credential add last_domain bigint' },
    {
      id: '003-set-up',
      sql: `
create table fw.set_up_code (
  one boolean primary key default true check (one),
  sealed bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
`,
    },
    { id: '004-key-check', sql: 'create table fw.key_check (name text primary key, mark bytea not null)' },
    {
      id: '005-security-log',
      sql: `
create table fw.security_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  company_id bigint,
  actor bigint,
  login text not null,
  op text not null,
  target text not null,
  reason text not null,
  address text not null,
  sid text not null
);
create index on fw.security_log using brin (at);
create function fw.keep_security_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then return old; end if;
  raise exception 'fw.security_log is only written to' using errcode = 'insufficient_privilege';
end $$;
create trigger keep before update or delete on fw.security_log for each row execute function fw.keep_security_log();
create trigger keep_all before truncate on fw.security_log for each statement execute function fw.keep_security_log();
`,
    },
    { id: '006-set-up-uncounted', sql: 'alter table fw.set_up_code drop column tries' },
    // what a used code made, so that the same call again gets the same answer
    { id: '007-set-up-made', sql: 'alter table fw.set_up_code add column made jsonb' },
    { id: '008-sweep-security-log', sql: SWEEP },
    { id: '009-session-ends', sql: SESSION_ENDS },
    // when a session was left for another domain, it lives on for calls under way; its own end stays where it was
    { id: '010-left-until', sql: 'alter table fw.session add column left_until timestamptz; create index on fw.session (left_until)' },
    // what a person chooses for himself (protocol/src/choices.ts)
    {
      id: '011-choices',
      sql: `
create table fw.choice (
  company_id bigint not null,
  user_id bigint not null,
  name text not null,
  value text not null,
  primary key (company_id, user_id, name)
)`,
    },
    // values that stand for a password once (once/remember.ts): `sid` is the sign-in that each was given to, `used_for` the one that it gave
    {
      id: '012-remembered',
      sql: `
create table fw.remembered (
  selector text primary key,
  family text not null,
  company_id bigint not null,
  user_id bigint not null,
  epoch integer not null,
  device text not null,
  sid text not null,
  sealed bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_for text
);
create index on fw.remembered (company_id, user_id);
create index on fw.remembered (family);
create index on fw.remembered (expires_at);`,
    },
    // a one-time link by which a user sets his password (once/entry-link.ts): one each, the hash of its id, its keys sealed
    {
      id: '013-entry-link',
      sql: `
create table fw.entry_link (
  company_id bigint not null,
  user_id bigint not null,
  purpose text not null check (purpose in ('invite', 'reset')),
  id_hash bytea not null unique,
  sealed bytea not null,
  made_by bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, user_id)
);
create index on fw.entry_link (expires_at)`,
    },
    // what a person reads of the security log: his own doings, what was tried in his name, what was done to him
    {
      id: '014-own-log',
      sql: `
create index on fw.security_log (company_id, actor, at);
create index on fw.security_log (login, at) where company_id is null;
create index on fw.security_log (company_id, target, at) where target <> ''`,
    },
    // second factors (factor/): the authenticator's secret sealed, with the last step whose code was taken; a set-up that nobody confirmed yet;
    // recovery codes hashed with the server's key; what a sign-in goes on with between password and code
    {
      id: '015-factor',
      sql: `
create table fw.factor (
  company_id bigint not null,
  user_id bigint not null,
  sealed bytea not null,
  made_at timestamptz not null,
  step bigint not null,
  primary key (company_id, user_id)
);
create table fw.factor_pending (
  company_id bigint not null,
  user_id bigint not null,
  sealed bytea not null,
  expires_at timestamptz not null,
  primary key (company_id, user_id)
);
create index on fw.factor_pending (expires_at);
create table fw.recovery_code (
  company_id bigint not null,
  user_id bigint not null,
  hash text not null,
  used_at timestamptz,
  primary key (company_id, user_id, hash)
);
create table fw.factor_ticket (
  hash bytea primary key,
  company_id bigint not null,
  user_id bigint not null,
  epoch integer not null,
  sealed bytea not null,
  expires_at timestamptz not null
);
create index on fw.factor_ticket (expires_at);`,
    },
    // companies that strangers made within a day (company/register.ts): the hash of what was asked for, and of where from
    {
      id: '016-registration',
      sql: `
create table fw.registration (
  company_id bigint primary key,
  message bytea not null unique,
  origin text not null,
  made_at timestamptz not null
);
create index on fw.registration (made_at)`,
    },
    { id: '017-seats', sql: SEATS },
    // who looks through somebody's eyes (eyes.ts). Apart from sessions: nothing that opens, lists, counts or ends these can take one for its
    // person's own, nor does a process of before that knows of no eyes
    {
      id: '018-eyes',
      sql: `
create table fw.eyes (
  sid text primary key,
  token_hash bytea not null unique,
  company_id bigint not null,
  user_id bigint not null,
  epoch integer not null,
  domain_id bigint not null,
  locale text not null,
  by_user bigint not null,
  by_family text not null,
  created timestamptz not null,
  until timestamptz not null
);
create index on fw.eyes (company_id, by_user);
create index on fw.eyes (by_family);
create index on fw.eyes (until);`,
    },
    // links that people asked for themselves. Apart from those that administrators make: neither ends the other, and processes of before, which
    // know of none, go on with theirs. What raises an epoch, or sets another password, ends them, whichever process does it
    {
      id: '019-own-link',
      sql: `
create table fw.own_link (
  company_id bigint not null,
  user_id bigint not null,
  id_hash bytea not null unique,
  sealed bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, user_id)
);
create index on fw.own_link (expires_at);
create function fw.end_own_links() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from fw.own_link where company_id = old.company_id and user_id = old.user_id and used_at is null;
  return null;
end $$;
create trigger ends_own_links after delete or update of epoch, sealed, login_id on fw.credential
  for each row execute function fw.end_own_links();`,
    },
    // what somebody typed is no reason among `ok` and codes; entries of before keep it there (own/log.ts)
    { id: '020-said', sql: `alter table fw.security_log add column said text not null default ''` },
    { id: '021-mailed-link', sql: MAILED_LINK },
  ],
};
