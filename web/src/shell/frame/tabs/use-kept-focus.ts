import { useEffect } from 'react';
import { useNav } from '#web/nav/store.ts';
import { beginNear, type Place, placeOf } from './near.ts';
import { sheetId } from './tab-ids.ts';

/** What the keyboard goes to when what it was on is gone and nothing is near: the dialog on top, else the page on screen. */
const standing = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(-1) ??
  document.getElementById(sheetId(useNav.getState().active));

/** What lies over the page and takes the keyboard with it: a dialog, a menu. */
const overOf = (of: Element): Element | null => of.closest('[role=dialog], [role=menu]');

/** Where the keyboard was before a dialog or a menu took it; of one that stood over another, and went with it, before that. */
function openerOf(gone: Element, openers: WeakMap<Element, Element>): HTMLElement | undefined {
  let at: Element | undefined = gone;
  while (at && !isThere(at)) {
    const over = overOf(at);
    at = over ? openers.get(over) : undefined;
  }
  return at as HTMLElement | undefined;
}

/** A menu that closes stays in the page, where nobody sees it. */
const isThere = (element: Element): boolean => element.isConnected && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);

/** Frames in which something closes. */
const CLOSING = 30;

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The keyboard is never nowhere: a dialog or a menu that closes gives it back, a button that goes with its work done or a row that is deleted hands it on. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let place: Place = [];
    const openers = new WeakMap<Element, Element>();
    const keep = ({ target }: FocusEvent) => {
      const over = overOf(target as Element);
      if (over && last && !over.contains(last)) openers.set(over, last);
      last = target as Element;
      place = placeOf(last);
    };
    const handOn = (from: Element) => {
      last = null;
      openerOf(from, openers)?.focus({ preventScroll: true });
      // what is no longer in sight, as the line of a menu, takes none
      if (isNowhere()) beginNear(place);
      if (isNowhere()) standing()?.focus({ preventScroll: true });
    };
    const look = () => {
      if (last && !last.isConnected && isNowhere()) handOn(last);
    };
    let frame = 0;
    // what is hidden tells nobody: after Escape it is looked for as long as something may be closing, else the next key finds out
    const hidden = (left: number) => {
      if (last && !isThere(last) && isNowhere()) handOn(last);
      else if (left > 0) frame = requestAnimationFrame(() => hidden(left - 1));
    };
    const type = ({ key }: KeyboardEvent) => {
      cancelAnimationFrame(frame);
      hidden(key === 'Escape' ? CLOSING : 0);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', keep);
    document.addEventListener('keydown', type, true);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      document.removeEventListener('focusin', keep);
      document.removeEventListener('keydown', type, true);
    };
  }, []);
}
