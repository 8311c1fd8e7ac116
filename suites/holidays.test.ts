import { describe, expect, it } from 'vitest';
import { instantOf, wallAt } from '#protocol/wire/clock.ts';
import { afterWork, type WorkingTime } from '#server/flow/kernel/clock/working.ts';
import { holidays, workTimes } from './sys/seed/calendar.ts';

type Row = Record<string, string | number>;
const zone = 'Asia/Shanghai';
const DAY = 24 * 3_600_000;
const rows = holidays.rows as readonly Row[];

const daysOf = ({ day, last_day = day! }: Row): string[] => {
  const days = [];
  for (let at = Date.parse(`${day}T00:00Z`); at <= Date.parse(`${last_day}T00:00Z`); at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};
const calendar = rows.flatMap((row) => daysOf(row).map((day) => [day, row.kind === 2] as const));
const [usual] = workTimes.rows as readonly Row[];
const china: WorkingTime = {
  zone,
  weeks: [
    {
      since: String(usual!.since),
      weekdays: String(usual!.weekdays).split(',').map(Number),
      spans: (['morning', 'afternoon'] as const).map((part) => [String(usual![`${part}_from`]), String(usual![`${part}_until`])] as const),
    },
  ],
  days: new Map(calendar),
};
const worked = (from: string, hours: number) => wallAt(afterWork(instantOf(from, zone)!, hours, china), zone);

describe('FLOW-07 the holidays of 2026', () => {
  it('as announced: 33 days off, six weekends worked, none named twice', () => {
    expect(calendar.filter(([, works]) => !works)).toHaveLength(3 + 9 + 3 + 5 + 3 + 3 + 7);
    expect(calendar.flatMap(([day, works]) => (works ? day : []))).toEqual([
      ...['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'],
    ]);
    expect(china.days.size).toBe(calendar.length);
  });
  it('who makes up for one does so on a weekend; a holiday takes a working day with it', () => {
    for (const [day, works] of calendar) if (works) expect([0, 6], day).toContain(new Date(`${day}T00:00Z`).getUTCDay());
    for (const row of rows.filter(({ kind }) => kind === 1))
      expect(
        daysOf(row).some((day) => ![0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay())),
        String(row.key_name),
      ).toBe(true);
  });
  it('every row has both languages', () => {
    for (const row of [...rows, usual!]) {
      expect(String(row.key_name)).toMatch(/[一-鿿]/);
      expect(String(row.name_en)).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it.each([
    ['元旦: into it', '2025-12-31 17:00', 2, '2026-01-04 10:00:00'],
    ['元旦: its Sunday is worked', '2026-01-04 17:00', 2, '2026-01-05 10:00:00'],
    ['春节: the Saturday before it', '2026-02-13 17:00', 2, '2026-02-14 10:00:00'],
    ['春节: over nine days', '2026-02-14 17:00', 2, '2026-02-24 10:00:00'],
    ['春节: begun within', '2026-02-18 10:00', 1, '2026-02-24 10:00:00'],
    ['春节: the Saturday after it', '2026-02-27 17:00', 2, '2026-02-28 10:00:00'],
    ['春节: and its Sunday is free', '2026-02-28 17:00', 2, '2026-03-02 10:00:00'],
    ['清明: over a Monday', '2026-04-03 17:00', 2, '2026-04-07 10:00:00'],
    ['劳动节: over it', '2026-04-30 17:00', 2, '2026-05-06 10:00:00'],
    ['劳动节: its Saturday', '2026-05-08 17:00', 2, '2026-05-09 10:00:00'],
    ['端午: over a Friday', '2026-06-18 17:00', 2, '2026-06-22 10:00:00'],
    ['国庆: the Sunday before', '2026-09-18 17:00', 2, '2026-09-20 10:00:00'],
    ['国庆: Saturday before it is free', '2026-09-19 10:00', 1, '2026-09-20 10:00:00'],
    ['中秋: over a Friday', '2026-09-24 17:00', 2, '2026-09-28 10:00:00'],
    ['国庆: over seven days', '2026-09-30 17:00', 2, '2026-10-08 10:00:00'],
    ['国庆: its Saturday', '2026-10-09 17:00', 2, '2026-10-10 10:00:00'],
    ['中秋 and 国庆 in one limit', '2026-09-24 09:00', 8 * 5, '2026-10-08 18:00:00'],
    ['nothing near', '2026-11-20 17:00', 2, '2026-11-23 10:00:00'],
  ])('%s', (_, from, hours, until) => {
    expect(worked(from, hours)).toBe(until);
  });
});
