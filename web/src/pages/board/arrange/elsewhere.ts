import { useEffect, useRef } from 'react';

const KEY = 'fw.boards';

/** A board was arranged: other windows of this browser take it too. */
export function tellArranged(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // they have it when one comes back to them
  }
}

/** `ask` is called when another window of this browser has arranged a board. */
export function useArrangedElsewhere(ask: () => unknown): void {
  const now = useRef(ask);
  now.current = ask;
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => key === KEY && now.current();
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, []);
}
