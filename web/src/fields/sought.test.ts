import { expect, it } from 'vitest';
import { isSought, seekingFilter, seekingMore, seekingOne, soughtIn } from './sought.ts';

const JIANGSU = { id: 32, key_name: '江苏省' };

it('FIELD-05 what is typed stands beside what is chosen, and goes without a trace', () => {
  const one = seekingOne(JIANGSU, '浙');
  expect(one).toEqual({ ...JIANGSU, sought: '浙' });
  expect(soughtIn(one)).toBe('浙');
  expect(seekingOne(one as typeof JIANGSU, '')).toEqual(JIANGSU);
  expect(seekingOne(null, '浙')).toEqual({ sought: '浙' });
  expect(seekingOne(null, '')).toBeNull();
  const more = seekingMore([JIANGSU], '浙');
  expect([soughtIn(more), soughtIn([JIANGSU]), more.filter(isSought)]).toEqual(['浙', '', [{ sought: '浙' }]]);
  expect(seekingMore([JIANGSU], '')).toEqual([JIANGSU]);
});

it('LIST-09 a filter by nothing that is typed or chosen is none', () => {
  expect(seekingFilter([], '')).toBeUndefined();
  expect(seekingFilter([32], '')).toEqual({ op: 'in', value: [32] });
  expect(soughtIn(seekingFilter([], '浙'))).toBe('浙');
});
