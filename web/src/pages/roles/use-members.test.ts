import { expect, it } from 'vitest';
import { type Follows, NOTHING_FOLLOWS, type SoleOffice } from '../form/control/use-duties.ts';
import { apart } from './use-members.ts';

const office = (kind: 'role' | 'post', id: number, together: 0 | 1): SoleOffice => ({
  ...{ kind, id, together, key_name: `${kind} ${id}`, key_name_en: `${kind} ${id}`, steps: [] },
});
const leaving = (...offices: SoleOffice[]): Follows => ({ ...NOTHING_FOLLOWS, offices });

it('ADMIN-01 an office that several leave together is told once for all of them, what one alone has stays with him', () => {
  const first = leaving(office('role', 4, 1), office('post', 4, 1));
  const second = leaving(office('role', 4, 1), office('post', 7, 0));
  const { all, each } = apart([first, second]);
  expect(all).toEqual(leaving(office('role', 4, 1), office('post', 4, 1)));
  expect(each(first)).toEqual(leaving());
  expect(each({ ...second, modules: 0 })).toEqual({ ...leaving(office('post', 7, 0)), modules: 0 });
});
