import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { agreed } from './agreed.ts';

const room = vi.hoisted(() => ({ mayGoOn: vi.fn<(word: string, said: Envelope) => Promise<boolean>>() }));
vi.mock('#web/actions/asking.ts', () => room);
beforeEach(() => void room.mayGoOn.mockReset());

const answer = (code: Envelope['code'], data = {}): Envelope => ({ code, remark: '', duration: 0, data });

describe('META-01 WIRE-11 a decision whose action asks', () => {
  it('is sent again with the answer to just what was asked, as often as it asks', async () => {
    room.mayGoOn.mockResolvedValue(true);
    const sent: object[] = [];
    const said = await agreed('同意', async (yes) => {
      sent.push(yes);
      return sent.length < 3 ? answer(100, { answer: `a${sent.length}` }) : answer(102);
    });
    expect(said?.code).toBe(102);
    expect(sent).toEqual([{}, { _answer: 'a1' }, { _answer: 'a2' }]);
    expect(room.mayGoOn.mock.calls.map(([word, { data }]) => [word, data?.answer])).toEqual([
      ['同意', 'a1'],
      ['同意', 'a2'],
    ]);
  });

  it('is not decided where that is not agreed to, and not asked where nothing is', async () => {
    room.mayGoOn.mockResolvedValue(false);
    const send = vi.fn(async () => answer(100));
    expect(await agreed('同意', send)).toBeNull();
    expect(send).toHaveBeenCalledTimes(1);
    expect((await agreed('同意', async () => answer(200)))?.code).toBe(200);
    expect(room.mayGoOn).toHaveBeenCalledTimes(1);
  });
});
