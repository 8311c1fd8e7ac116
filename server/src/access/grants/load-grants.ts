import type { RoleDef } from '#protocol/meta/suite.ts';
import type { Tx } from '#server/db/db.ts';
import type { LoadGrants } from '#server/meta/seed.ts';
import { type Grant, mergeRights, NO_RIGHTS, type RoleRights, rightsOf, sameRights } from './merge-grants.ts';
import { calledIn } from './naming.ts';
import { GRANTS, raiseRights, writeRights } from './role-rights.ts';

/**
 * Gives the roles of a company what the suites say of them, where nobody has changed it here, and lets every server know when something
 * changed. `roles` are all that the suites bring; what one that they brought before had from them, it loses. `tell` hears each change, and of roles that had nothing which they are.
 */
export const grantLoader =
  (tell: (line: string) => void): LoadGrants =>
  async (tx, company, catalogue, roles) => {
    const called = calledIn(catalogue);
    const standing = await readRoles(tx, company);
    const wanted = new Map(roles.map(({ id, def }) => [id, def]));
    const brought = new Set([...wanted.keys(), ...[...standing].filter(([, { said }]) => said).map(([id]) => id)]);
    let changed = false;
    const begun: string[] = [];
    for (const id of brought) {
      const { code, said = NO_RIGHTS, here = NO_RIGHTS } = standing.get(id) ?? { code: '' };
      const def = wanted.get(id);
      const says = def ? rightsOf(catalogue, def) : NO_RIGHTS;
      const { told, ...rights } = mergeRights(said, here, says, called);
      if (def && !standing.has(id)) begun.push(def.code);
      else for (const line of told) tell(`rights of role ${def?.code ?? code} in company ${company}: ${line}`);
      if (!sameRights(rights, here)) {
        await writeRights(tx, company, id, rights);
        changed = true;
      }
      if (!standing.get(id)?.said || !sameRights(said, says)) await writeSaid(tx, company, id, def, says);
    }
    if (begun.length > 0) tell(`rights of new roles in company ${company} as the suites say: ${begun.join(', ')}`);
    if (changed) await raiseRights(tx, company);
  };

/** The same where nobody listens. */
export const loadGrants: LoadGrants = grantLoader(() => undefined);

interface Standing {
  code: string;
  said?: RoleRights;
  here?: RoleRights;
}

async function readRoles(tx: Tx, company: number): Promise<Map<number, Standing>> {
  const rows = await tx.query<{ id: number; code: string; said: RoleRights | null; grants: Grant[]; flags: string[] }>(
    `select r.id, coalesce(s.code, '') as code,
       case when s.role_id is not null then jsonb_build_object('grants', s.grants, 'flags', to_jsonb(s.flags)) end as said,
       ${GRANTS} as grants, array(select f.flag from fw.role_flag f where f.company_id = $1 and f.role_id = r.id order by 1) as flags
     from (select role_id as id from fw.role_grant where company_id = $1 union select role_id from fw.role_flag where company_id = $1
           union select role_id from fw.role_said where company_id = $1) r
       left join fw.role_said s on s.company_id = $1 and s.role_id = r.id
     order by r.id`,
    [company],
  );
  return new Map(rows.map(({ id, code, said, grants, flags }) => [id, { code, ...(said ? { said } : {}), here: { grants, flags } }]));
}

/** What the suite said is forgotten with the role: what it gives when it comes back is new. */
async function writeSaid(tx: Tx, company: number, role: number, def: RoleDef | undefined, { grants, flags }: RoleRights): Promise<void> {
  if (!def) return void (await tx.query('delete from fw.role_said where company_id = $1 and role_id = $2', [company, role]));
  await tx.query(
    `insert into fw.role_said (company_id, role_id, code, grants, flags) values ($1, $2, $3, $4, $5)
     on conflict (company_id, role_id) do update set code = $3, grants = $4, flags = $5`,
    [company, role, def.code, JSON.stringify(grants), flags],
  );
}
