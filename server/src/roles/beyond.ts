import { Refusal } from '#protocol/codes.ts';
import type { Access } from '#server/access/access.ts';
import { type Lack, lacking } from '#server/access/covers.ts';
import { holdingOf } from '#server/access/giving/roles.ts';
import type { Tx } from '#server/db/db.ts';
import type { Role } from './role.ts';
import type { Difference } from './wanted.ts';

/** A root role has no settings, and nobody sets a role that he has himself; a root administrator gains nothing by it. */
export function refuseUntouchable({ session }: Access, role: Role): void {
  if (role.root) throw new Refusal(312, '$rightsRoot');
  if (session.roles.some(({ id }) => id === role.id) && !session.root) throw new Refusal(312, '$roleOwn');
}

/**
 * What is given, and what is taken, lies within what he has himself, also where who has the role belongs to another department. On rows it is
 * given in all domains of who has the role: one that he has not himself is beyond him.
 */
export async function refuseBeyond(tx: Tx, access: Access, role: number, { before, after }: Difference): Promise<void> {
  const { session } = access;
  if (session.root) return;
  const his = holdingOf(access);
  const beyond = await isHadBeyond(tx, access, role);
  const lack = lacking(his, after, beyond) ?? lacking(his, before, beyond);
  if (lack) throw new Refusal(312, '$rightsBeyond', { what: nameOf(access, lack) });
  const isOfRows = before.grants.length > 0 || after.grants.length > 0;
  if (isOfRows && (await isHadElsewhere(tx, access, role))) throw new Refusal(312, '$roleElsewhere');
}

/** Whether somebody has the role, enabled or not, and a domain that the caller has not. */
async function isHadElsewhere(tx: Tx, { session }: Access, role: number): Promise<boolean> {
  const found = await tx.query(
    `select 1 from app."user" u join app."domain" d on d.company_id = u.company_id and d.id = any(u.domain_entities) and d.deleted_time is null
     where u.company_id = $1 and u.deleted_time is null and $2 = any(u.role_entities) and not d.id = any($3::bigint[]) limit 1`,
    [session.company.id, role, session.domains.map(({ id }) => id)],
  );
  return found.length > 0;
}

/** Whether somebody has the role, enabled or not, who does not belong to the caller's department or one below it. */
async function isHadBeyond(tx: Tx, { session }: Access, role: number): Promise<boolean> {
  const found = await tx.query(
    `select 1 from app."user" u where u.company_id = $1 and u.deleted_time is null and $2 = any(u.role_entities)
       and (u.department_entity is null or not u.department_entity = any($3::bigint[])) limit 1`,
    [session.company.id, role, session.departments],
  );
  return found.length > 0;
}

function nameOf({ catalogue }: Access, lack: Lack): { zh_CN: string; en_US: string } {
  const code = lack.kind === 'flag' ? lack.flag : lack.group;
  const named = lack.kind === 'flag' ? catalogue.modules().find(({ flag }) => flag === code) : catalogue.tableOf(code)?.def;
  return { zh_CN: named?.key_name ?? code, en_US: named?.key_name_en ?? code };
}
