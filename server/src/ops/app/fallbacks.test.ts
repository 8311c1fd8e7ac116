import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '#server/records/save/testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const show = (session: Session | null, cloud: string, id: unknown) => desk.ask(session, 'Show', { cloud, id });

it('FORM-04 a record offers to be looked at whatever its state declares; what there is not is 315, a table that is not his 312', async () => {
  const funds = JSON.stringify({ 'bill_fund.bill_entity': [{ op: 'Add', price: '1' }] });
  const id = (await desk.ask(own, 'Add', { cloud: 'bill', key_name: '单', amount: '1', _subtables: funds })).data.id;
  expect((await show(null, 'bill', id)).code).toBe(401);
  expect((await show(own, 'vault', id)).code).toBe(312);
  expect((await show(own, 'bill', 999_999)).code).toBe(315);
  expect((await show(own, 'bill', id)).data._actions).toMatchObject([{ op: 'Show' }, { op: 'Modify' }, { op: 'Delete' }]);
  // a state that the definition does not have declares nothing
  await desk.base.db.query('update app.bill set review_state = 7 where id = $1', [id]);
  expect((await show(own, 'bill', id)).data._actions).toEqual([{ uid: 'std.show', op: 'Show' }]);
});
