import { useState } from 'react';
import { useTyped } from '#web/ui/use-typed.ts';

/** What is typed, how it changes, and the words that are looked for. */
export function useKeyword(): [typed: string, type: (typed: string) => void, keyword: string] {
  const [keyword, setKeyword] = useState('');
  const [typed, setTyped] = useTyped(keyword, (words) => setKeyword(words.trim()));
  return [typed, setTyped, keyword];
}
