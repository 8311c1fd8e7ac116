import { expect, it } from 'vitest';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { isUrgentAt } from './steps.ts';

const row = (back_state: number, visit: number, limit_time: string | null, finish_time: string | null = null) =>
  ({ back_state, visit, limit_time, finish_time }) as ProcessRow;

it.each<[string, ProcessRow[], boolean]>([
  ['a turn with a limit of its own', [row(4, 2, null), row(4, 2, '2026-11-22 10:00:00')], true],
  ['turns without', [row(4, 2, null)], false],
  ['one that is over', [row(4, 2, '2026-11-22 10:00:00', '2026-11-22 09:00:00'), row(4, 2, null)], false],
  ['one of an earlier visit', [row(4, 1, '2026-11-22 10:00:00'), row(4, 2, null)], false],
  ['one of another step', [row(3, 2, '2026-11-22 10:00:00'), row(4, 2, null)], false],
])('FLOW-07 FLOW-10 the step where it is now is urgent by what is open in it: %s', (_, rows, urgent) => {
  expect(isUrgentAt(rows, { kind: 'now', state: 4 })).toBe(urgent);
  expect(isUrgentAt(rows, { kind: 'done', state: 4 })).toBe(false);
});
