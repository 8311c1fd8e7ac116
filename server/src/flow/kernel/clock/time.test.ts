import { describe, expect, it } from 'vitest';
import { later, limitFault, limitTime, onClock } from './time.ts';

describe('FLOW-07 time limits on the company clock', () => {
  it.each([
    ['2026-11-22 18:00:00', 'Asia/Shanghai', '2026-11-22T10:00:00.000Z'],
    ['2026-11-22 18:00', 'Asia/Shanghai', '2026-11-22T10:00:00.000Z'],
    ['2026-11-22', 'Asia/Shanghai', '2026-11-22T15:59:59.000Z'],
    ['2026-07-01 09:00:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
    ['2026-12-01 09:00:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
    ['2026-11-22T10:00:00+08:00', 'UTC', '2026-11-22T02:00:00.000Z'],
    ['2026-11-22T10:00:00.5Z', 'Asia/Shanghai', '2026-11-22T10:00:00.500Z'],
    ['9999-12-31 23:59:59', 'America/New_York', '+010000-01-01T04:59:59.000Z'],
  ])('%s in %s is %s', (text, zone, instant) => expect(limitTime(text, zone)).toBe(instant));
  // the engine's Date would read most of them as a day nearby, or by the machine's own clock
  it.each([
    ...['2026-02-30', '2036-02-30', '2036-02-30 10:00', '2036-02-30T10:00:00Z', '2036-11-31T10:00:00+08:00', '2036-13-01'],
    ...[
      '2036-11-22 24:00',
      '2036-11-22 10:75',
      '2036-11-22T10:00:00+99:00',
      '2036-11-22T10:00:00 (noon)',
      '22 Nov 2036',
      '2036',
      'soon',
      ' ',
    ],
  ])('FLOW-07 %j is no time, and refused as malformed', (text) => {
    for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York'])
      expect(limitFault(limitTime(text, zone)!, '2026-11-22T00:00:00.000Z'), zone).toBe('');
  });
  it.each([
    ['2026-11-22T00:00:00.000Z', '$flow_limit_past'],
    ['2020-01-01T00:00:00.000Z', '$flow_limit_past'],
    ['2026-11-22T00:00:00.001Z', null],
    ['2036-11-22T00:00:00.000Z', null],
    ['2036-11-22T00:00:00.001Z', '$flow_limit_far'],
    ['+010000-01-01T04:59:59.000Z', '$flow_limit_far'],
  ])('FLOW-07 a limit of %s is judged %s', (limit, fault) => expect(limitFault(limit, '2026-11-22T00:00:00.000Z')).toBe(fault));
  it('none is none', () => expect(limitTime(undefined, 'UTC')).toBeNull());
  it('an instant is shown as the company reads its clock', () => {
    expect(onClock('2026-11-21T16:30:00.000Z', 'Asia/Shanghai')).toBe('2026-11-22 00:30:00');
    expect(onClock(null, 'UTC')).toBeNull();
  });
  it('I13 a clock that goes back does not take the case with it', () => {
    expect(later(new Date('2026-11-21T00:00:00Z'), { last_at: '2026-11-22T00:00:00.000Z' })).toBe('2026-11-22T00:00:00.000Z');
    expect(later(new Date('2026-11-23T00:00:00Z'), { last_at: '2026-11-22T00:00:00.000Z' })).toBe('2026-11-23T00:00:00.000Z');
  });
});
