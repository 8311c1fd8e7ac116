import type { Reply } from '#protocol/wire/envelope.ts';
import { idList } from '#protocol/wire/lists.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import type { Decided, Stands } from './decision.ts';

/** What every act answers: where the record stands now, and who has it. */
export async function presentStanding(house: House, session: Session, at: Stands): Promise<{ data: Record<string, unknown> }> {
  const names = await namesOf(house.db, await openAccess(house, session), 'user', at.holders);
  return {
    data: {
      id: at.id,
      version: at.version,
      review_state: { id: at.state, ...at.step },
      review_entity: idList(at.holders),
      holders: at.holders.map((id) => namedBy(names, id)),
    },
  };
}

/** What Add, Modify and Reject answer to a decision: what became of the record, what its action had to say (102: a warning), and the event's notice once it fired. */
export async function presentDecision(house: House, session: Session, decided: Decided): Promise<Reply> {
  const { data } = await presentStanding(house, session, decided);
  const { fired, outcome, signed, of, event, deed } = decided;
  const notify = deed?.notify ?? (fired ? event.notify : undefined);
  return {
    ...(deed ? { code: deed.code, remark: deed.remark } : {}),
    data: { ...data, fired: fired ? 1 : 0, outcome, signed, of },
    ...(notify ? { notify } : {}),
  };
}
