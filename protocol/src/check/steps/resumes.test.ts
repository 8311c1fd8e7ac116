import { describe, expect, it } from 'vitest';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkResumes } from './resumes.ts';

const named = { uid: 'u', key_name: '名', key_name_en: 'Name' };
const handler = { type: 'role', code: 'r' } as const;

/** A flow of two steps; the event stands at one of them. */
function saysOf(event: Partial<EventDef>, at: Partial<StateDef> = {}, table: Partial<TableDef> = {}): string[] {
  const events = (of: Partial<EventDef>) => [{ ...named, op: 'Review', events: [{ ...named, id: 31, ...of }] }];
  const said: string[] = [];
  checkResumes(
    {
      ...{ ...named, table_name: 't', fields: [], flow: 1 },
      states: [
        { ...named, value: '1', actions: events({ next_state: 2 }) },
        { ...named, value: '2', handler, actions: events({ next_state: 3 }) },
        { ...named, value: '3', handler, actions: events({ resume: 'direct', ...event }), ...at },
        { ...named, value: '9' },
      ],
      ...table,
    },
    (path, reason) => void said.push(`${path}: ${reason}`),
  );
  return said;
}

describe('FLOW-04 META-01 returns that nobody could go straight back from are refused', () => {
  it('a return to the applicant, or to a step, is taken', () => {
    expect([saysOf({ back_state: '1' }), saysOf({ back_state: '0,2' })]).toEqual([[], []]);
  });

  it.each<[string, string, Partial<EventDef>, Partial<StateDef>?, Partial<TableDef>?]>([
    ['on a table without a flow', 'a table without a flow', { back_state: '1' }, {}, { flow: 0 }],
    ['of the applicant', 'the applicant returns nothing', { back_state: '1' }, { value: '1' }],
    ['at an end', 'step 3 is an end', { back_state: '1' }, { end: 'reject' }],
    ['of a refusal', 'next_state 0 refuses', { next_state: 0 }],
    ['of a way on', 'the event has no back_state', { next_state: 9 }],
    ['at a step whose people its senders name', 'step 3 has no handler', { back_state: '1' }, { handler: undefined as never }],
    ['to where nothing is sent on from', 'back_state names no step that sends it on', { back_state: '9' }],
  ])('resume %s', (_, reason, event, at, table) => {
    expect(saysOf(event, at, table)).toEqual([expect.stringContaining(`.resume: ${reason}`)]);
  });
});
