import { Refusal } from '#protocol/codes.ts';
import { formState } from '#protocol/rules/states.ts';
import type { Flow } from '../definition/definition.ts';
import { eventById, inBoth, stepLabel } from './labels.ts';
import type { Look, SeenCase } from './seen-case.ts';
import { versionsOf } from './versions.ts';

/** The flows that a refusal may speak of, and the case that it was met by. */
export interface Flows {
  /** the one that is decided under; with the applicant the one that the next Submit takes */
  flow: Flow;
  /** the one that the case has run under so far; the same where it never ran */
  ran: Flow;
}
type Spoken = Flows & Pick<SeenCase, 'caseId' | 'state'>;

/** That a step is not for whoever somebody likes. */
const BOUND = new Set(['$flow_handover_bound', '$flow_handover_nobody', '$flow_assign_bound']);

/**
 * A refusal with the names of its events and steps in the place of their numbers, as the case's own flow calls them; what was decided already,
 * as the flow did that it was decided under.
 */
export async function inWords(look: Look, error: unknown, of: Spoken): Promise<unknown> {
  if (!(error instanceof Refusal)) return error;
  const { code, remark, data } = error;
  if (remark !== '$flow_decided') return named(error, of);
  const { ran, state } = of;
  const todo = state.todos.find(({ id }) => id === data.todo);
  const under = todo ? (await versionsOf(look, of)).ofRow(todo) : ran;
  const event = eventById(under, (data.event ?? null) as number | null);
  return new Refusal(code, remark, { ...data, event: inBoth(event, '–'), step: inBoth(stepLabel(ran, formState(Number(data.state)))) });
}

function named(error: Refusal, { flow, ran }: Flows): Refusal {
  const { code, remark, data } = error;
  if (remark === '$flow_other_step') {
    const event = eventById(flow, Number(data.event));
    const step = event?.next_state === undefined ? inBoth(event, '–') : inBoth(stepLabel(flow, event.next_state));
    return new Refusal(code, remark, { ...data, step, meant: inBoth(stepLabel(flow, Number(data.meant))) });
  }
  if (remark === '$flow_handed_on' || remark === '$flow_withdrawn')
    return new Refusal(code, remark, { ...data, step: inBoth(stepLabel(ran, formState(Number(data.state)))) });
  if (BOUND.has(remark)) return new Refusal(code, remark, { ...data, step: inBoth(stepLabel(ran, Number(data.step))) });
  if (remark !== '$flow_no_role' && remark !== '$flow_no_handler' && remark !== '$flow_migrate_promise') return error;
  return new Refusal(code, remark, { ...data, step: inBoth(stepLabel(flow, Number(data.step))) });
}
