import { afterAll, beforeAll, expect, test } from 'vitest';
import { event } from '#server/flow/act/testing-trade.ts';
import { type Deeds, deedStates, deeds, openDeeds } from './testing-deeds.ts';

/** A judgement that the action can turn into the other of its name, which leads to the same step and carries nothing out. */
const states = () =>
  deedStates().map((state) => {
    if (state.value !== '2') return state;
    const other = event(24, { key_name: '同意', where: 'cost<1000&judged=13', next_state: 3 });
    const actions = state.actions!.map((action) => (action.op === 'Review' ? { ...action, events: [...action.events!, other] } : action));
    return { ...state, actions: actions.map((action) => ({ ...action, events: action.events?.map(narrowed) }) as typeof action) };
  });
const narrowed = (one: ReturnType<typeof event>) => (one.id === 22 ? { ...one, where: 'cost>=1000' } : one);

let lab: Deeds;
beforeAll(async () => {
  lab = await openDeeds(deeds(states()));
});
afterAll(() => lab?.close());

test('FLOW-03 META-01 what was decided is the event itself: an action that leaves another to hold takes it back, also where both lead to one step', async () => {
  const id = await lab.repair({ cause: '改向' });
  const decide = (of: number) => lab.ask('foreman', '/app?op=Modify', { cloud: 'repair', id, _event: of });
  expect(await decide(21)).toMatchObject({ code: 311, remark: '$flow_guard' });
  expect([await lab.stands(id), await lab.booked()]).toEqual([{ state: 2, judged: null }, []]);
});
