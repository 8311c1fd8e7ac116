import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ctrl (or Cmd) with a key, while the page is on screen; the browser's own meaning of it is not wanted there. A key belongs to the page of the
 * dialog that it is typed in, with the focus nowhere to that of the topmost one: that is where `sheet` lies.
 */
export function usePageKeys(
  isOnScreen: boolean,
  sheet: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, () => unknown>>,
): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    if (!isOnScreen) return;
    const press = (event: KeyboardEvent) => {
      const run = event.ctrlKey || event.metaKey ? now.current[event.key] : undefined;
      if (!run || event.defaultPrevented || dialogOf(sheet.current) !== (dialogOf(event.target) ?? topmost())) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOnScreen, sheet]);
}

const topmost = (): Element | null => [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? null;
const dialogOf = (of: EventTarget | null): Element | null => (of instanceof Element ? of.closest('dialog, [role=dialog]') : null);
