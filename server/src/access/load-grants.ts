import type { RoleDef } from '#protocol/meta/suite.ts';
import type { Tx } from '#server/db/db.ts';

/** Writes what these roles of a company may do, instead of what they could do before, and lets every server know. */
export async function loadGrants(tx: Tx, company: number, roles: readonly { id: number; def: RoleDef }[]): Promise<void> {
  const ids = roles.map((role) => role.id);
  await tx.query('delete from fw.role_grant where company_id = $1 and role_id = any($2::bigint[])', [company, ids]);
  await tx.query('delete from fw.role_flag where company_id = $1 and role_id = any($2::bigint[])', [company, ids]);
  for (const { id, def } of roles) {
    for (const grant of def.grants) {
      await tx.query(
        `insert into fw.role_grant (company_id, role_id, group_name, scope, items, hide, readonly)
         values ($1, $2, $3, $4, $5::text[], $6::text[], $7::text[])`,
        [company, id, grant.group, grant.scope, grant.items, grant.hide ?? [], grant.readonly ?? []],
      );
    }
    for (const flag of new Set(def.flags ?? [])) {
      await tx.query('insert into fw.role_flag (company_id, role_id, flag) values ($1, $2, $3)', [company, id, flag]);
    }
  }
  await raiseRights(tx, company);
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
