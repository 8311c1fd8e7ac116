import { describe, expect, it } from 'vitest';
import type { EventDef, TimeoutDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkTimeouts } from './timeouts.ts';

const named = { uid: 'u', key_name: '名', key_name_en: 'Name' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named, id, ...rest });

/** A flow of one signed step with a time-out; 21 goes on, 22 back, 23 refuses. */
function saysOf(timeout: TimeoutDef, first: Partial<EventDef> = {}, assert: TableDef['assert'] = []): string[] {
  const events = [event(21, { next_state: 3, ...first }), event(22, { next_state: 0 }), event(23, { next_state: 92 })];
  const table: TableDef = {
    ...{ ...named, table_name: 't', fields: [], flow: 1, assert },
    states: [
      { ...named, value: '2', timeout, actions: [{ ...named, op: 'Review', events }] },
      { ...named, value: '3' },
      { ...named, value: '92', end: 'reject' },
    ],
  };
  const said: string[] = [];
  checkTimeouts(table, (path, reason) => void said.push(`${path}: ${reason}`));
  return said;
}
const must = [{ before: 90, must_pass: 2 }];

describe('FLOW-07 META-01 time-outs that could not be kept are refused', () => {
  it.each<[string, TimeoutDef]>([
    ['a reminder', { hours: 48, do: 'remind' }],
    ['a leader told, by working hours', { work_hours: 16, do: 'escalate' }],
    ['the leader above', { hours: 1, do: 'assign' }],
    ['somebody named', { hours: 1, do: 'assign', to: { type: 'role', code: 'boss' } }],
    ['an event', { hours: 1, do: 'event', event: 21 }],
  ])('%s is taken', (_, timeout) => {
    expect(saysOf(timeout)).toEqual([]);
  });

  it.each<[string, TimeoutDef, string, Partial<EventDef>, TableDef['assert']]>([
    ['no time', { do: 'remind' }, 'states[2].timeout: it says both', {}, []],
    ['two times', { hours: 1, work_hours: 1, do: 'remind' }, 'states[2].timeout: it says both', {}, []],
    [
      'somebody for nothing',
      { hours: 1, do: 'remind', to: { type: 'user', id: 1 } },
      'states[2].timeout.to: remind gives it to nobody',
      {},
      [],
    ],
    ['an event for nothing', { hours: 1, do: 'escalate', event: 21 }, 'states[2].timeout.event: escalate takes no event', {}, []],
    ['no event', { hours: 1, do: 'event' }, 'states[2].timeout.event: it does not say which', {}, []],
    ['an unknown event', { hours: 1, do: 'event', event: 9 }, 'states[2].timeout.event: this step has no event 9', {}, []],
    ['a file', { hours: 1, do: 'event', event: 21 }, 'event 21 asks for a file', { need_attach: 1 }, []],
    ['an opinion', { hours: 1, do: 'event', event: 21 }, 'event 21 asks for an opinion', { need_remark: 1 }, []],
    ['fields', { hours: 1, do: 'event', event: 21 }, 'event 21 asks for fields', { need_fields: 'a' }, []],
    ['a limit', { hours: 1, do: 'event', event: 21 }, 'event 21 asks for a limit', { urgent: 1 }, []],
    ['people', { hours: 1, do: 'event', event: 21 }, 'event 21 asks for people', { need_handler: 1 }, []],
    ['a goal', { hours: 1, do: 'event', event: 21 }, 'event 21 asks where it goes back to', { back_state: '1' }, []],
    ['a condition', { hours: 1, do: 'event', event: 21 }, 'event 21 has a condition', { where: 'a>1' }, []],
    ['a promised step that the clock signs', { hours: 1, do: 'event', event: 21 }, 'assert says that this step must be passed', {}, must],
    ['a promised step that goes to another', { hours: 1, do: 'assign' }, 'assert says that this step must be passed', {}, must],
  ])('%s is not', (_, timeout, expected, first, assert) => {
    expect(saysOf(timeout, first, assert).join('\n')).toContain(expected);
  });

  it('a promised step may be refused, or go back, by the clock', () => {
    for (const id of [22, 23]) expect(saysOf({ hours: 1, do: 'event', event: id }, {}, must)).toEqual([]);
  });
});
