import type { HTMLAttributes, PointerEvent } from 'react';
import { placeAt, rangeOf } from './place.ts';
import type { Hand } from './use-hand.ts';

interface At {
  row: number;
  column: number;
}

const cellAt = (target: Element | null): At | null => {
  const cell = target?.closest<HTMLElement>('[data-at]');
  const [row, column] = (cell?.dataset.at ?? '').split(' ').map(Number);
  return row === undefined || column === undefined || Number.isNaN(row) ? null : { row, column };
};

/** Where a pointer presses, reaches and drags: a cell is taken, more with Shift or by dragging; the handle of what is chosen fills down; pressed twice a cell is typed in. */
export function pointerOf(
  hand: Hand,
  extent: { rows: number; columns: number },
  toRow: (row: number) => void,
): HTMLAttributes<HTMLElement> {
  const isOwn = ({ target, currentTarget, button }: PointerEvent<HTMLElement>) =>
    button === 0 && currentTarget.contains(target as Node) && !(target as Element).closest('[data-editor], button, input, label, a');
  return {
    onPointerDown: (event) => {
      if (!isOwn(event)) return;
      const target = event.target as HTMLElement;
      if (target.dataset.handle !== undefined) return fillBy(event, hand, extent, toRow);
      const at = cellAt(target);
      if (at) hand.go(placeAt(at.row, at.column, extent, event.shiftKey ? hand.place : undefined));
    },
    onPointerMove: (event) => {
      if (event.buttons !== 1 || event.pointerType === 'touch' || hand.editing || hand.filling !== null || !isOwn({ ...event, button: 0 }))
        return;
      const at = cellAt(event.target as Element);
      if (at && (at.row !== hand.place.row || at.column !== hand.place.column)) hand.go(placeAt(at.row, at.column, extent, hand.place));
    },
    onDoubleClick: ({ target }) => cellAt(target as Element) && !(target as Element).closest('[data-editor]') && hand.edit(false),
  };
}

/** Follows the handle until it is let go: down to the row below the pointer everything is filled. */
function fillBy(event: PointerEvent<HTMLElement>, hand: Hand, { rows }: { rows: number }, toRow: (row: number) => void): void {
  const handle = event.currentTarget;
  const { bottom } = rangeOf(hand.place);
  let down = bottom;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = ({ clientX, clientY }) => {
    const at = cellAt(document.elementFromPoint(clientX, clientY));
    if (!at) return;
    down = Math.max(bottom, Math.min(at.row, rows - 1));
    hand.setFilling(down > bottom ? down : null);
    toRow(Math.min(down + 1, rows - 1));
  };
  handle.onpointerup = handle.onpointercancel = ({ type }) => {
    handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
    hand.setFilling(null);
    if (type === 'pointerup' && down > bottom) hand.fill(down);
  };
}
