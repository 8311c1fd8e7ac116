import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn, instantOf, offsetAt, wallAt } from './clock.ts';

it.each([
  ['2026-11-22 18:00:00', 'Asia/Shanghai', '2026-11-22T10:00:00.000Z'],
  ['2026-07-01 09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-12-01T09:00:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
  ['2026-01-01 00:00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
])('%s in %s is %s, and back', (wall, zone, instant) => {
  expect(instantOf(wall, zone)).toBe(Date.parse(instant));
  expect(wallAt(Date.parse(instant), zone)).toBe(wall.replace('T', ' ').padEnd(19, ':00'));
});
// a day, an hour, a minute or a second that there is not is none, however a clock would move it
const NONE = ['2036-02-30 10:00', '2036-13-01 10:00', '2026-11-22 24:00:00', '2026-11-22 10:75', '2026-11-22 10:00:60', '0000-00-00 00:00'];
it.each(['2026-02-30 10:00:00', '2026-02-03', 'soon', '', '2026-11-22T10:00:00Z', '2026-11-22 25:00:00', ...NONE])(
  '%j is no wall time',
  (text) => expect(instantOf(text, 'UTC')).toBeNull(),
);
it('the same instant is another day elsewhere', () => {
  const instant = new Date('2026-11-21T16:30:00Z');
  expect([dayIn('Asia/Shanghai', instant), dayIn('UTC', instant)]).toEqual(['2026-11-22', '2026-11-21']);
});
it('a wall time of a zone without summer time comes back whatever the machine’s zone is', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), fc.constantFrom('Asia/Shanghai', 'UTC', 'Asia/Kolkata'), (seconds, zone) => {
      // Shanghai had summer time until 1991: an hour of autumn is there twice
      fc.pre(seconds > 700_000_000);
      expect(instantOf(wallAt(seconds * 1000, zone), zone)).toBe(seconds * 1000);
    }),
  ));

it.each([
  ['Asia/Shanghai', '2026-11-24T00:00:00Z', 'UTC+08:00'],
  ['UTC', '2026-11-24T00:00:00Z', 'UTC+00:00'],
  ['Asia/Kolkata', '2026-11-24T00:00:00Z', 'UTC+05:30'],
  ['America/St_Johns', '2026-11-24T00:00:00Z', 'UTC-03:30'],
  ['Europe/Berlin', '2026-07-01T00:00:00Z', 'UTC+02:00'],
  ['Europe/Berlin', '2026-12-01T00:00:00.500Z', 'UTC+01:00'],
])('%s is at %s %s', (zone, instant, offset) => expect(offsetAt(Date.parse(instant), zone)).toBe(offset));
