import { expect, it, vi } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { nav } from '#web/nav/store.ts';
import { binOf } from './bin.ts';

addTexts(LATER_ZH, LATER_EN);
const offering = (...ops: string[]) =>
  ({ key_name: '岗位', key_name_en: 'Posts', states: [{ value: '1', actions: ops.map((op) => ({ op })) }] }) as unknown as TableDef;

it('LIST-08 a list leads to its recycle bin where it offers to delete, and nowhere else', () => {
  const open = vi.spyOn(nav, 'open').mockImplementation(() => undefined);
  expect(binOf('post', offering('List', 'Show', 'Modify'))).toBeUndefined();
  binOf('post', offering('Show', 'Delete'))!();
  expect(open.mock.calls).toEqual([
    [
      { cloud: 'post', op: 'Recycle' },
      { key_name: '岗位回收站', key_name_en: 'Recycle bin: Posts' },
    ],
  ]);
  open.mockRestore();
});
