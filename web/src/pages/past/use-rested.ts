import { useEffect, useState } from 'react';

/** ms after which a page that never rests counts as one that does. */
const PATIENCE = 2_000;

/** Once it was, what comes later stands there at once. */
let wasRested = false;

/** Whether what matters more on the page has been drawn; `isNow`: there is nothing to wait for. */
export function useRested(isNow = false): boolean {
  const [isRested, setRested] = useState(isNow || wasRested);
  useEffect(() => {
    if (isRested) return;
    const rest = () => {
      wasRested = true;
      setRested(true);
    };
    if (typeof requestIdleCallback === 'function') {
      const idle = requestIdleCallback(rest, { timeout: PATIENCE });
      return () => cancelIdleCallback(idle);
    }
    const timer = setTimeout(rest);
    return () => clearTimeout(timer);
  }, [isRested]);
  return isRested;
}
