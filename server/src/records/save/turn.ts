import { Refusal } from '#protocol/codes.ts';
import { rowActions } from '#protocol/rules/actions.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Stored } from '../row/stored.ts';
import { formOf, valueIn, type Work } from '../row/work.ts';

/** Whether the state of the definition offers the user this action on the record now; else 312 (engine section 4, B10). */
export function demandAction(work: Work, table: ResolvedTable, stored: Stored, op: string): void {
  const user = { id: work.session.user.id, may: (item: string) => work.access.may(table, item), agentOf: stored.standsFor };
  const { holds } = formOf(work, table, 'Show', stored.review_state, valueIn(stored.values));
  if (!rowActions(table.def, stored, user, holds).some((action) => action.op === op)) throw new Refusal(312);
}
