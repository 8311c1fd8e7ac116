import type { Scope } from '#protocol/meta/suite.ts';
import { defineCache, MIB } from '#server/cache/cache.ts';
import type { Db } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';

/** What one role gives on one permission group. Several roles stay apart: each has its own rows and its own columns. */
export interface RoleGrant {
  group_name: string;
  scope: Scope;
  items: ReadonlySet<string>;
  hide: ReadonlySet<string>;
  readonly: ReadonlySet<string>;
}
export interface Rights {
  grants: readonly RoleGrant[];
  flags: ReadonlySet<string>;
}

const rights = defineCache<Promise<Rights>>({
  name: 'rights',
  holds: 'what a set of roles may do',
  key: 'company, version of its rights, ids of the roles',
  ends: 'never: a change of rights is a new version',
  bytes: 4 * MIB,
});
/** A grant with its names, each a short text. */
const OF_NAME = 80;
const weightOf = ({ grants, flags }: Rights): number =>
  grants.reduce((sum, { items, hide, readonly }) => sum + 400 + OF_NAME * (items.size + hide.size + readonly.size), OF_NAME * flags.size);

/** The grants of the session's roles, asked for once. */
export function loadRights(db: Db, session: Session): Promise<Rights> {
  const cache = rights.of(db);
  const roles = session.roles.map((role) => role.id).sort((a, b) => a - b);
  const key = `${session.company.id}:${session.rights_version}:${roles.join(',')}`;
  const known = cache.get(key);
  if (known) return known;
  const loading = readRights(db, session.company.id, roles);
  cache.set(key, loading, 1_000);
  loading.then(
    (read) => cache.set(key, loading, weightOf(read)),
    () => cache.delete(key),
  );
  return loading;
}

type Row = { group_name: string; scope: Scope; items: string[]; hide: string[]; readonly: string[]; flags: string[] | null };

async function readRights(db: Db, company: number, roles: readonly number[]): Promise<Rights> {
  const rows = await db.query<Row>(
    `select group_name, scope, items, hide, readonly, null::text[] as flags
     from fw.role_grant where company_id = $1 and role_id = any($2::bigint[])
     union all
     select '', 0, '{}', '{}', '{}', array_agg(flag) from fw.role_flag where company_id = $1 and role_id = any($2::bigint[])`,
    [company, roles],
  );
  const sets = (row: Row) => ({ items: new Set(row.items), hide: new Set(row.hide), readonly: new Set(row.readonly) });
  return Object.freeze({
    grants: rows.filter((row) => row.group_name !== '').map((row) => ({ group_name: row.group_name, scope: row.scope, ...sets(row) })),
    flags: new Set(rows.flatMap((row) => row.flags ?? [])),
  });
}

/** `mobile` or `user.mobile`: a rule for all tables of the group, or for one. */
export const names = (rule: ReadonlySet<string>, table: ResolvedTable, field: string): boolean =>
  rule.has(field) || rule.has(`${table.name}.${field}`);
