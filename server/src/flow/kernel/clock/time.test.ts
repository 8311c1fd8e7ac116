import { describe, expect, it } from 'vitest';
import { later, limitTime, onClock } from './time.ts';

describe('FLOW-07 time limits on the company clock', () => {
  it.each([
    ['2026-11-22 18:00:00', 'Asia/Shanghai', '2026-11-22T10:00:00.000Z'],
    ['2026-11-22 18:00', 'Asia/Shanghai', '2026-11-22T10:00:00.000Z'],
    ['2026-11-22', 'Asia/Shanghai', '2026-11-22T15:59:59.000Z'],
    ['2026-07-01 09:00:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
    ['2026-12-01 09:00:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
    ['2026-11-22T10:00:00+08:00', 'UTC', '2026-11-22T10:00:00+08:00'],
    ['2026-02-30', 'UTC', '2026-02-30'],
    ['soon', 'UTC', 'soon'],
  ])('%s in %s is %s', (text, zone, instant) => expect(limitTime(text, zone)).toBe(instant));
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
