import { expect, it } from 'vitest';
import { event, flowOf, state } from '../kernel/testing-decide.ts';
import { owesForm } from './saving.ts';

it('FLOW-02 who makes a choice that may lead on owes the whole form; who gives up, refuses or sends back does not', () => {
  const flow = flowOf([
    state(1, [
      event(11, { key_name: 'send', where: 'amount=1', next_state: 2 }),
      event(12, { key_name: 'send', next_state: 91 }),
      event(13, { next_state: 91 }),
    ]),
    state(2, [event(21, { next_state: 0 }), event(22, { back_state: '1' }), event(23, { next_state: 90 })]),
    state(90, [], { end: 'pass' }),
    state(91, [], { end: 'cancel' }),
  ]);
  const owes = (step: number) => [...flow.steps.get(step)!.events.values()].map((one) => owesForm(flow, step, one));
  expect(owes(1)).toEqual([true, true, false]);
  expect(owes(2)).toEqual([false, false, true]);
});
