import { useEffect, useState } from 'react';

/** ms after the last key until what is typed is looked for */
const PAUSE = 300;

/** What is typed, how it changes, and the words that are looked for. */
export function useKeyword(): [typed: string, type: (typed: string) => void, keyword: string] {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), typed.trim() === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped, keyword];
}
