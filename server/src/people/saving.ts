import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { tellSaved } from '#server/flow/store/notices.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Standing } from '#server/records/row/stored.ts';
import { type Change, type Saved, saveRecord } from '#server/records/save/save.ts';
import type { SecurityEvent } from '#server/signin/security-log.ts';
import { tellingContact } from './contact.ts';

/** Saves a record that stands, by itself or as one of several (`standing`: as it was locked), and tells whom it concerns. The events are told once the transaction has ended. */
export async function saveStanding(
  tx: Tx,
  house: House,
  session: Session,
  access: Access,
  table: ResolvedTable,
  change: Change & { id: number },
  standing?: Standing,
): Promise<{ saved: Saved; events: SecurityEvent[] }> {
  const save = () => saveRecord(tx, house, session, table, change, { op: 'Modify', access, ...(standing ? { standing } : {}) });
  const told = await tellingContact(tx, house, session, { table, id: change.id, fields: change.fields }, save);
  await tellSaved(tx, session, table, told.saved.id);
  return told;
}
