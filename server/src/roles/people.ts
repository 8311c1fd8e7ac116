import { groupedBy } from '#protocol/meta/grouped.ts';
import type { Access } from '#server/access/access.ts';
import type { Grant } from '#server/access/grants/merge-grants.ts';
import { asRights, type Rights } from '#server/access/grants/rights.ts';
import { GRANTS } from '#server/access/grants/role-rights.ts';
import type { Tx } from '#server/db/db.ts';
import { PERSON } from '#server/meta/person.ts';
import type { Session } from '#server/meta/session.ts';

/** Somebody of the company, with what rights ask of who asks. */
export interface Colleague {
  id: number;
  key_name: string;
  login_name: string;
  department: Session['department'];
  departments: readonly number[];
  /** in which he works, or would begin; null without one: he cannot sign in */
  domain: number | null;
  domains: readonly number[];
  /** live ones, in the order of their ids */
  roles: readonly number[];
}

interface Row extends Pick<Colleague, 'id' | 'key_name' | 'login_name'> {
  last_domain: number | null;
  department: number | null;
  domains: readonly number[] | null;
  roles: readonly number[] | null;
}

/** People who work, or are yet to come in and will have what is given now, by a condition on `u` with parameters from $2 on; $1 is the company. */
export async function colleagues(tx: Tx, company: number, where: string, values: readonly unknown[]): Promise<Colleague[]> {
  // in one value: to read thousands of rows with their lists takes longer than to find them
  const [{ rows }] = (await tx.query<{ rows: Row[] }>(
    `select coalesce(json_agg(p order by p.id), '[]') as rows from (
       select u.id, u.key_name, u.login_name, k.last_domain, u.department_entity as department, u.domain_entities as domains, u.role_entities as roles
       from app."user" u left join fw.credential k on k.company_id = u.company_id and k.user_id = u.id
       where u.company_id = $1 and ${PERSON.mayEnter} and (${where})) p`,
    [company, ...values],
  )) as [{ rows: Row[] }];
  const live = await liveOnes(tx, company);
  const below = branches(live.departments);
  return rows.map((row) => {
    const department = live.departments.get(row.department ?? 0);
    const domains = [...new Set(row.domains)].filter((id) => live.domains.has(id));
    return {
      id: row.id,
      key_name: row.key_name,
      login_name: row.login_name,
      department: department ? { id: department.id, key_name: department.key_name } : null,
      departments: department ? below(department.id) : [],
      domain: (row.last_domain !== null && domains.includes(row.last_domain) ? row.last_domain : domains[0]) ?? null,
      domains,
      roles: [...new Set(row.roles)].filter((id) => live.roles.has(id)).sort((a, b) => a - b),
    };
  });
}

interface Department {
  id: number;
  key_name: string;
  parent_entity: number | null;
}

/** What people of a company belong to, each that is there: looked up once for all of them, and not person by person. */
async function liveOnes(tx: Tx, company: number) {
  const rows = await tx.query<Department & { kind: string }>(
    `select 'department' as kind, id, key_name, parent_entity from app."department" where company_id = $1 and deleted_time is null
     union all select 'domain', id, '', null from app."domain" where company_id = $1 and deleted_time is null
     union all select 'role', id, '', null from app."role" where company_id = $1 and deleted_time is null`,
    [company],
  );
  const of = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row]));
  return { departments: of('department'), domains: of('domain'), roles: of('role') };
}

/** Of a department itself and all below it: the same list for all of a department. */
function branches(all: ReadonlyMap<number, Department>): (id: number) => readonly number[] {
  const children = groupedBy([...all.values()], ({ parent_entity }) => parent_entity);
  const known = new Map<number, readonly number[]>();
  const collect = (id: number, found: Set<number>): Set<number> => {
    found.add(id);
    for (const child of children.get(id) ?? []) if (!found.has(child.id)) collect(child.id, found);
    return found;
  };
  return (id) => {
    const ids = known.get(id) ?? [...collect(id, new Set())].toSorted((a, b) => a - b);
    known.set(id, ids);
    return ids;
  };
}

/** What each of these roles gives by itself, and whether it is a root role. */
export interface RoleGives {
  rights: Rights;
  root: boolean;
}

export async function rolesGive(tx: Tx, company: number, roles: readonly number[]): Promise<ReadonlyMap<number, RoleGives>> {
  const rows = await tx.query<{ id: number; root: boolean; flags: string[]; grants: Grant[] }>(
    `select r.id, coalesce(r.root = 1, false) as root,
       array(select f.flag from fw.role_flag f where f.company_id = $1 and f.role_id = r.id) as flags,
       ${GRANTS} as grants
     from app."role" r where r.company_id = $1 and r.id = any($2::bigint[])`,
    [company, roles],
  );
  return new Map(rows.map(({ id, root, flags, grants }) => [id, { root, rights: asRights({ grants, flags }) }]));
}

/** All that several roles give, as the gate takes it. */
export const united = (rights: readonly Rights[]): Rights =>
  Object.freeze({ grants: rights.flatMap(({ grants }) => grants), flags: new Set(rights.flatMap(({ flags }) => [...flags])) });

/** The session that somebody would have, for the gate alone: no token opens it. */
export const asSession = ({ session }: Access, person: Colleague, roots: ReadonlySet<number>): Session => ({
  ...session,
  sid: '',
  user: { id: person.id, key_name: person.key_name, login_name: person.login_name },
  domain: { id: person.domain ?? 0, key_name: '' },
  domains: person.domains.map((id) => ({ id, key_name: '', currency: '', currency_en: '' })) as unknown as Session['domains'],
  department: person.department,
  departments: person.departments,
  roles: person.roles.map((id) => ({ id, code: '' })),
  root: person.id === 1 || person.roles.some((id) => roots.has(id)),
  super: person.id === 1,
});
