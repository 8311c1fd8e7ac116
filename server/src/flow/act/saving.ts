import type { EventDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import type { Standing as Locked } from '#server/records/row/stored.ts';
import { type Change, type Saved, type SaveOptions, saveRecord } from '#server/records/save/save.ts';
import { alike, type Flow, flowOf, isReject } from '../definition/definition.ts';
import type { Admitted } from '../kernel/admit.ts';
import type { FlowState } from '../kernel/model.ts';
import { signerOf } from '../kernel/whose.ts';
import type { DecideRequest } from './decision.ts';
import type { Ground } from './ground.ts';

/** How a decision saves what its sender typed, and how Reviewer foretells it: in Submit the whole form, in Review what the step opens to this signer. */
export function savingOf(flow: Flow, state: FlowState, { kind, event, row, from }: Admitted): SaveOptions {
  const complete = owesForm(flow, from, event);
  return kind === 'Submit' ? { op: 'Modify', complete, turn: true } : { op: 'Review', complete, signer: signerOf(state, row!) };
}

/** How a decision saves a record that it makes, which has no case yet. */
export function savingNew({ access, table, published }: Ground, event: number | undefined): SaveOptions {
  const flow = flowOf(access.catalogue, table.def, published.def);
  const chosen = flow.steps.get(1)?.events.get(event ?? 0);
  return { op: 'Add', complete: !chosen || owesForm(flow, 1, chosen) };
}

/** Who gives up, refuses or sends back owes no complete form; who makes a choice that may lead on does. */
export const owesForm = (flow: Flow, step: number, event: EventDef): boolean =>
  alike(flow, step, event).some((one) => !isReject(flow, one));

/** Fields and sub-tables of a decision, by the records room. */
export function saveFor(
  tx: Tx,
  { house, session, table, access }: Ground,
  { id, version, fields, subtables }: DecideRequest,
  how: SaveOptions,
  locked: Locked | null = null,
): Promise<Saved> {
  const change: Change = {
    fields,
    ...(id === undefined ? {} : { id }),
    ...(version === undefined ? {} : { version }),
    ...(subtables ? { subtables } : {}),
  };
  return saveRecord(tx, house, session, table, change, { ...how, access, ...(locked ? { standing: locked } : {}) });
}
