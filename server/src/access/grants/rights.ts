import type { Scope } from '#protocol/meta/suite.ts';
import { defineCache, MIB } from '#server/cache/cache.ts';
import type { Db } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';
import type { ItemScopes } from './item-scope.ts';
import type { Grant, RoleRights } from './merge-grants.ts';
import { ruleOf } from './naming.ts';

/** What one role gives on one permission group. Several roles stay apart: each has its own rows and its own columns. */
export interface RoleGrant {
  group_uid: string;
  scope: Scope;
  items: ReadonlySet<string>;
  /** items that are given on fewer rows */
  item_scopes?: ItemScopes | undefined;
  hide_uids: ReadonlySet<string>;
  readonly_uids: ReadonlySet<string>;
}
export interface Rights {
  grants: readonly RoleGrant[];
  flags: ReadonlySet<string>;
  /** by permission group: what some role of the company hides, whoever has it; absent from rights that are made up to be looked at */
  hidden?: ReadonlyMap<string, ReadonlySet<string>>;
}

const rights = defineCache<Promise<Rights>>({
  name: 'rights',
  holds: 'what a set of roles may do',
  key: 'company, version of its rights, ids of the roles',
  ends: 'never: a change of rights is a new version',
  bytes: 4 * MIB,
});
/** A grant with its uids, each a short text. */
const OF_NAME = 80;
const weightOf = ({ grants, flags, hidden }: Rights): number =>
  grants.reduce(
    (sum, { items, hide_uids, readonly_uids }) => sum + 400 + OF_NAME * (items.size + hide_uids.size + readonly_uids.size),
    OF_NAME * [flags, ...(hidden?.values() ?? [])].reduce((sum, { size }) => sum + size, 0),
  );

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

type Row = {
  group_uid: string;
  scope: Scope;
  items: string[];
  item_scopes: ItemScopes;
  hide_uids: string[];
  readonly_uids: string[];
  flags: string[] | null;
  hidden: string[] | null;
};

async function readRights(db: Db, company: number, roles: readonly number[]): Promise<Rights> {
  const rows = await db.query<Row>(
    `select group_uid, scope, items, item_scopes, hide_uids, readonly_uids, null::text[] as flags, null::text[] as hidden
     from fw.role_grant where company_id = $1 and role_id = any($2::bigint[])
     union all
     select '', 0, '{}', '{}', '{}', '{}', array_agg(flag), null from fw.role_flag where company_id = $1 and role_id = any($2::bigint[])
     union all
     select group_uid, 0, '{}', '{}', '{}', '{}', null, array_agg(distinct uid) from fw.role_grant, unnest(hide_uids) uid where company_id = $1 group by group_uid`,
    [company, roles],
  );
  return Object.freeze({
    grants: rows.filter((row) => row.group_uid !== '' && row.hidden === null).map(asLoaded),
    flags: new Set(rows.flatMap((row) => row.flags ?? [])),
    hidden: new Map(rows.flatMap(({ group_uid, hidden }) => (hidden === null ? [] : [[group_uid, new Set(hidden)] as const]))),
  });
}

const asLoaded = ({ group_uid, scope, items, item_scopes, hide_uids, readonly_uids }: Grant): RoleGrant => ({
  group_uid,
  scope: scope as Scope,
  items: new Set(items),
  item_scopes,
  hide_uids: new Set(hide_uids),
  readonly_uids: new Set(readonly_uids),
});

/** What one role gives, as it is stored, as the gate takes it. */
export const asRights = ({ grants, flags }: RoleRights): Rights => ({
  grants: grants.map(asLoaded),
  flags: new Set(flags),
  hidden: new Map(),
});

/** Whether a rule names this field of the table. */
export const names = (rule: ReadonlySet<string>, table: ResolvedTable, field: string): boolean => rule.has(ruleOf(table, field));
