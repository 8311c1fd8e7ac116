import { Refusal } from '#protocol/codes.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { openWork } from '#server/records/save/save.ts';
import type { SaveInDecision } from './desk.ts';
import { runCall } from './run-call.ts';

/** A record that is being decided, and the action that its event names. */
interface DeedOf {
  house: House;
  session: Session;
  access: Access;
  table: ResolvedTable;
  action: ActionDef;
  id: number;
  answer: string | undefined;
  save: SaveInDecision;
}

/**
 * Carries out what an event of a flow names, in the decision's transaction. That he may decide is the right to it (an agent, or who was given the
 * to-do, has no other); what it reads and writes goes by his own. What the handler refuses refuses the decision, what it asks is asked of the
 * decision. It gives no file: of many to-dos at once a browser would take one.
 */
export async function runDeed(tx: Tx, { house, session, access, table, action, id, answer, save }: DeedOf) {
  const handler = house.handlers?.get(table.suite)?.[action.code ?? ''];
  if (!handler) throw new Refusal(403);
  const work = await openWork(tx, house, session, { access });
  const {
    answer: said,
    file,
    wrote,
  } = await runCall(house, work, { table, action, over: false, decided: { save }, handler, ids: [id], answer });
  if (file) throw new Refusal(317, '$madeInDecision');
  const told = { code: said.code ?? 200, remark: said.remark ?? '', ...(said.notify ? { notify: said.notify } : {}) };
  return { told, wrote };
}
