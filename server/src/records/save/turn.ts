import { Refusal } from '#protocol/codes.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { rowActions } from '#protocol/rules/actions.ts';
import { mayElsewhere } from '#server/access/elsewhere.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Stored } from '../row/stored.ts';
import { formOf, valueIn, type Work } from '../row/work.ts';

/** The actions that the state of the definition offers the user on the record now (engine section 4). */
export function offeredOn(work: Work, table: ResolvedTable, stored: Stored): readonly ActionDef[] {
  const { access } = work;
  const may = (item: string, cloud?: string) => (cloud === undefined ? access.may(table, item) : mayElsewhere(access, item, cloud));
  const user = { id: work.session.user.id, may, agentOf: stored.standsFor };
  const { holds } = formOf(work, table, 'Show', stored.review_state, valueIn(stored.values));
  return rowActions(table.def, stored, user, holds);
}

/** Whether that is among them; else 312 (B10). */
export function demandAction(work: Work, table: ResolvedTable, stored: Stored, op: string): void {
  if (!offeredOn(work, table, stored).some((action) => action.op === op)) throw new Refusal(312);
}
