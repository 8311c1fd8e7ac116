import { afterEach, expect, it, vi } from 'vitest';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nav } from '#web/nav/store.ts';
import { type LoadedWidget, openRow } from './use-board.ts';

afterEach(() => vi.restoreAllMocks());

const NOWHERE = { of: undefined, month: undefined };
const part = (cloud: string): LoadedWidget => ({ uid: 'b', kind: 'list', cloud, at: [1, 1, 1, 1] }) as unknown as LoadedWidget;
const row = (...ops: string[]): WireRow => ({ id: 7, key_name: '停机', _actions: ops.map((op) => ({ op })) }) as unknown as WireRow;

it('DESK-02 a line of the bulletin leads to its message, one of a list to its record, or to the list', () => {
  const [visit, open] = (['visit', 'open'] as const).map((name) => vi.spyOn(nav, name).mockImplementation(() => undefined as never));
  openRow(part('message[web]'), row('Show'), NOWHERE);
  expect(visit).toHaveBeenLastCalledWith({ url: '/message' }, { tab: 'system', message: '7' });
  openRow(part('project'), row(), NOWHERE);
  expect(visit).toHaveBeenLastCalledWith({ cloud: 'project', op: 'List' }, {});
  openRow(part('project'), row('Show'), NOWHERE);
  expect(open).toHaveBeenCalledExactlyOnceWith({ cloud: 'project', op: 'Show', id: 7 }, expect.anything());
});
