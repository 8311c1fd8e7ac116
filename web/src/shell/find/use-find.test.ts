import { afterEach, expect, it, vi } from 'vitest';
import { leave, leftOf } from './use-find.ts';

afterEach(() => vi.useRealTimers());

it('what was typed stands again for a minute, and never before the next person', () => {
  vi.useFakeTimers();
  leave('滨江', 7);
  expect([leftOf(7), leftOf(8), leftOf(0)]).toEqual(['滨江', '', '']);
  vi.advanceTimersByTime(61_000);
  expect(leftOf(7)).toBe('');
});
