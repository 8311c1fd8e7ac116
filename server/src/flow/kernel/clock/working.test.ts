import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, wallAt } from '#protocol/wire/clock.ts';
import { afterWork, type Week, type WorkingTime } from './working.ts';

const zone = 'Asia/Shanghai';
const week = (since: string, weekdays: number[], ...spans: Week['spans']): Week => ({ since, weekdays, spans });
const plain: WorkingTime = { zone, weeks: [], days: new Map() };
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

  it.each([
    [
      'six days',
      week('2026-01-01', [1, 2, 3, 4, 5, 6], ['09:00', '12:00'], ['13:30', '18:00']),
      '2026-11-20 17:00',
      2,
      '2026-11-21 10:00:00',
    ],
    [
      'noon is longer',
      week('2026-01-01', [1, 2, 3, 4, 5], ['09:00:00', '12:00:00'], ['13:30:00', '18:00:00']),
      '2026-11-23 11:00',
      2,
      '2026-11-23 14:30:00',
    ],
    ['one span', week('2026-01-01', [1, 2, 3, 4, 5], ['08:00', '14:00']), '2026-11-23 13:00', 2, '2026-11-24 09:00:00'],
    ['Sunday to Thursday', week('2026-01-01', [7, 1, 2, 3, 4], ['09:00', '17:00']), '2026-11-19 16:00', 2, '2026-11-22 10:00:00'],
    ['before its first day it holds too', week('2027-01-01', [1], ['09:00', '17:00']), '2026-11-23 16:00', 2, '2026-11-30 10:00:00'],
  ])('a company’s own week: %s', (_, own, from, hours, until) => {
    expect(worked(from, hours, { ...plain, weeks: [own] })).toBe(until);
  });

  it('each day has the hours that are in force on it', () => {
    const weeks = [
      week('2026-01-01', [1, 2, 3, 4, 5], ['09:00', '12:00'], ['13:00', '18:00']),
      week('2026-06-01', [1, 2, 3, 4, 5], ['08:00', '12:00'], ['14:30', '18:30']),
    ];
    expect(worked('2026-05-29 17:00', 2, { ...plain, weeks })).toBe('2026-06-01 09:00:00');
    expect(worked('2026-06-01 11:00', 2, { ...plain, weeks })).toBe('2026-06-01 15:30:00');
    expect(worked('2026-05-28 17:00', 2, { ...plain, weeks })).toBe('2026-05-29 10:00:00');
  });

  it('where the calendar has none, the wall’s', () => {
    expect(worked('2026-11-23 09:00', 2, { ...plain, weeks: [week('', [1], ['09:00', '09:00'])] })).toBe('2026-11-23 11:00:00');
  });

  it('the hours of a day on which the clock is put on are those that pass', () => {
    const york: WorkingTime = {
      ...{ zone: 'America/New_York', weeks: [week('', [1, 2, 3, 4, 5], ['00:00', '23:59'])], days: new Map([['2026-03-08', true]]) },
    };
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
