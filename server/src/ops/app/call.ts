import { Refusal } from '#protocol/codes.ts';
import { opDef } from '#protocol/meta/ops.ts';
import { callOp } from '#protocol/ops/app.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import { type Called, runCall } from '#server/call/run-call.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { op } from '#server/ops/op.ts';
import { fileValue } from '#server/records/files/files.ts';
import { type Kept, keepMade } from '#server/records/files/made.ts';
import { type Answer, onceFor } from '#server/records/once/rid.ts';
import { openWork } from '#server/records/save/save.ts';
import { type SecurityEvent, tellEvent } from '#server/signin/security-log.ts';

/** Runs an action's handler upon records that the caller may run it on, in one transaction, once for a request id. 403: the table has no such action. */
export const callCall = op(callOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  access.grant(table, 'Call');
  const called = actionOf(access, table, request.action);
  const handler = house.handlers?.get(table.suite)?.[called.action.code ?? ''];
  if (!handler) throw new Refusal(403);
  const ids = idsFor(called, request.id);
  let told: readonly SecurityEvent[] = [];
  let settle: (() => Promise<void>) | undefined;
  const answer = await house.db.tx(async (tx) => {
    told = [];
    settle = undefined;
    const work = await openWork(tx, house, session, { access });
    const what = `Call ${table.cloud} ${called.action.uid} ${ids.join(',')}`;
    // who was not told that it is done presses again, and is not asked again: his yes is no part of what he wants done
    return onceFor(tx, session, { rid: request._rid, what, body: { ...request, answer: undefined } }, work.now, async () => {
      const ran = await runCall(house, work, { ...called, table, handler, ids, answer: request.answer });
      told = ran.events;
      if (!ran.file) return ran.answer;
      const kept = await keepMade(house, work, table, ran.file);
      settle = kept.settle;
      return { ...ran.answer, data: { file: kept.file } };
    });
  });
  for (const event of told) tellEvent(house, event);
  await settle?.();
  return withAddresses(house, session, answer);
});

/** The file that a handler gave, with tickets of this session: a repeated call is told them anew. */
function withAddresses(house: House, session: Session, answer: Answer): Answer {
  const file = (answer.data as { file?: Kept } | undefined)?.file;
  return file ? { ...answer, data: { file: fileValue(house, session, file) } } : answer;
}

/** The action of that uid: one of the list's, or of a state. */
function actionOf(access: Access, table: ResolvedTable, uid: string): Called {
  for (const { value, actions = [] } of table.def.states) {
    const action = actions.find((one) => one.op === 'Call' && one.uid === uid);
    if (action && access.may(table, 'Call')) return { action, over: value === '*' };
  }
  throw new Refusal(403);
}

/** As many records as the action takes, each once, in the order in which others lock them too. */
function idsFor({ action: { op: name, param } }: Called, sent: readonly number[]): number[] {
  const ids = [...new Set(sent)].sort((a, b) => a - b);
  const needs = param ?? opDef(name).needs ?? 'single';
  if (needs === 'none' && ids.length > 0) throw new Refusal(317, '', { field: 'id' });
  if (needs !== 'none' && ids.length === 0) throw new Refusal(314, '', { field: 'id' });
  if (needs === 'single' && ids.length > 1) throw new Refusal(317, '', { field: 'id' });
  return ids;
}
