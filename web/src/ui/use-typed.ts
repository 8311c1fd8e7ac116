import { useEffect, useRef, useState } from 'react';

/** ms after the last key until what is typed is looked for; nothing typed is at once */
const PAUSE = 300;

/** What is typed beside the keyword that is looked for, which follows it by `send`; a keyword from elsewhere takes its place. */
export function useTyped(keyword: string, send: (typed: string) => void): [typed: string, type: (typed: string) => void] {
  const words = keyword.trim();
  const [typed, setTyped] = useState(keyword);
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => setTyped((now) => (now.trim() === words ? now : words)), [words]);
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => latest.current(typed), typed.trim() === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [typed, words]);
  return [typed, setTyped];
}
