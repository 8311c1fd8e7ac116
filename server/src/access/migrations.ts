import type { MigrationRoom } from '#server/db/migrate.ts';

/** Addresses that somebody else gave a person who could as well make him a link (giving/user.ts): links go there at once (mail/forgot.ts). */
const VOUCHED = `
create table fw.address_vouched (
  company_id bigint not null,
  user_id bigint not null,
  email text not null,
  by_user bigint not null,
  at timestamptz not null,
  primary key (company_id, user_id, email)
);
create index on fw.address_vouched (at);`;

/** Who may do what: the roles' grants by company, and a number that grows with each change, by which caches are keyed. */
export const accessMigrations: MigrationRoom = {
  room: 'access',
  steps: [
    {
      id: '001-grants',
      sql: `
create table fw.rights_version (
  company_id bigint primary key,
  version bigint not null default 1
);
create table fw.role_grant (
  company_id bigint not null,
  role_id bigint not null,
  group_name text not null,
  scope smallint not null check (scope in (0, 1, 2)),
  items text[] not null,
  hide text[] not null default '{}',
  readonly text[] not null default '{}',
  primary key (company_id, role_id, group_name)
);
create table fw.role_flag (
  company_id bigint not null,
  role_id bigint not null,
  flag text not null,
  primary key (company_id, role_id, flag)
);`,
    },
    {
      // What the suites said of a role when they were last loaded: what stands otherwise was changed here. Of a database of before, what
      // stands is taken for what was said last, because nothing tells which of the words that were ever said that was.
      id: '002-said',
      sql: `
create table fw.role_said (
  company_id bigint not null,
  role_id bigint not null,
  code text not null,
  grants jsonb not null,
  flags text[] not null,
  primary key (company_id, role_id)
);
insert into fw.role_said (company_id, role_id, code, grants, flags)
select s.company_id, s.id, min(split_part(s.key, ' ', 1)),
  coalesce((select jsonb_agg(jsonb_build_object('group', g.group_name, 'scope', g.scope, 'items', g.items, 'hide', g.hide, 'readonly', g.readonly)
    order by g.group_name) from fw.role_grant g where g.company_id = s.company_id and g.role_id = s.id), '[]'),
  array(select f.flag from fw.role_flag f where f.company_id = s.company_id and f.role_id = s.id order by 1)
from fw.seed s where s.table_name = 'role grants' group by s.company_id, s.id;
delete from fw.seed where table_name = 'role grants';`,
    },
    {
      // Who changed the rights of a role in the screen, numbered by role: of what changed, how it was and how it became.
      id: '003-change',
      sql: `
create table fw.role_change (
  company_id bigint not null,
  role_id bigint not null,
  number int not null,
  at timestamptz not null,
  user_entity bigint not null,
  before jsonb not null,
  after jsonb not null,
  primary key (company_id, role_id, number)
);`,
    },
    {
      // What a company says of its dictionaries is in force when its rights have a new version. Who changes dictionaries of one company does so
      // one after the other: the number of a company's own choice is given to no other of its dictionaries.
      id: '004-dictionaries',
      sql: `
create function fw.dicts_changed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  company bigint;
begin
  for company in select distinct c.company_id from changed c order by 1 loop
    insert into fw.rights_version as v (company_id) values (company) on conflict (company_id) do update set version = v.version + 1;
    perform pg_notify('rights', company::text);
  end loop;
  return null;
end $$;
create function fw.choice_added() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number is null then
    perform from fw.rights_version v where v.company_id = new.company_id for update;
    select greatest(10000, coalesce(max(i.number), 0) + 1) into new.number from app."dict_item" i where i.company_id = new.company_id;
  end if;
  return new;
end $$;`,
    },
    // modules and menus as well: the triggers follow the function
    { id: '005-defined-anew', sql: 'alter function fw.dicts_changed() rename to defined_anew' },
    {
      // What lies in a directory is in the module of that directory, whoever moves either of them.
      id: '006-menu-placed',
      sql: `
create function fw.menu_placed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.parent_entity is not null then
    select coalesce(max(p.module_entity), new.module_entity) into new.module_entity
      from app."menu" p where p.company_id = new.company_id and p.id = new.parent_entity;
  end if;
  return new;
end $$;
create function fw.menu_follows() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app."menu" c set module_entity = new.module_entity
    where c.company_id = new.company_id and c.parent_entity = new.id and c.module_entity is distinct from new.module_entity;
  return null;
end $$;`,
    },
    {
      // Rights name tables and fields by uid. A group that is a name still has a question mark before it, which no uid has: it gives nothing until
      // a start has looked it up (name-grants.ts). Processes of before read the names that stand until they are replaced; of what is written from
      // now on they read nothing, and they write none. The columns of names go with a later version.
      id: '007-uids',
      sql: `
alter table fw.role_grant
  add column group_uid text,
  add column hide_uids text[] not null default '{}',
  add column readonly_uids text[] not null default '{}';
update fw.role_grant set group_uid = '?' || group_name;
alter table fw.role_grant
  drop constraint role_grant_pkey,
  alter column group_name drop not null,
  alter column group_uid set not null,
  add primary key (company_id, role_id, group_uid);`,
    },
    {
      // Items that a role has on fewer rows than its group's scope gives, each with its scope.
      id: '008-item-scopes',
      sql: `alter table fw.role_grant add column item_scopes jsonb not null default '{}'`,
    },
    { id: '009-address-vouched', sql: VOUCHED },
    {
      // How a company's lists lie comes with the definitions: it is in force when these have a new version. What is one person's is his windows' alone.
      id: '035-layout-shared',
      sql: `
create function fw.layout_shared() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into fw.rights_version as v (company_id) values (new.company_id) on conflict (company_id) do update set version = v.version + 1;
  perform pg_notify('rights', new.company_id::text);
  return null;
end $$;`,
    },
  ],
};
