import { beforeEach, expect, it, vi } from 'vitest';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { View } from '#protocol/wire/view.ts';

const call = vi.fn();
const defineAnew = vi.fn();
vi.mock('#web/api/call.ts', () => ({ call: (...asked: unknown[]) => call(...asked) }));
vi.mock('#web/api/use-op.ts', () => ({ defineAnew: () => defineAnew() }));
vi.mock('../layout/told-elsewhere.ts', () => ({ tellElsewhere: () => undefined }));
const { addView, setView } = await import('./keep-view.ts');

const before: View = { id: 1, version: 3, key_name: '一', range: 0, content: {}, owns: 1, is_default: 1 };
const other: View = { ...before, id: 2, version: 5, key_name: '二' };
const table = { uid: 't', views: { rows: [before, other] } } as unknown as LoadedTable;
const set = { key_name: '三', range: 0 as const, locked: false, is_default: true };

beforeEach(() => {
  call.mockReset().mockResolvedValue({ data: { id: 9 } });
  defineAnew.mockReset();
});

it('LIST-10 a new default is one call: the server takes the one of before back with it', async () => {
  expect(await addView(table, set, {})).toBe(9);
  await setView(other, set);
  expect(call.mock.calls.map(([, form]) => form)).toMatchObject([
    { cloud: 'define', source: 't', is_default: 1 },
    { cloud: 'define', id: 2, version: 5, is_default: 1 },
  ]);
  expect(call).toHaveBeenCalledTimes(2);
});

it('R4 LIST-10 refused, the definition is read again, so that the next try has the newest version', async () => {
  call.mockRejectedValue(new Error('311'));
  await expect(setView(other, set)).rejects.toThrow('311');
  await expect(addView(table, set, {})).rejects.toThrow('311');
  expect(defineAnew).toHaveBeenCalledTimes(2);
});
