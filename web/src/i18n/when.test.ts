import { expect, it } from 'vitest';
import { fullTime, shortTime } from './when.ts';

it('a time of this year is read without it, one of another with it', () => {
  const now = Date.parse('2026-11-22T04:00:00Z');
  expect([shortTime('2026-03-01 09:30:15', now), shortTime('2025-12-31 09:30:15', now)]).toEqual(['03-01 09:30', '2025-12-31 09:30']);
  expect([shortTime('2026-03-01', now), shortTime('2027-03-01', now), shortTime('', now)]).toEqual(['03-01', '2027-03-01', '']);
  expect(fullTime('2026-03-01 09:30:15')).toBe('2026-03-01 09:30');
});
