import type { MigrationRoom } from '#server/db/migrate.ts';

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
  ],
};
