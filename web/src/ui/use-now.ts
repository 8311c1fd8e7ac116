import { useEffect, useState } from 'react';

const STEP = 30_000;

/** The time, and what uses it drawn again as it passes: ages on a page that stands open go on. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP);
    return () => clearInterval(timer);
  }, []);
  return now;
}
