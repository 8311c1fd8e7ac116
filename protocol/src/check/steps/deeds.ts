import type { ActionDef, EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { instead, type Report } from '../problem.ts';

/** What an event names to be carried out with the decision: a Call of its own step. */
export function checkDeed(table: TableDef, state: StateDef, event: EventDef, report: Report): void {
  const { action: uid } = event;
  if (uid === undefined) return;
  if (table.flow !== 1) {
    report('action', 'a table without a flow takes no decision that it could be carried out with', 'take action out, or say flow: 1');
    return;
  }
  const action = (state.actions ?? []).find((one) => one.uid === uid);
  if (!action) report('action', ...notHere(table, state, uid));
  else checkNamed(action, report);
}

function notHere(table: TableDef, state: StateDef, uid: string): [reason: string, mend: string] {
  const elsewhere = table.states.find(({ actions = [] }) => actions.some((one) => one.uid === uid));
  const calls = (state.actions ?? []).filter(({ op }) => op === 'Call').map((one) => one.uid);
  const known = calls.length ? ` a Call of state ${state.value} is ${calls.join(', ')}` : '';
  const mend = `${instead(uid, calls)}${known}`.trim() || `give state ${state.value} an action op: 'Call', and name its uid`;
  if (!elsewhere) return [`${uid} is no action of state ${state.value}`, mend];
  return [`${uid} stands in state ${elsewhere.value}: it cannot be run on a record that is at ${state.value}`, mend];
}

function checkNamed(action: ActionDef, report: Report): void {
  const { uid, op, where, valid_state, preview } = action;
  if (op !== 'Call') report('action', `${uid} is a ${op}: only a handler is carried out with a decision`, "name an action op: 'Call'");
  else if (where !== undefined || valid_state !== undefined)
    report(
      'action',
      `${uid} is offered under a condition of its own, and the decision would be refused without it`,
      'let where of the event say when',
    );
  else if (preview) report('action', `${uid} gives a file, and a decision gives none`, 'name an action without preview');
}
