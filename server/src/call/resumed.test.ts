import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { event, step } from '#server/flow/act/testing-trade.ts';
import { type Deeds, deedStates, deeds, done, openDeeds } from './testing-deeds.ts';

/** Who pays sends it back, and it is to come straight back to him: its judge has passed it, and what he decides is noted in the books. */
const states = () =>
  deedStates().map((state) => {
    if (state.value !== '3') return state;
    const events = [event(31, { next_state: 90, action: 'pay' }), event(33, { key_name: '退回', back_state: '1,2', resume: 'direct' })];
    const paying = step('3', events, { handler: { type: 'role', code: 'payer' } });
    return { ...paying, actions: [...paying.actions!, ...state.actions!.filter(({ op }) => op === 'Call')] };
  });

let lab: Deeds;
beforeAll(async () => {
  lab = await openDeeds(deeds(states()));
});
afterAll(() => lab?.close());
beforeEach(async () => {
  await lab.base.db.query('delete from app.booking');
});

const decide = (who: string, id: number, of: number, more: Record<string, unknown> = {}) =>
  lab.ask(who, '/app?op=Modify', { cloud: 'repair', id, _event: of, ...more });

/** One that was judged and booked, and that came back to who reported it. */
async function returned(): Promise<number> {
  const id = await lab.repair();
  expect(await decide('foreman', id, 21)).toMatchObject({ code: 200 });
  const [row] = await lab.base.db.query<{ id: number }>('select id from fw.flow_todo where rowid = $1 and review_state = 1', [id]);
  const back = await lab.ask('payer', '/flow?op=Reject', { cloud: 'repair', id, _event: 33, back_id: row!.id, remark: '补充' });
  expect(back).toMatchObject({ code: 200 });
  expect((await lab.stands(id)).state).toBe(1);
  done.length = 0;
  return id;
}

describe('FLOW-04 META-01 what is sent in again goes straight to its step, and its event carries its action out', () => {
  test('its own once, and not that of the step which is passed over', async () => {
    const id = await returned();
    expect(await decide('reporter', id, 11, { answer: '乙' })).toMatchObject({ code: 200, data: { review_state: { id: 3 } } });
    expect(done).toMatchObject([{ id, answer: '乙', review_state: { id: 1 } }]);
    expect(await lab.booked()).toEqual(['水泵']);
    expect(await decide('payer', id, 31)).toMatchObject({ code: 200, data: { review_state: { id: 90 } } });
    expect(await lab.booked()).toEqual(['水泵', '付 水泵']);
  });

  test('what the action leaves is asked of: where it no longer leads there, nothing is sent in', async () => {
    const id = await returned();
    const turned = await decide('reporter', id, 11, { cause: '加价' });
    expect(turned).toMatchObject({ code: 311, remark: '$flow_guard' });
    expect((await lab.stands(id)).state).toBe(1);
    const [row] = await lab.base.db.query<{ cost: string; cause: string | null }>('select cost, cause from app.repair where id = $1', [id]);
    expect(row).toEqual({ cost: '100.00', cause: null });
    expect(await decide('reporter', id, 11, { cause: '漏项' })).toMatchObject({ code: 200, data: { review_state: { id: 3 } } });
    expect(await lab.booked()).toEqual(['水泵']);
  });
});
