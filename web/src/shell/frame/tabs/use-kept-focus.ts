import { useEffect } from 'react';
import { useNav } from '#web/nav/store.ts';
import { sheetId } from './tab-ids.ts';

/** What the keyboard goes to when what it was on is gone: the dialog on top, else the page on screen. */
const standing = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(-1) ??
  document.getElementById(sheetId(useNav.getState().active));

/** The keyboard is never nowhere: a button that goes with its work done, a row that is deleted or a dialog that closes hands it on. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const keep = ({ target }: FocusEvent) => {
      last = target as Element;
    };
    const look = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      standing()?.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', keep);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', keep);
    };
  }, []);
}
