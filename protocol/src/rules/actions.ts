import { isFromRecord } from '#protocol/meta/action.ts';
import type { ActionDef, StateDef } from '#protocol/meta/flow.ts';
import { itemOf, opDef } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { formState, inStates, isFirst } from './states.ts';

/** What the action rule needs to know of a record. */
export interface ActionRecord {
  /** 0 draft … ; tables without flow are always in 1 */
  review_state: number;
  /** whose turn it is: holders of open deciding to-dos */
  reviewers: readonly number[];
  create_entity: number | null;
}

export interface ActionUser {
  id: number;
  /** whether the permission items hold this op on the table (and, on the server, on this row), or on another that the action opens */
  may(op: string, cloud?: string): boolean;
  /** users whose live agent this user is for the table */
  agentOf: readonly number[];
}

/** The state of the definition that a record is in; state 0, a draft or a returned record, has the actions of state 1. */
export function stateOf(table: TableDef, review_state: number): StateDef | undefined {
  const find = (value: number) => table.states.find((state) => state.value === String(value));
  return table.flow ? (find(review_state) ?? (review_state === 0 ? find(1) : undefined)) : find(1);
}

/** The same, as a step of the flow: what is with the applicant is the application, draft or returned. */
export const stepOf = (table: TableDef, review_state: number): StateDef | undefined => stateOf(table, formState(review_state));

/** Whether the record waits for this user, or for one whom he stands in for. */
export const isHolder = (record: ActionRecord, user: Pick<ActionUser, 'id' | 'agentOf'>): boolean =>
  record.reviewers.some((id) => id === user.id || user.agentOf.includes(id));

const isCreator = (record: ActionRecord, user: Pick<ActionUser, 'id' | 'agentOf'>): boolean =>
  record.create_entity !== null && (record.create_entity === user.id || user.agentOf.includes(record.create_entity));

/** LIST-07: in a flow table state 1 is the creator's, above it the reviewers'; with no reviewer listed everyone's; a final state offers views only. */
function isTurn(table: TableDef, record: ActionRecord, user: ActionUser, state: StateDef): boolean {
  if (!table.flow) return true;
  if (isFirst(record.review_state)) return isCreator(record, user);
  if (state.end) return false;
  return record.reviewers.length === 0 || isHolder(record, user);
}

/** A record that was sent back is its applicant's, but its case runs: he cancels it, and the log stays. */
const isRunning = (table: TableDef, record: ActionRecord): boolean => table.flow === 1 && record.reviewers.length > 0;

const offered = (action: ActionDef, record: ActionRecord, holds: (where: string) => boolean): boolean =>
  inStates(action.valid_state, record.review_state) && (!action.where || holds(action.where));

/**
 * The actions a user has on a record, in the definition's order (LIST-07, engine section 4 "Row action availability"). Show is
 * always there. `holds` evaluates a match condition on the record's values. The server decides and sends them; the browser asks
 * the same function only to react while one types.
 */
export function rowActions(
  table: TableDef,
  record: ActionRecord,
  user: ActionUser,
  holds: (where: string) => boolean,
): readonly ActionDef[] {
  const state = stateOf(table, record.review_state);
  const turn = state !== undefined && isTurn(table, record, user, state);
  const kept = (state?.actions ?? []).filter(
    (action) =>
      (action.op !== 'Add' || isFromRecord(action)) &&
      !opDef(action.op).over &&
      !(action.op === 'Delete' && isRunning(table, record)) &&
      // what is begun elsewhere changes nothing of the record, whosever turn it is
      (turn || opDef(action.op).looks || action.op === 'Add') &&
      user.may(itemOf(action.op), action.cloud) &&
      offered(action, record, holds),
  );
  return kept.some((action) => action.op === 'Show') ? kept : [SHOW, ...kept];
}

/** The action that a state need not declare. */
export const SHOW: ActionDef = { uid: 'std.show', op: 'Show', key_name: '查看', key_name_en: 'View', type: 'MODEL', param: 'single' };

/** The toolbar's actions (state `*`) that a user has; List and Show are no buttons. */
export const toolbarActions = (table: TableDef, may: (op: string) => boolean): readonly ActionDef[] =>
  (table.states.find((state) => state.value === '*')?.actions ?? []).filter(
    (action) => action.op !== 'List' && action.op !== 'Show' && may(itemOf(action.op)),
  );

/** Whether what is deleted from the table can be looked for: some state offers to delete. A definition that was answered to a reader has what he may do. */
export const hasBin = ({ states }: Pick<TableDef, 'states'>): boolean =>
  states.some(({ actions }) => actions?.some(({ op }) => op === 'Delete') === true);

/** LIST-07: 'handle process' is offered when the table keeps an operation log and the record has left state 1. */
export const hasProcess = (table: TableDef, review_state: number): boolean => table.oplog === 1 && !isFirst(review_state);
