import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ops } from '../ops.ts';
import { dropSession, keepSession } from '../session.ts';
import { askEarly, takeEarly } from './early.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../call.ts', () => ({ call: (...asked: unknown[]) => call(...asked) }));

const EI = { cloud: 'EI' };
const session = (token: string) => ({ token, user: { id: 7, key_name: '周敏' } });

describe('CAPEX-02 what is asked before its page is there', () => {
  beforeEach(() => {
    call.mockReset();
    call.mockResolvedValue({ code: 200 });
    keepSession(session('first'));
  });

  it('is not taken by another session, nor by nobody', () => {
    askEarly(ops.loadReport, EI);
    keepSession(session('second'));
    expect(takeEarly(ops.loadReport, EI)).toBeNull();
    askEarly(ops.loadReport, EI);
    dropSession();
    expect(takeEarly(ops.loadReport, EI)).toBeNull();
  });
  it('is not taken for another request, nor by another call', () => {
    askEarly(ops.loadReport, EI);
    expect([takeEarly(ops.loadReport, { cloud: 'desk' }), takeEarly(ops.reportIndex, { ...EI, page: 1, rows: 10 })]).toEqual([null, null]);
    expect(takeEarly(ops.loadReport, EI)).not.toBeNull();
  });
  it('is not taken ten seconds later: the page asks itself', () => {
    vi.useFakeTimers();
    askEarly(ops.loadReport, EI);
    vi.advanceTimersByTime(10_000);
    expect(takeEarly(ops.loadReport, EI)).toBeNull();
    vi.useRealTimers();
  });
  it('a refusal is its page’s: it is said there, once', async () => {
    call.mockRejectedValue(new Error('312'));
    askEarly(ops.loadReport, EI).catch(() => undefined);
    await expect(takeEarly(ops.loadReport, EI)).rejects.toThrow('312');
    expect(takeEarly(ops.loadReport, EI)).toBeNull();
  });
  it('is taken once, by one call in all', async () => {
    askEarly(ops.loadReport, EI);
    expect(await takeEarly(ops.loadReport, EI)).toEqual({ code: 200 });
    expect(takeEarly(ops.loadReport, EI)).toBeNull();
    expect(call).toHaveBeenCalledTimes(1);
  });
});
