import type { EventDef } from '#protocol/meta/flow.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Resume } from '#protocol/wire/process.ts';
import type { Named } from '#server/records/row/names.ts';
import { namedBy } from '#server/records/row/names.ts';
import { type Flow, ruleOf } from '../definition/definition.ts';
import type { FlowState } from '../kernel/model.ts';
import { type Resumption, resumeTarget, resumption } from '../kernel/resume/resume.ts';
import { applicants } from '../kernel/whose.ts';
import { candidatesFor } from '../store/candidates.ts';
import { inactiveAmong } from '../store/people.ts';
import type { RecordRow } from '../store/record-row.ts';
import { returnedOf } from '../store/returned.ts';
import { type Facts, handlerCase, type Look, type SeenCase } from './seen-case.ts';
import { forward } from './steps.ts';

/** A case that was returned `direct`, as it would be sent on: straight back, to whom, or not, and why. */
export interface Coming extends Pick<Resumption, 'off'> {
  step: number;
  people: readonly number[];
  /** whether it is who returned it */
  same: boolean;
  rule: string;
}

type Seen = Pick<SeenCase, 'flow' | 'ran' | 'record' | 'state' | 'caseId'>;

/** What sending it on by an event would do; by the way that leads on where none is said. Null where it was not returned `direct`. */
export async function comingBack(
  look: Look,
  { flow, ran, record, state, caseId }: Seen,
  facts: Facts,
  by?: EventDef,
): Promise<Coming | null> {
  const company = look.session.company.id;
  const from = record.review_state;
  const event = by ?? forward(flow, from, facts);
  const returned = event && (await returnedOf(look.house.db, { company, caseId, state, flow, ran }));
  if (!event || !returned) return null;
  const found = resumption(flow, state, { op: isFirst(from) ? 'Submit' : 'Review', event, from }, facts, returned);
  if (!found) return null;
  if (!found.into) return { step: found.step, off: found.off, people: [found.holder], same: false, rule: 'any' };
  return { ...(await whoHasIt(look, { flow, state, record }, found)), step: found.step, off: null };
}

async function whoHasIt(
  look: Look,
  { flow, state, record }: { flow: Flow; state: FlowState; record: RecordRow },
  found: Resumption,
): Promise<Pick<Coming, 'people' | 'same' | 'rule'>> {
  const { house, session } = look;
  const own = applicants(state, record.create_entity, isFirst(record.review_state) ? session.user.id : null);
  const entering = { step: flow.steps.get(found.step)?.def, rule: ruleOf(flow, found.into!, found.step), own };
  const { people: candidates } = await candidatesFor(house.db, entering, handlerCase(look, record));
  const gone = await inactiveAmong(house.db, session.company.id, [found.holder]);
  const target = resumeTarget(flow, state, found, { candidates, own, people: { [found.holder]: gone.has(found.holder) ? 2 : 1 } });
  return { people: target.people, same: target.resume === 'direct', rule: target.rule };
}

/** The same as the wire says it. */
export const presentComing = ({ step, off, people, same }: Coming, names: Named): Resume => ({
  state: step,
  who: people.map((id) => namedBy(names, id)),
  same: same ? 1 : 0,
  off: off ?? '',
});
