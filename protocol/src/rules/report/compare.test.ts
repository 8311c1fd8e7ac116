import { expect, it } from 'vitest';
import type { Report } from './ask.ts';
import { comparedIn, dueIn } from './compare.ts';

const report: Pick<Report, 'targets'> = { targets: [{ name: 'month', fields: 'day', type: 'DATE', periods: ['MONTH', 'YEAR'] }] };
const due = (today: string) => {
  const ask = { value: '2026', compare: 'year' as const, today };
  return dueIn(report, ask, comparedIn(report, ask)!);
};

it('PAGES-07 what differs is told of the same stretch of both: nothing before the first day, all of both from the last one', () => {
  expect(due('2025-12-31')).toBeNull();
  expect(due('2026-01-01')).toEqual({ now: ['2026-01-01', '2026-01-01'], was: ['2025-01-01', '2025-01-01'], whole: false });
  expect(due('2026-12-30')).toMatchObject({ now: ['2026-01-01', '2026-12-30'], whole: false });
  for (const today of ['2026-12-31', '2027-03-01'])
    expect(due(today)).toEqual({ now: ['2026-01-01', '2026-12-31'], was: ['2025-01-01', '2025-12-31'], whole: true });
});
