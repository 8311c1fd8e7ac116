import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Rows that are drawn in one frame: as many as this browser draws in time, at least one; so many before it is known. */
const [LEAST, FIRST, MOST] = [1, 6, 24];
/** ms of a task: a page that is turned jerks where one takes 50; what takes a third of that leaves room for more. */
const [LONG, SHORT] = [30, 12];

/**
 * How many rows this browser draws in one frame without a jerk: learnt whenever `drawn` is another, from how long it took to draw them, by
 * scripts or in the frame that laid them out and painted them, whichever took longer.
 */
export function usePace(drawn: unknown): RefObject<number> {
  const few = useRef(FIRST);
  const begun = useRef(0);
  begun.current = performance.now();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is measured is the drawing of this
  useLayoutEffect(() => {
    const scripts = performance.now() - begun.current;
    const { port1, port2 } = new MessageChannel();
    const frame = requestAnimationFrame(() => {
      const start = performance.now();
      port1.onmessage = () => {
        port1.close();
        few.current = nextFew(few.current, Math.max(scripts, performance.now() - start));
      };
      // comes once the frame that is just beginning has been painted
      port2.postMessage(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [drawn]);
  return few;
}

/** How many rows come at once after a task of so many ms: half as many where it was long, twice as many where it was short. */
export function nextFew(few: number, ms: number): number {
  if (ms > LONG) return Math.max(LEAST, Math.floor(few / 2));
  return ms < SHORT ? Math.min(MOST, few * 2) : few;
}
