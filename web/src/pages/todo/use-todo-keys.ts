import { type RefObject, useEffect, useRef } from 'react';

interface TodoKeys {
  /** through the list */
  move(step: number): void;
  open(): void;
  /** Shift+Enter: decides the chosen; absent where nothing is chosen */
  decide?: (() => void) | undefined;
  /** A: chooses all of the page, or none; absent where nothing can be chosen */
  all?: (() => void) | undefined;
  /** Escape: chooses none; absent where nothing is chosen */
  leave?: (() => void) | undefined;
}

/** Where arrows, letters and Enter have a meaning of their own. */
const BUSY = '[role=dialog], [role=menu], [role=listbox], textarea, select';
const TYPED = 'input:not([type=checkbox]):not([type=radio])';

/** The arrows reach the list from wherever one stands on the page, or nowhere yet; Enter opens what is chosen where it presses nothing else. */
export function useTodoKeys(active: boolean, box: RefObject<HTMLElement | null>, keys: TodoKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target as HTMLElement;
      const isNowhere = at === document.body || at.matches('[role=tabpanel]');
      const isHere = isNowhere || at.closest('[role=tablist]') !== null || box.current?.contains(at) === true;
      if (!isHere || at.closest(BUSY)) return;
      const run = meantBy(event, latest.current, isNowhere, at.matches(TYPED));
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active, box]);
}

function meantBy(event: KeyboardEvent, keys: TodoKeys, isNowhere: boolean, isTyped: boolean): (() => void) | undefined {
  if (event.key === 'Enter' && event.shiftKey) return isTyped ? undefined : keys.decide;
  if (event.shiftKey) return undefined;
  if (event.key === 'ArrowDown') return () => keys.move(1);
  if (event.key === 'ArrowUp') return () => keys.move(-1);
  if (event.key === 'Enter') return isNowhere ? keys.open : undefined;
  if (isTyped) return undefined;
  if (event.key === 'Escape') return keys.leave;
  return event.key === 'a' || event.key === 'A' ? keys.all : undefined;
}
