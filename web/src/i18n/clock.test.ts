import { afterEach, expect, it } from 'vitest';
import { chooseZone, foreignZone, secondsSince, today, untilTime, wallNow } from './clock.ts';

const NOON = Date.parse('2026-11-21T16:30:00Z');
afterEach(() => chooseZone(undefined));

it.each([
  ['Asia/Shanghai', '2026-11-22', '2026-11-22 00:30:00', '2026-11-22 00:00:00'],
  ['America/New_York', '2026-11-21', '2026-11-21 11:30:00', '2026-11-21 11:00:00'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-21 22:15:00', '2026-11-21 21:45:00'],
])('FLOW-06 ages and today are the company’s in %s, whatever the zone of the browser', (zone, day, wall, halfAnHourAgo) => {
  chooseZone(zone);
  expect([today(NOON), wallNow(NOON), secondsSince(halfAnHourAgo, NOON), untilTime(halfAnHourAgo, NOON)]).toEqual([
    day,
    wall,
    1800,
    -1_800_000,
  ]);
});
it('a zone that nobody knows and a session without one leave the browser’s own', () => {
  for (const zone of ['Mars/Olympus', undefined]) {
    chooseZone(zone);
    expect(foreignZone(NOON)).toBeNull();
  }
});
it('says which clock is shown where it is not the browser’s', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  chooseZone(own === 'Asia/Kathmandu' ? 'UTC' : 'Asia/Kathmandu');
  expect(foreignZone(NOON)).toBe(own === 'Asia/Kathmandu' ? 'UTC' : 'Asia/Kathmandu');
});
it('what is no time has no age', () => {
  expect([secondsSince('soon', NOON), untilTime('soon', NOON)]).toEqual([0, null]);
});
