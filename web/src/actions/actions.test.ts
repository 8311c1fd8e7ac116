import { expect, it } from 'vitest';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { failedRows, lastsFor } from './result.ts';
import { addingLabel } from './run-action.ts';
import { needsOf, saidBefore, selectionFault, typeOf } from './selection.ts';

it.each([
  [{ op: 'Add' }, 0, null],
  [{ op: 'Add' }, 5, null],
  [{ op: 'Delete' }, 0, 'actions.selectOne'],
  [{ op: 'Delete' }, 5, null],
  [{ op: 'Modify' }, 0, 'actions.selectOne'],
  [{ op: 'Modify' }, 1, null],
  [{ op: 'Modify' }, 2, 'actions.onlyOne'],
  [{ op: 'Delete', param: 'single' }, 2, 'actions.onlyOne'],
  [{ op: 'Export', param: 'multiple' }, 0, 'actions.selectOne'],
] as const)('LIST-08 %o on %i records: %s', (action, count, fault) => {
  expect(selectionFault(action, count)).toBe(fault);
});

it('LIST-08 pages open, deleting is a call, the definition before both', () => {
  expect([{ op: 'Show' }, { op: 'Delete' }, { op: 'Delete', type: 'HTTP' as const }].map(typeOf)).toEqual(['MODEL', 'AJAX', 'HTTP']);
  expect(needsOf({ op: 'Anything' })).toBe('single');
});

it('WIRE-13 names each record that failed and says why', () => {
  const rows = [
    { id: 1, key_name: 'A' },
    { id: 2, key_name: 'B' },
  ] as WireRow[];
  const answer = {
    rows: [
      { id: 1, code: 200 },
      { id: 2, code: 311, remark: 'held by Chen' },
      { id: 9, code: 312, remark: '' },
    ],
  };
  expect(failedRows(answer, rows, (row) => String(row.key_name))).toEqual(['B　held by Chen', '没有操作权限']);
});

it('WIRE-13 stands for 2500 ms, and longer by what there is to read', () => {
  expect([[], ['一'], ['一', '二', '三']].map(lastsFor)).toEqual([2500, 4000, 7000]);
});

it('FRAME-06 the tab of a new record says of which table it is, unless its action does', () => {
  const action = (key_name: string, key_name_en: string, op = 'Add') => ({ uid: 'a', op, key_name, key_name_en });
  const letters = { key_name: '往来函件', key_name_en: 'Letters' };
  expect(addingLabel(action('新建', 'Add'), letters)).toEqual({ key_name: '新建往来函件', key_name_en: 'Add: Letters' });
  expect(addingLabel(action('新建', 'Add'), { key_name: '来文', key_name_en: '' })).toEqual({
    key_name: '新建来文',
    key_name_en: 'Add: 来文',
  });
  const own = { key_name: '登记函件', key_name_en: 'Note a letter' };
  expect(addingLabel(action(own.key_name, own.key_name_en), letters)).toEqual(own);
  expect(addingLabel(action('新建', 'Add'), undefined)).toEqual({ key_name: '新建', key_name_en: 'Add' });
  expect(addingLabel(action('批量修改', 'Edit several', 'Batch'), letters).key_name).toBe('批量修改');
});

it('LIST-08 a button says before what it waits for, or what it would change', () => {
  expect(saidBefore({ op: 'Delete' }, 0)).toEqual({ said: 'actions.selectOne', waits: true });
  expect(saidBefore({ op: 'Call', param: 'single' }, 2)).toEqual({ said: 'actions.onlyOne', waits: true });
  expect(saidBefore({ op: 'Delete' }, 2)).toBeNull();
  expect(saidBefore({ op: 'Add' }, 0)).toBeNull();
  expect(saidBefore({ op: 'Batch' }, 0)).toEqual({ said: 'actions.batchAll', waits: false });
  expect(saidBefore({ op: 'Batch' }, 3)).toEqual({ said: 'actions.batchSome', waits: false });
});
