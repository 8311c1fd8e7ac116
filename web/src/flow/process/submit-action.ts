import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { submits } from './events.ts';

const SUBMIT = 'Submit';

export const isSubmit = (action: Pick<ActionDef, 'op'>): boolean => action.op === SUBMIT;

/** Submitting as an action of a row, named as the definition names the event; none where the record is not with this person. */
export function submitAction(table: TableDef, row: WireRow): ActionDef | undefined {
  const choice = submits(table, stateId(row), row._actions ?? []);
  if (!choice) return undefined;
  const { uid, key_name, key_name_en } = choice.event;
  return { uid, op: SUBMIT, key_name, key_name_en, param: 'single' };
}

export const stateId = (row: WireRow): number => Number((row.review_state as { id?: number } | null)?.id ?? Number.NaN);
