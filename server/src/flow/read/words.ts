import { Refusal } from '#protocol/codes.ts';
import { formState } from '#protocol/rules/states.ts';
import type { Flow } from '../definition/definition.ts';
import { eventById, inBoth, stepLabel } from './labels.ts';

/** The flows that a refusal may speak of. */
export interface Flows {
  /** the one that is decided under; with the applicant the one that the next Submit takes */
  flow: Flow;
  /** the one that the case has run under so far; the same where it never ran */
  ran: Flow;
}

/** That a step is not for whoever somebody likes. */
const BOUND = new Set(['$flow_handover_bound', '$flow_handover_nobody', '$flow_assign_bound']);

/** A refusal with the names of its events and steps in the place of their numbers, as the case's own flow calls them. */
export function inWords(error: unknown, { flow, ran }: Flows): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code, remark, data } = error;
  if (remark === '$flow_decided') {
    const event = eventById(ran, (data.event ?? null) as number | null);
    return new Refusal(code, remark, { ...data, event: inBoth(event, '–'), step: inBoth(stepLabel(ran, formState(Number(data.state)))) });
  }
  if (remark === '$flow_other_step') {
    const event = eventById(flow, Number(data.event));
    const step = event?.next_state === undefined ? inBoth(event, '–') : inBoth(stepLabel(flow, event.next_state));
    return new Refusal(code, remark, { ...data, step, meant: inBoth(stepLabel(flow, Number(data.meant))) });
  }
  if (remark === '$flow_handed_on')
    return new Refusal(code, remark, { ...data, step: inBoth(stepLabel(ran, formState(Number(data.state)))) });
  if (BOUND.has(remark)) return new Refusal(code, remark, { ...data, step: inBoth(stepLabel(ran, Number(data.step))) });
  if (remark !== '$flow_no_role' && remark !== '$flow_no_handler' && remark !== '$flow_migrate_promise') return error;
  return new Refusal(code, remark, { ...data, step: inBoth(stepLabel(flow, Number(data.step))) });
}
