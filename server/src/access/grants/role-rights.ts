import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/db.ts';
import { itemScopes } from './item-scope.ts';
import type { Grant, RoleRights } from './merge-grants.ts';

/** The grants of role `r.id` of company $1 as JSON, in the order of their groups. */
export const GRANTS = `coalesce((select jsonb_agg(jsonb_build_object('group_uid', g.group_uid, 'scope', g.scope, 'items', g.items,
  'item_scopes', g.item_scopes, 'hide_uids', g.hide_uids, 'readonly_uids', g.readonly_uids) order by g.group_uid)
  from fw.role_grant g where g.company_id = $1 and g.role_id = r.id), '[]')`;

/** What a role may do now. */
export async function readRoleRights(tx: Tx, company: number, role: number): Promise<RoleRights> {
  const [row] = await tx.query<{ grants: Grant[]; flags: string[] }>(
    `select ${GRANTS} as grants, array(select f.flag from fw.role_flag f where f.company_id = $1 and f.role_id = r.id order by 1) as flags
     from (values ($2::bigint)) r (id)`,
    [company, role],
  );
  return row!;
}

/** In the place of what it may do now. */
export async function writeRights(tx: Tx, company: number, role: number, { grants, flags }: RoleRights): Promise<void> {
  await tx.query('delete from fw.role_grant where company_id = $1 and role_id = $2', [company, role]);
  await tx.query('delete from fw.role_flag where company_id = $1 and role_id = $2', [company, role]);
  await tx.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, item_scopes, hide_uids, readonly_uids)
     select $1, $2, group_uid, scope, items, coalesce(item_scopes, '{}'), hide_uids, readonly_uids
     from jsonb_to_recordset($3::jsonb) as g (group_uid text, scope smallint, items text[], item_scopes jsonb, hide_uids text[], readonly_uids text[])`,
    [company, role, JSON.stringify(grants)],
  );
  await tx.query('insert into fw.role_flag (company_id, role_id, flag) select $1, $2, unnest($3::text[])', [company, role, flags]);
}

/** Every cache of rights of this company is old from here on. */
export async function raiseRights(tx: Tx, company: number): Promise<void> {
  await tx.query(
    `insert into fw.rights_version as v (company_id) values ($1)
     on conflict (company_id) do update set version = v.version + 1`,
    [company],
  );
  await tx.query(`select pg_notify('rights', $1::text)`, [String(company)]);
}

/** Names one content: the same rights, in whatever order they are written, have the same. */
export function versionOf({ grants, flags }: RoleRights): string {
  const sorted = (names: readonly string[]) => [...new Set(names)].sort();
  const said = grants
    .map((grant) => {
      const { group_uid, scope, items, hide_uids, readonly_uids } = grant;
      return [group_uid, scope, ...[items, hide_uids, readonly_uids].map(sorted), ...Object.entries(itemScopes(grant))];
    })
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([said, sorted(flags)]))
    .digest('base64url')
    .slice(0, 22);
}
