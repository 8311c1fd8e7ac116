import { groupedBy } from '#protocol/meta/grouped.ts';
import type { Access } from '#server/access/access.ts';
import type { Rights, RoleGrant } from '#server/access/rights.ts';
import type { Tx } from '#server/db/db.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
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

interface Row extends Omit<Colleague, 'departments' | 'domain'> {
  last_domain: number | null;
}

/** Active people, by a condition on `u` with parameters from $2 on; $1 is the company. */
export async function colleagues(tx: Tx, company: number, where: string, values: readonly unknown[]): Promise<Colleague[]> {
  const rows = await tx.query<Row>(
    `select u.id, u.key_name, u.login_name, k.last_domain,
       (select json_build_object('id', p.id, 'key_name', p.key_name) from app."department" p
         where p.company_id = $1 and p.id = u.department_entity and p.deleted_time is null) as department,
       array(select d.id from app."domain" d where d.company_id = $1 and d.id = any(u.domain_entities) and d.deleted_time is null
         order by array_position(u.domain_entities, d.id)) as domains,
       array(select r.id from app."role" r where r.company_id = $1 and r.id = any(u.role_entities) and r.deleted_time is null order by r.id) as roles
     from app."user" u left join fw.credential k on k.company_id = u.company_id and k.user_id = u.id
     where u.company_id = $1 and ${ACTIVE_PERSON} and (${where}) order by u.id`,
    [company, ...values],
  );
  const below = await branches(tx, company);
  return rows.map(({ last_domain, ...row }) => ({
    ...row,
    departments: row.department ? below(row.department.id) : [],
    domain: (last_domain !== null && row.domains.includes(last_domain) ? last_domain : row.domains[0]) ?? null,
  }));
}

/** Of a department itself and all below it. */
async function branches(tx: Tx, company: number): Promise<(id: number) => readonly number[]> {
  const all = await tx.query<{ id: number; parent_entity: number | null }>(
    'select id, parent_entity from app."department" where company_id = $1 and deleted_time is null',
    [company],
  );
  const children = groupedBy(all, ({ parent_entity }) => parent_entity);
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

type GrantRow = { id: number; root: boolean; flags: string[]; grants: (Omit<RoleGrant, 'items' | 'hide' | 'readonly'> & Lists)[] };
type Lists = Record<'items' | 'hide' | 'readonly', string[]>;

export async function rolesGive(tx: Tx, company: number, roles: readonly number[]): Promise<ReadonlyMap<number, RoleGives>> {
  const rows = await tx.query<GrantRow>(
    `select r.id, coalesce(r.root = 1, false) as root,
       array(select f.flag from fw.role_flag f where f.company_id = $1 and f.role_id = r.id) as flags,
       coalesce((select json_agg(json_build_object('group_name', g.group_name, 'scope', g.scope, 'items', g.items, 'hide', g.hide, 'readonly', g.readonly))
         from fw.role_grant g where g.company_id = $1 and g.role_id = r.id), '[]') as grants
     from app."role" r where r.company_id = $1 and r.id = any($2::bigint[])`,
    [company, roles],
  );
  return new Map(
    rows.map(({ id, root, flags, grants }) => [
      id,
      {
        root,
        rights: {
          flags: new Set(flags),
          grants: grants.map(({ items, hide, readonly, ...grant }) => ({
            ...grant,
            items: new Set(items),
            hide: new Set(hide),
            readonly: new Set(readonly),
          })),
        },
      },
    ]),
  );
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
