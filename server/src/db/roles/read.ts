import type { Tx } from '../db.ts';
import { type Right, SCHEMAS, type Thing } from './rights.ts';

/** A thing, and what a role may do with it in fact: by itself, as a member of others, or because everybody may. */
export interface Held extends Thing {
  /** As SQL names it: `table app."user"`. */
  said: string;
  /** Whether the asking role may give and take rights on it. */
  ours: boolean;
  rights: readonly Right[];
}

const TABLE_RIGHTS = `(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
  || case when current_setting('server_version_num')::int >= 170000 then array['maintain'] else '{}' end)`;
const OURS = `(${SCHEMAS.map((schema) => `'${schema}'`).join(', ')})`;

/** Of the database and all schemas what may be made there; of our schemas everything. */
const HELD = `
select 'database' as kind, '' as schema, datname as name, format('database %I', datname) as said, datdba as owner,
  array(select r from unnest(array['create', 'temporary']) r where has_database_privilege($1, oid, r)) as rights
from pg_database where datname = current_database()
union all
select 'schema', nspname, nspname, format('schema %I', nspname), nspowner,
  array(select r from unnest(case when nspname in ${OURS} then array['usage', 'create'] else array['create'] end) r where has_schema_privilege($1, oid, r))
from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'
union all
select case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, n.nspname, c.relname,
  format('%s %I.%I', case c.relkind when 'S' then 'sequence' else 'table' end, n.nspname, c.relname), c.relowner,
  case c.relkind
    when 'S' then array(select r from unnest(array['usage', 'select', 'update']) r where has_sequence_privilege($1, c.oid, r))
    else array(select r from unnest(${TABLE_RIGHTS}) r where has_table_privilege($1, c.oid, r)) end
from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
union all
select 'function', n.nspname, p.proname, format('function %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), p.proowner,
  array(select 'execute' where has_function_privilege($1, p.oid, 'execute'))
from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS} and p.prokind = 'f'`;

/** What `role` may do in this database, in the order of names. */
export function readHeld(tx: Tx, role: string): Promise<Held[]> {
  return tx.query<Held>(
    `select kind, schema, name, said, pg_has_role(current_user, owner, 'usage') as ours, rights from (${HELD}) held order by schema, kind, said`,
    [role],
  );
}

/** What others than the owner, `role` and everybody were given on our things, named as SQL names it. */
export function readOthers(tx: Tx, role: string): Promise<{ said: string; grantee: string }[]> {
  return tx.query(
    `select distinct said, a.grantee::regrole::text as grantee from (
       select format('schema %I', nspname) as said, nspowner as owner, nspacl as acl from pg_namespace where nspname in ${OURS}
       union all
       select format('%s %I.%I', case relkind when 'S' then 'sequence' else 'table' end, nspname, relname), relowner, relacl
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname in ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       union all
       select format('function %I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)), proowner, proacl
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where nspname in ${OURS} and prokind = 'f'
     ) things cross join aclexplode(acl) a
     where a.grantee not in (0, owner, (select oid from pg_roles where rolname = $1)) and pg_has_role(current_user, owner, 'usage')
     order by 2, 1`,
    [role],
  );
}

/** One right on what the asking role will make, in one schema or ('') in all. */
export interface Default {
  schema: string;
  what: 'tables' | 'sequences' | 'functions';
  right: string;
  /** Who has it, as SQL names him. */
  said: string;
}

/** What the asking role gives to others on what it will make in our schemas or anywhere: PostgreSQL's own default, functions for everybody, too. */
export function readDefaults(tx: Tx): Promise<Default[]> {
  return tx.query<Default>(
    `select schema, case what when 'r' then 'tables' when 'S' then 'sequences' else 'functions' end as what, lower(a.privilege_type) as right,
       case a.grantee when 0 then 'public' else (select '"' || replace(rolname, '"', '""') || '"' from pg_roles r where r.oid = a.grantee) end as said
     from (
       select coalesce(nspname, '') as schema, defaclobjtype as what, defaclacl as acl
       from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
       where d.defaclrole = current_user::regrole and d.defaclobjtype in ('r', 'S', 'f') and (n.nspname is null or n.nspname in ${OURS})
       union all
       select '', 'f', acldefault('f', current_user::regrole) where not exists (
         select from pg_default_acl d where d.defaclrole = current_user::regrole and d.defaclnamespace = 0 and d.defaclobjtype = 'f')
     ) kept cross join aclexplode(acl) a
     where a.grantee <> current_user::regrole order by 1, 2, 3, 4`,
  );
}

/** What a role is beside what it may do: a member of others, and the owner of how many things of this database. */
export async function readStanding(tx: Tx, role: string): Promise<{ member: string[]; owns: number }> {
  const [standing] = await tx.query<{ member: string[]; owns: number }>(
    `select array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid order by 1) as member,
       (select count(*)::int from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
          and (d.dbid = b.oid or d.classid = 'pg_database'::regclass and d.objid = b.oid)) as owns
     from pg_roles r, pg_database b where r.rolname = $1 and b.datname = current_database()`,
    [role],
  );
  return standing ?? { member: [], owns: 0 };
}
