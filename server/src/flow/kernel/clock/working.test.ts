import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, wallAt } from '#protocol/wire/clock.ts';
import { afterWork, spansOf, type WorkingTime } from './working.ts';

const zone = 'Asia/Shanghai';
const plain: WorkingTime = { zone, spans: spansOf('09:00-12:00, 13:00-18:00'), days: new Map() };
const at = (wall: string) => instantOf(wall, zone)!;
const worked = (wall: string, hours: number, of = plain) => wallAt(afterWork(at(wall), hours, of), zone);

describe('FLOW-07 working hours of a company', () => {
  it.each([
    ['within a morning', '2026-11-23 09:30', 2, '2026-11-23 11:30:00'],
    ['over noon', '2026-11-23 11:00', 2, '2026-11-23 14:00:00'],
    ['over night', '2026-11-23 17:00', 2, '2026-11-24 10:00:00'],
    ['over a weekend', '2026-11-20 17:00', 2, '2026-11-23 10:00:00'],
    ['begun at night', '2026-11-23 22:00', 1, '2026-11-24 10:00:00'],
    ['begun at noon', '2026-11-23 12:30', 1, '2026-11-23 14:00:00'],
    ['whole days', '2026-11-23 09:00', 40, '2026-11-27 18:00:00'],
    ['to the minute that a span ends', '2026-11-23 09:00', 3, '2026-11-23 12:00:00'],
    ['a part of an hour', '2026-11-23 09:00', 0.25, '2026-11-23 09:15:00'],
  ])('%s', (_, from, hours, until) => {
    expect(worked(from, hours)).toBe(until);
  });

  it('holidays are none, a weekend that makes up for one is', () => {
    const days = new Map([
      ['2026-10-01', false],
      ['2026-10-02', false],
      ['2026-10-05', false],
      ['2026-10-06', false],
      ['2026-10-07', false],
      ['2026-10-10', true],
    ]);
    expect(worked('2026-09-30 17:00', 2, { ...plain, days })).toBe('2026-10-08 10:00:00');
    expect(worked('2026-10-09 17:00', 2, { ...plain, days })).toBe('2026-10-10 10:00:00');
  });

  it('where the calendar has none, the wall’s', () => {
    expect(worked('2026-11-23 09:00', 2, { ...plain, spans: [['09:00', '09:00']] })).toBe('2026-11-23 11:00:00');
  });

  it('the hours of a day on which the clock is put on are those that pass', () => {
    const york: WorkingTime = { ...plain, zone: 'America/New_York', spans: [['00:00', '23:59']], days: new Map([['2026-03-08', true]]) };
    const from = instantOf('2026-03-08 00:00', york.zone)!;
    expect(afterWork(from, 6, york) - from).toBe(6 * 3_600_000);
  });

  it('an oracle that counts minutes one by one says the same', () => {
    const minutes = (from: number, hours: number): number => {
      let left = hours * 60;
      let now = from;
      while (left > 0) {
        const wall = wallAt(now, zone);
        const weekday = new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay();
        const time = wall.slice(11, 16);
        const works = weekday > 0 && weekday < 6 && ((time >= '09:00' && time < '12:00') || (time >= '13:00' && time < '18:00'));
        now += 60_000;
        if (works) left -= 1;
      }
      return now;
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 30 }), (offset, hours) => {
        const from = at('2026-11-20 08:00') + offset * 60_000;
        expect(afterWork(from, hours, plain)).toBe(minutes(from, hours));
      }),
      { seed: 20261124, numRuns: 40 },
    );
  });
});
