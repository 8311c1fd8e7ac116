import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { tellSaved } from '#server/flow/store/notices.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Standing } from '#server/records/row/stored.ts';
import type { Work } from '#server/records/row/work.ts';
import { type Change, type Saved, saveRecord } from '#server/records/save/save.ts';
import { isTogether } from '#server/records/save/several/hanging.ts';
import { type Outcome, type Sent, saveTogether } from '#server/records/save/several/together.ts';
import type { SecurityEvent } from '#server/signin/security-log.ts';
import { concernsContact, tellingContact } from './contact.ts';

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
  await tellSaved(tx, session, table, [told.saved.id]);
  return told;
}

/** Whether several records that stand can be saved at once, each with what a save of its own asks and tells. */
export const maySaveStandings = (work: Work, table: ResolvedTable, fields: readonly string[]): boolean =>
  !concernsContact(table, fields) && isTogether(work, table, fields);

/** Saves them, and tells whom each concerns that was not refused. */
export async function saveStandings(work: Work, table: ResolvedTable, changes: readonly Sent[], until: number): Promise<Outcome[]> {
  const outcomes = await saveTogether(work, table, changes, until);
  const saved = outcomes.flatMap((one) => ('refused' in one ? [] : [one.id]));
  await tellSaved(work.tx, work.session, table, saved);
  return outcomes;
}
