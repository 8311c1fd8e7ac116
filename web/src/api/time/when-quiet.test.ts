import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenQuiet } from './when-quiet.ts';

describe('what is heavy and not seen', () => {
  let page = new EventTarget();
  beforeEach(() => {
    vi.useFakeTimers();
    page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('comes three seconds after its page, once', async () => {
    const run = vi.fn();
    whenQuiet(run);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each(['wheel', 'scroll', 'keydown', 'pointerdown', 'touchmove'])('falls into no movement (%s)', async (act) => {
    const run = vi.fn();
    whenQuiet(run);
    for (let ms = 0; ms < 6_000; ms += 300) {
      page.dispatchEvent(new Event(act));
      await vi.advanceTimersByTimeAsync(300);
      expect(run).not.toHaveBeenCalled();
    }
    await vi.advanceTimersByTimeAsync(2_500);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('comes on a page that never rests too', async () => {
    const run = vi.fn();
    whenQuiet(run);
    for (let ms = 0; ms < 12_000; ms += 300) {
      page.dispatchEvent(new Event('wheel'));
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is called off', async () => {
    const run = vi.fn();
    whenQuiet(run)();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(run).not.toHaveBeenCalled();
  });
});
