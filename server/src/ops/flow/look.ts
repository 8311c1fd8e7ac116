import { Refusal } from '#protocol/codes.ts';
import { openAccess } from '#server/access/access.ts';
import type { Look } from '#server/flow/read/seen-case.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { checkTakesPart } from '#server/records/row/takes-part.ts';

/** The caller before a table with a flow: 312 for a table that is unknown to him, 403 for one without. */
export async function lookAt(house: House, session: Session, cloud: string): Promise<Look> {
  const access = await openAccess(house, session);
  const table = access.table(cloud);
  await checkTakesPart(house, access, access.grant(table, 'Show'));
  if (table.def.flow !== 1) throw new Refusal(403);
  return { house, session, access, table };
}
