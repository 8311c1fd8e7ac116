import { expect, it } from 'vitest';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { failedRows } from './result.ts';
import { needsOf, selectionFault, typeOf } from './selection.ts';

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
