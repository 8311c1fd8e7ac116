import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { nextOpen, placeAt, walked } from './place.ts';
import type { Hand } from './use-hand.ts';

export interface KeysOn {
  hand: Hand;
  extent: { rows: number; columns: number };
  /** of the columns */
  names: ReadonlySet<string>;
  /** what stands in a cell that is typed in is saved too: it is left */
  save(): Promise<void>;
  toSheet(): void;
  /** to the choice between two values that stands at the cell; whether there is one */
  toNote(): boolean;
  /** to what stands below the sheet */
  toBar(): void;
}

const isWith = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;
/** A letter, or what an input method begins a word with. */
const isTyped = (event: KeyboardEvent): boolean =>
  !isWith(event) && !event.altKey && ([...event.key].length === 1 || event.key === 'Process') && event.key !== ' ';

/**
 * Keys on the sheet, as a spreadsheet has them: arrows, Home, End, Page and Tab walk, Shift takes all on the way along, F2, Enter and letters
 * begin, Ctrl+D fills down, Ctrl+Z takes back, Ctrl+S saves, Delete clears, Escape goes to what stands below.
 */
export function pressedOnSheet(event: KeyboardEvent, { hand, extent, save, toNote, toBar }: KeysOn): void {
  const { key, shiftKey: shift } = event;
  const ctrl = isWith(event);
  const letter = ctrl && !shift && !event.altKey ? key.toLowerCase() : '';
  const next = event.altKey ? null : walked({ key, ctrl, shift }, hand.place, extent);
  if (next) hand.go(next);
  else if (key === 'Tab' && !ctrl) {
    const goal = nextOpen(hand.place, shift ? -1 : 1, extent, hand.isOpen);
    // behind the last one it leaves the sheet
    if (!goal) return;
    hand.go(goal);
  } else if (key === 'F2' || (key === 'Enter' && !ctrl)) {
    if (!toNote()) hand.edit(false);
  } else if (letter === 'd') hand.fill();
  else if (letter === 'z') hand.undo();
  else if (letter === 's') void save();
  else if (key === 'Delete' || key === 'Backspace') hand.clear();
  else if (key === 'Escape') toBar();
  else if (isTyped(event)) {
    // the cell has the focus before the letter comes, which then stands in it
    flushSync(() => hand.edit(true));
    return;
  } else return;
  event.preventDefault();
}

const STEPS: Readonly<Record<string, [number, number]>> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Keys in a cell that is typed in: Enter and Tab go on, Escape takes back, Ctrl and an arrow move on as in rows of a form (SUB-04). */
export function pressedInCell(event: KeyboardEvent<HTMLElement>, { hand, extent, save }: KeysOn): void {
  const { key, shiftKey: shift } = event;
  // a word of an input method that is not ended, and a list of choices that is open, have their own keys
  if (event.nativeEvent.isComposing) return;
  const isChoosing = key === 'Enter' && (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
  if (isChoosing) return;
  const { row, column } = hand.place;
  const step = isWith(event) ? STEPS[key] : undefined;
  if (key === 'Escape') hand.takeBack();
  else if (key === 'Enter') hand.go(placeAt(row + (shift ? -1 : 1), column, extent));
  else if (key === 'Tab') hand.go(nextOpen(hand.place, shift ? -1 : 1, extent, hand.isOpen) ?? hand.place);
  else if (step) hand.go(placeAt(row + step[0], column + step[1], extent));
  else if (isWith(event) && key.toLowerCase() === 's') void save();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
