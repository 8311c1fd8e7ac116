import type { ActionDef } from '#protocol/meta/flow.ts';
import { opDef } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { FormOp } from '#protocol/rules/form/form.ts';
import type { RowAction } from '#protocol/wire/envelope.ts';

interface Granted {
  table: TableDef | undefined;
  actions: readonly RowAction[];
}

/** The definition's actions that the server granted on the record. */
export function grantedActions({ table, actions }: Granted): ActionDef[] {
  const all = (table?.states ?? []).flatMap((state) => state.actions ?? []);
  return actions.flatMap((granted) => all.find((action) => action.uid === granted.uid) ?? []);
}

/** What the bar of a record that is looked at has buttons for. */
export const changing = (of: Granted): ActionDef[] =>
  grantedActions(of).filter(({ op }) => ['Modify', 'Review', 'Delete'].includes(op) || isDeed(op) || isPage(op));

/** A page of its own of the same record. */
export const isPage = (op: string): boolean => opDef(op).afterAdd === true || opDef(op).opens !== undefined;

/** What follows the save of a new record: the page that its reader goes on with, else one goes on typing in it. */
export const afterAdd = (table: TableDef | undefined): string =>
  (table?.states ?? []).flatMap(({ actions = [] }) => actions.map(({ op }) => op)).find((op) => opDef(op).afterAdd) ?? 'Modify';

/** A deed of the definition's own: a handler, an address, a record of another table that is begun. */
export const isDeed = (op: string): boolean => opDef(op).carried === true || op === 'Add';

/** Deeds of the definition's own beside a decision; where the record itself is typed in they wait until it is saved. */
export const besideDecision = (op: FormOp, of: Granted): ActionDef[] =>
  op === 'Review' ? grantedActions(of).filter((action) => isDeed(action.op)) : [];
