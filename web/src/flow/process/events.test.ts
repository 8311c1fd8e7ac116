import { expect, it } from 'vitest';
import { initiation } from '#suites/capex/tables/initiation.ts';
import { choicesOf, eventById, fieldsAsked, submits } from './events.ts';

const event = { uid: 'e', id: 1, key_name: 'e', key_name_en: 'e', next_state: 90 };
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
it('FLOW-04 what goes back to the applicant is a return too', () => {
  expect(choicesOf(initiation, 2).map((choice) => choice.kind)).toEqual(['forward', 'return']);
});
it('FLOW-02 a step says which fields its events ask for', () => {
  expect([3, 4, 0].map((state) => [...fieldsAsked(initiation, state)])).toEqual([['review_no'], [], []]);
});
it('FLOW-02 names of fields that are asked for stand with blanks or without', () => {
  const states = [
    { ...initiation.states[0]!, value: '3', actions: [{ ...event, op: 'Review', events: [{ ...event, need_fields: 'a, b' }] }] },
  ];
  expect([...fieldsAsked({ ...initiation, states }, 3)]).toEqual(['a', 'b']);
});
it('a final step offers nothing', () => {
  expect(names(90)).toEqual([]);
});
it.each([
  [0, ['Show', 'Modify', 'Delete'], 'Submit'],
  [1, ['Show', 'Modify'], 'Submit'],
  [0, ['Show'], undefined],
  [3, ['Show', 'Modify', 'Review'], undefined],
  [90, ['Show'], undefined],
])('LIST-07 FLOW-02 in state %i with %j granted a record offers: %s', (state, granted, offered) => {
  const choice = submits(
    initiation,
    state,
    granted.map((op) => ({ op })),
  );
  expect(choice?.event.key_name_en).toBe(offered);
});
it('LIST-07 a table without approval offers no submission', () => {
  const { flow: _, ...plain } = initiation;
  expect(submits(plain, 1, [{ op: 'Modify' }])).toBeUndefined();
});
it('an event is found by its id in whatever step', () => {
  expect(eventById(initiation, 53)?.next_state).toBe(6);
  expect([eventById(initiation, 1), eventById(undefined, 53), eventById(initiation, null)]).toEqual([undefined, undefined, undefined]);
});
