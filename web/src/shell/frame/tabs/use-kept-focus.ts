import { useEffect } from 'react';
import { useNav } from '#web/nav/store.ts';
import { sheetId } from './tab-ids.ts';

/** What the keyboard goes to when what it was on is gone: the dialog on top, else the page on screen. */
const standing = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(-1) ??
  document.getElementById(sheetId(useNav.getState().active));

const dialogOf = (of: Element): Element | null => of.closest('[role=dialog]');

/** Where the keyboard was before a dialog took it; of one that stood over another, and went with it, before that. */
function openerOf(gone: Element, openers: WeakMap<Element, Element>): Element | undefined {
  let at: Element | undefined = gone;
  while (at && !at.isConnected) {
    const dialog = dialogOf(at);
    at = dialog ? openers.get(dialog) : undefined;
  }
  return at;
}

/** The keyboard is never nowhere: a dialog that closes gives it back, a button that goes with its work done or a row that is deleted hands it on. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const openers = new WeakMap<Element, Element>();
    const keep = ({ target }: FocusEvent) => {
      const dialog = dialogOf(target as Element);
      if (dialog && last && !dialog.contains(last)) openers.set(dialog, last);
      last = target as Element;
    };
    const look = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const opener = openerOf(last, openers);
      last = null;
      (opener as HTMLElement | undefined)?.focus({ preventScroll: true });
      // what is no longer in sight, as the line of a menu, takes none
      if (document.activeElement === document.body) standing()?.focus({ preventScroll: true });
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
