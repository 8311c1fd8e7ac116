import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { pageAfterAdd } from './after-add.ts';

const call = vi.fn();
vi.mock('#web/api/call.ts', () => ({ call: (...asked: unknown[]) => call(...asked) }));
beforeEach(() => {
  call.mockReset();
});

const tableWith = (...all: string[]) => ({ states: [{ value: '1', actions: all.map((op) => ({ uid: op, op })) }] }) as unknown as TableDef;
const PEOPLE = tableWith('Show', 'Modify', 'Account');
const refused = () => new ApiError(312, 'no');
/** What the server answers: the account, and what may be done with the record. */
const answers = (account: () => unknown, granted?: readonly string[]) =>
  call.mockImplementation(async (op: unknown) => {
    const answer =
      op === ops.account ? account() : granted ? { code: 200, data: { _actions: granted.map((one) => ({ op: one })) } } : refused();
    if (answer instanceof Error) throw answer;
    return answer;
  });
const next = () => pageAfterAdd(PEOPLE, 'user', 7);

describe('ADMIN-12 who has added a person comes to where he may be', () => {
  it('to his account, where he may act on it', async () => {
    answers(() => ({ code: 200 }));
    expect(await next()).toBe('Account');
    expect(call).toHaveBeenCalledExactlyOnceWith(ops.account, { id: 7 });
  });
  it.each<[readonly string[] | undefined, string | null]>([
    [['Show', 'Modify'], 'Modify'],
    [['Show'], 'Show'],
    [[], 'Show'],
    [undefined, null],
  ])('else, of %j on the record, to %s', async (granted, page) => {
    answers(refused, granted);
    expect(await next()).toBe(page);
  });
  it('an account that does not answer is his all the same: its page says why and asks again', async () => {
    answers(() => new ApiError(0, 'away', { network: true }));
    expect(await next()).toBe('Account');
  });
  it('of other records nothing is asked', async () => {
    expect(await pageAfterAdd(tableWith('Show', 'Modify'), 'plan', 7)).toBe('Modify');
    expect(call).not.toHaveBeenCalled();
  });
});
