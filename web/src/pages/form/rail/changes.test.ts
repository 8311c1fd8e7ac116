import { expect, it } from 'vitest';
import { PAGE, placed } from './changes.ts';

const nths = (...of: Parameters<typeof placed<object>>) => placed(...of).map(({ nth }) => nth);

it('FORM-01 each change of a record has a place of its own, which it keeps when newer ones come, on whatever page', () => {
  const decided = [{ version: 2 }, { version: 1 }, { version: 1 }];
  expect(nths(decided, 1, 3)).toEqual([3, 2, 1]);
  expect(nths([{ version: 2 }, ...decided], 1, 4)).toEqual([4, 3, 2, 1]);
  const page = Array.from({ length: PAGE }, () => ({}));
  expect([...nths(page, 1, PAGE + 2), ...nths([{}, {}], 2, PAGE + 2)]).toEqual(Array.from({ length: PAGE + 2 }, (_, at) => PAGE + 2 - at));
});
