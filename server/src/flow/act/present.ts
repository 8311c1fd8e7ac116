import { idList } from '#protocol/wire/codec.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import type { Decided } from './decision.ts';

/** What Add, Modify and Reject answer to a decision: what became of the record, where it stands, who has it, and the event's notice once it fired. */
export async function presentDecision(house: House, session: Session, decided: Decided): Promise<Reply> {
  const names = await namesOf(house.db, await openAccess(house, session), 'user', decided.holders);
  const { step, event } = decided;
  const { notify } = event;
  return {
    data: {
      id: decided.id,
      version: decided.version,
      review_state: { id: decided.state, ...step },
      review_entity: idList(decided.holders),
      holders: decided.holders.map((id) => namedBy(names, id)),
      fired: decided.fired ? 1 : 0,
      outcome: decided.outcome,
      signed: decided.signed,
      of: decided.of,
    },
    ...(decided.fired && notify ? { notify } : {}),
  };
}
