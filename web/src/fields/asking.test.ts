import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAsking } from './asking.ts';
import type { Found } from './lookup.ts';

const SUN: Found = { rows: [{ id: 1, key_name: '孙浩' }], isWhole: true };

describe('FIELD-05 what a lookup asks', () => {
  let words: string[];
  let answers: ((found: Found | Error) => void)[];
  let confirmed: string[];
  let asking: ReturnType<typeof createAsking>;
  beforeEach(() => {
    vi.useFakeTimers();
    words = [];
    answers = [];
    confirmed = [];
    asking = createAsking({
      search: (keyword) => {
        words.push(keyword);
        return new Promise((resolve, reject) => answers.push((said) => (said instanceof Error ? reject(said) : resolve(said))));
      },
      onAnswer: () => undefined,
      onConfirmed: (keyword) => confirmed.push(keyword),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('Enter does not wait for the pause after the last key, and asks no second time for what is under way', async () => {
    asking.ask('孙浩');
    for (let held = 0; held < 20; held++) {
      asking.confirm(' 孙浩');
      await pass(33);
    }
    expect(words).toEqual(['孙浩']);
    answers[0]!(SUN);
    await pass(0);
    expect(confirmed).toEqual(['孙浩']);
  });
  it('Enter upon another text than the one under way asks for that, and the older answer is nothing', async () => {
    asking.ask('孙', 0);
    await pass(0);
    asking.confirm('孙浩');
    await pass(0);
    answers[0]!(SUN);
    await pass(0);
    expect([words, confirmed]).toEqual([['孙', '孙浩'], []]);
    answers[1]!(SUN);
    await pass(0);
    expect(confirmed).toEqual(['孙浩']);
  });
  it('Enter after a failure asks again; a text that changed meanwhile is not confirmed', async () => {
    asking.confirm('孙浩');
    await pass(0);
    answers[0]!(new Error('offline'));
    await pass(0);
    asking.confirm('孙浩');
    await pass(0);
    asking.forget();
    answers[1]!(SUN);
    await pass(0);
    expect([words, confirmed]).toEqual([['孙浩', '孙浩'], []]);
  });
});
