import { useEffect, useRef } from 'react';

/** Ctrl (or Cmd) with a key, while the page is on screen; the browser's own meaning of it is not wanted there. */
export function usePageKeys(isOnScreen: boolean, keys: Readonly<Record<string, () => unknown>>): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    if (!isOnScreen) return;
    const press = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role=dialog]');
      const run = event.ctrlKey || event.metaKey ? now.current[event.key] : undefined;
      if (!run || event.defaultPrevented || isInDialog) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOnScreen]);
}
