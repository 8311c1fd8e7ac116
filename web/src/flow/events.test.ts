import { expect, it } from 'vitest';
import { initiation } from '#suites/capex/tables/initiation.ts';
import { backStates, choicesOf } from './events.ts';

const names = (state: number) => choicesOf(initiation, state).map((choice) => [choice.event.key_name_en, choice.kind]);

it('FLOW-02 one button a name, the way forward first, refusal last', () => {
  expect(names(5)).toEqual([
    ['Approve', 'forward'],
    ['Return', 'return'],
    ['Refuse', 'refuse'],
  ]);
});
it('FORM-05 a draft has the choices of state 1', () => {
  expect(names(0)).toEqual(names(1));
  expect(names(1)[0]).toEqual(['Submit', 'forward']);
});
it('FLOW-04 a return names the steps it may go back to; next_state 0 goes to the applicant', () => {
  expect(
    choicesOf(initiation, 3)
      .filter((choice) => choice.kind === 'return')
      .map((choice) => backStates(choice.event)),
  ).toEqual([[1, 2]]);
  expect(choicesOf(initiation, 2).map((choice) => choice.kind)).toEqual(['forward', 'return']);
});
it('a final step offers nothing', () => {
  expect(names(90)).toEqual([]);
});
