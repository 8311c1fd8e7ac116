import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { Access } from '../access.ts';
import { type GivenRights, type Holding, type Lack, lacking } from '../covers.ts';
import { calledIn } from '../grants/naming.ts';
import { GRANTS } from '../grants/role-rights.ts';
import { signsInCases, signsToday } from './signing.ts';

/** A live role of a company and all that it gives. */
interface RoleGiven extends GivenRights {
  id: number;
  code: string;
  root: boolean;
  /** a step of a case that runs goes by it */
  signing: boolean;
  names: { zh_CN: string; en_US: string };
}

/** Live roles by their ids, with what they give as it stands in this transaction. */
export async function readRolesGiven(tx: Tx, company: number, ids: readonly number[]): Promise<RoleGiven[]> {
  if (ids.length === 0) return [];
  type Row = Omit<RoleGiven, 'names'> & { key_name: string; name_en: string | null };
  const rows = await tx.query<Row>(
    `select r.id, r.code, r.key_name, r.name_en, coalesce(r.root, 0) = 1 as root,
       ${signsInCases('role', 'r.code')} as signing, ${GRANTS} as grants,
       array(select f.flag from fw.role_flag f where f.company_id = $1 and f.role_id = r.id) as flags
     from app."role" r where r.company_id = $1 and r.id = any($2::bigint[]) and r.deleted_time is null order by r.id`,
    [company, ids],
  );
  return rows.map(({ key_name, name_en, ...role }) => ({ ...role, names: { zh_CN: key_name, en_US: name_en || key_name } }));
}

/** What somebody has to give from. */
export const holdingOf = ({ session, rights }: Access): Holding => ({ root: session.root, rights });

/** Why a role is not his to give or to take: it is root, it signs in flows and he does not have it, or it gives what he has not. */
type Beyond = { kind: 'root' } | { kind: 'signs' } | Lack;

/** Null where he may give it to somebody, who is `beyond` where he belongs to a department outside of the giver's own. */
function beyondGiving(access: Access, role: RoleGiven, beyond: boolean): Beyond | null {
  const { session, catalogue } = access;
  if (session.root) return null;
  if (role.root) return { kind: 'root' };
  // who has it is asked to decide, whatever it gives on tables
  const isHis = session.roles.some(({ id }) => id === role.id);
  if (!isHis && (role.signing || signsToday(catalogue, 'role', role.code))) return { kind: 'signs' };
  return lacking(holdingOf(access), role, beyond);
}

/** Refuses each of these roles that is not his to give or to take. */
export function demandGivable(access: Access, roles: readonly RoleGiven[], beyond: boolean): void {
  for (const role of roles) {
    const lack = beyondGiving(access, role, beyond);
    if (lack) throw beyondRefusal(access.catalogue, role, lack);
  }
}

function beyondRefusal(catalogue: Catalogue, role: RoleGiven, lack: Beyond): Refusal {
  const data = { role: role.names, lack: inNames(catalogue, lack) };
  if (lack.kind === 'root') return new Refusal(312, '$roleRoot', data);
  if (lack.kind === 'signs') return new Refusal(312, '$roleSigns', data);
  const table = 'group' in lack ? catalogue.tableOf(lack.group) : undefined;
  if (!table) return new Refusal(312, '$roleBeyond', data);
  return new Refusal(312, '$roleBeyondOn', { ...data, table: { zh_CN: table.def.key_name, en_US: table.def.key_name_en } });
}

/** As the wire says it. */
function inNames(catalogue: Catalogue, lack: Beyond): Beyond {
  if (!('group' in lack)) return lack;
  const called = calledIn(catalogue);
  return { ...lack, group: called.group(lack.group), ...('field' in lack ? { field: called.field(lack.field, lack.group) } : {}) };
}
