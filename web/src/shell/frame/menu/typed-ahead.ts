/** What was typed into a box whose room was still on its way. */
export interface Typed {
  words: string;
  /** Enter came last, and was meant for what stands there */
  isEntered: boolean;
}

/** Keys of a box whose room is still on its way. */
export interface TypedAhead {
  /** what was typed meanwhile; from now on the box has its keys itself */
  take(): Typed;
}

/** Where the room does not come, keys are the page's again. */
const PATIENCE = 10_000;

/** Holds what is typed until the box that it is meant for stands; Escape gives it up. */
export function typeAhead(target: EventTarget = window): TypedAhead {
  let typed = '';
  let isEntered = false;
  const end = (): void => {
    clearTimeout(timer);
    target.removeEventListener('keydown', hold, { capture: true });
  };
  const hold = (event: Event): void => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    if (ctrlKey || metaKey || altKey || isComposing) return;
    if (key === 'Escape') {
      typed = '';
      isEntered = false;
      end();
      return;
    }
    isEntered = key === 'Enter';
    if (key === 'Backspace') typed = [...typed].slice(0, -1).join('');
    else if ([...key].length === 1) typed += key;
    // it is meant for what will be found, and presses nothing of the page
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  const timer = setTimeout(end, PATIENCE);
  target.addEventListener('keydown', hold, { capture: true });
  return {
    take: () => {
      end();
      const all = { words: typed, isEntered };
      typed = '';
      isEntered = false;
      return all;
    },
  };
}
