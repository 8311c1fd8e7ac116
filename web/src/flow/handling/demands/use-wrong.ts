import { useEffect, useState } from 'react';
import type { Attempts, Wrong } from '../case.ts';

/** What is wrong with one thing in the bar: until it is another one, or anything else is attempted on the page. */
export function useWrong(attempts: Attempts) {
  const [wrong, setWrong] = useState<Wrong | null>(null);
  useEffect(() => attempts(() => setWrong(null)), [attempts]);
  return [wrong, setWrong] as const;
}
