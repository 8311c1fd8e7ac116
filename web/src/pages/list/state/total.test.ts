import { expect, it } from 'vitest';
import { startState } from './list-state.ts';
import { rangeOf } from './total.ts';

const of = (total: number, shown: number, page: number, totalKind: 'exact' | 'bounded' = 'exact') =>
  rangeOf({ rows: Array.from({ length: shown }, (_, id) => ({ id })), state: { ...startState(10), page }, total, totalKind });

it('LIST-05 which records stand here is said where there are more than these', () => {
  expect(of(7, 7, 1)).toBeNull();
  expect(of(0, 0, 1)).toBeNull();
  expect(of(1234, 10, 2)).toEqual({ from: '11', to: '20', total: '1,234' });
  // some were deleted meanwhile: the page is still not all of it
  expect(of(5, 5, 2)).toEqual({ from: '11', to: '15', total: '5' });
  expect(of(1010, 10, 1, 'bounded')).toEqual({ from: '1', to: '10', total: '1,000+' });
});
