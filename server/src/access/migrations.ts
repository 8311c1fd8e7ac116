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
  ],
};
