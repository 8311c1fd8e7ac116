import type { KeyboardEvent } from 'react';
import type { Below } from './use-below.ts';

/** Right opens the row where the keyboard stands, and goes into what stands below it; left closes it. Whether the key did something. */
export function pressedOn(event: KeyboardEvent, id: number, element: string, below: Pick<Below, 'isOpen' | 'turn'>): boolean {
  const isOpen = below.isOpen(id);
  if (event.key === 'ArrowRight' && isOpen) document.getElementById(`${element}-below`)?.focus({ preventScroll: true });
  else if ((event.key === 'ArrowRight' && !isOpen) || (event.key === 'ArrowLeft' && isOpen)) below.turn(id);
  else return false;
  event.preventDefault();
  return true;
}
