import type { EventDef } from '#protocol/meta/flow.ts';
import type { SaveOptions } from '#server/records/write/save.ts';
import { alike, type Flow, isReject } from '../definition/definition.ts';
import type { Admitted } from '../kernel/admit.ts';
import type { FlowState } from '../kernel/model.ts';
import { signerOf } from '../kernel/whose.ts';

/** How a decision saves what its sender typed, and how Reviewer foretells it: in Submit the whole form, in Review what the step opens to this signer. */
export function savingOf(flow: Flow, state: FlowState, { kind, event, row, from }: Admitted): SaveOptions {
  const complete = owesForm(flow, from, event);
  return kind === 'Submit' ? { op: 'Modify', complete, turn: true } : { op: 'Review', complete, signer: signerOf(state, row!) };
}

/** Who gives up, refuses or sends back owes no complete form; who makes a choice that may lead on does. */
export const owesForm = (flow: Flow, step: number, event: EventDef): boolean =>
  alike(flow, step, event).some((one) => !isReject(flow, one));
