import { describe, expect, it } from 'vitest';
import { hasEnded } from './month.ts';
import { dayAsked, endOf } from './past.ts';

describe('PAGES-07 a month of the past', () => {
  it.each([
    ['2026-10', true],
    ['2026-11', false],
    ['2026-12', false],
    ['1900-01', true],
    ['1899-12', false],
    ['2026-00', false],
    ['2026-13', false],
    ['2026-1', false],
    ['2026-10-31', false],
    ['٢٠٢٦-10', false],
    ['', false],
  ])('%j has ended on 30 November: %s', (month, ended) => expect(hasEnded(month, '2026-11-30')).toBe(ended));

  it.each([
    ['2024-02', 'Asia/Shanghai', '2024-02-29T15:59:59.999999Z'],
    ['2026-02', 'UTC', '2026-02-28T23:59:59.999999Z'],
    ['2026-12', 'America/New_York', '2027-01-01T04:59:59.999999Z'],
    // its clock was put forward and back within these months
    ['2026-03', 'America/New_York', '2026-04-01T03:59:59.999999Z'],
    ['2026-11', 'America/New_York', '2026-12-01T04:59:59.999999Z'],
    ['2026-10', 'Pacific/Kiritimati', '2026-10-31T09:59:59.999999Z'],
    ['2999-12', 'Etc/GMT+12', '3000-01-01T11:59:59.999999Z'],
  ])('%s on the clock of %s ends at %s', (month, zone, instant) => expect(endOf(month, zone)).toBe(instant));

  it('it is asked on its last day', () => {
    expect(dayAsked('2024-02', '2026-11-30')).toBe('2024-02-29');
    expect(dayAsked(undefined, '2026-11-30')).toBe('2026-11-30');
  });
});
