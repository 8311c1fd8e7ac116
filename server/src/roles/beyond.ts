import { Refusal } from '#protocol/codes.ts';
import type { Access } from '#server/access/access.ts';
import { type Lack, lacking } from '#server/access/covers.ts';
import { loadRights } from '#server/access/rights.ts';
import type { Db } from '#server/db/db.ts';
import type { Role } from './role.ts';
import type { Difference } from './wanted.ts';

/** A root role has no settings, and nobody sets a role that he has himself; a root administrator gains nothing by it. */
export function refuseUntouchable({ session }: Access, role: Role): void {
  if (role.root) throw new Refusal(312, '$roleRoot');
  if (session.roles.some(({ id }) => id === role.id) && !session.root) throw new Refusal(312, '$roleOwn');
}

/** What is given, and what is taken, lies within what he has himself. */
export async function refuseBeyond(db: Db, access: Access, { before, after }: Difference): Promise<void> {
  const { session } = access;
  const his = { root: session.root, rights: await loadRights(db, session) };
  const lack = lacking(his, after) ?? lacking(his, before);
  if (lack) throw new Refusal(312, '$roleBeyond', { what: nameOf(access, lack) });
}

function nameOf({ catalogue, session }: Access, lack: Lack): string {
  const english = session.locale === 'en_US';
  const named = (one: { key_name: string; key_name_en: string } | undefined) => (english ? one?.key_name_en : one?.key_name);
  if (lack.kind === 'flag') return named(catalogue.modules().find(({ flag }) => flag === lack.flag)) ?? lack.flag;
  return named(catalogue.tables().find(({ permission }) => permission === lack.group)?.def) ?? lack.group;
}
