import { opensToLook } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { FormOp } from '#protocol/rules/form/form.ts';
import type { RowAction } from '#protocol/wire/envelope.ts';

interface Opening {
  /** 0: a new record */
  id: number;
  actions: readonly RowAction[];
  /** the record was read, and its actions with it */
  known: boolean;
  /** through somebody's eyes */
  looking: boolean;
}

/** What can really be done: without the action a page falls back to looking (FORM-04). */
export function openedAs(asked: string, { id, actions, known, looking }: Opening): FormOp {
  if (id === 0) return 'Add';
  if (asked === 'Modify' && looking) return 'Show';
  if (asked === 'Reply') return asked;
  if ((asked === 'Modify' || asked === 'Review') && (!known || actions.some((action) => action.op === asked))) return asked;
  return 'Show';
}

/** Whether the record may be looked at; the server offers Show on each that it answers, whatever its state declares. */
export const isViewed = (actions: readonly RowAction[]): boolean => actions.some(({ op }) => opensToLook(op));

/** Whether a new record may be saved: its table offers to add one to who may. What a definition that was answered offers is its reader's; what a record begins elsewhere is that table's. */
export const mayAdd = ({ table_name, states }: Pick<TableDef, 'table_name' | 'states'>): boolean =>
  states.some(({ actions }) => actions?.some(({ op, cloud }) => op === 'Add' && (cloud ?? table_name) === table_name) === true);

/** What stands in place of a record that did not come (FORM-04): there is none for this reader, or it is not his table's to show, or it could not be had. */
export const insteadOf = (code: number | undefined) =>
  code === 315 ? ('form.noData' as const) : code === 312 ? ('form.notYours' as const) : ('ui.noData' as const);
