import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { say } from '#web/i18n/use-text.ts';
import type { FormState } from '../state/form-state.ts';
import { wordsOf } from '../state/told.ts';
import type { FormStore } from '../state/writing.ts';

/** Why the last attempt came to nothing, in the form as it stands now; null once that is mended. */
export type Why = (state: FormState) => string | null;

export interface Complaint {
  words: string;
  /** one line each, beside the words */
  lines: readonly string[];
}

export interface Complaining {
  /** what is said now */
  said: Complaint | null;
  complain(why: Why, lines?: readonly string[]): void;
  /** a new attempt begins, or what was said is read */
  settle(): void;
  /** says of something else that was attempted here why it came to nothing; null takes it away */
  tell(words: string | null): void;
  /** hears that what was said is over: what is told in the bar of an earlier attempt goes with it; answers how to stop */
  watch(listener: () => void): () => void;
}

/** What is said at a page's bar of an attempt that failed: until its faults are mended, the next attempt, or another page. */
export function useComplaint(store: FormStore, isOnScreen: boolean, op: string): Complaining {
  const [told, setTold] = useState<{ why: Why; lines: readonly string[] } | null>(null);
  const words = useStore(store, (state) => told?.why(state) ?? null);
  const { current: listeners } = useRef(new Set<() => void>());
  const settle = useCallback(() => {
    setTold(null);
    for (const listener of listeners) listener();
  }, [listeners]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or another thing that is done here
  useEffect(() => settle, [isOnScreen, op, settle]);
  return {
    said: told && words !== null ? { words, lines: told.lines } : null,
    complain: useCallback((why, lines = []) => setTold({ why, lines }), []),
    settle,
    tell: useCallback((words) => (words === null ? settle() : setTold({ why: () => words, lines: [] })), [settle]),
    watch: useCallback(
      (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      [listeners],
    ),
  };
}

/** What is told at these places, first to last: the first that is still told in words, the others counted. */
export const stillWrong =
  (places: readonly string[]): Why =>
  ({ errors }) => {
    const [first, ...others] = [...new Set(places)].filter((place) => errors[place]);
    if (first === undefined) return null;
    const words = wordsOf(errors[first]!);
    return others.length > 0 ? say('form.andMore', { words, n: others.length }) : words;
  };
