import { type RefObject, useEffect } from 'react';

/** ms after the last step of a scroller. */
const REST = 120;

/** Marks the box while it is scrolled: rows that pass below the pointer show nothing then, which would be drawn in each frame. */
export function useTurning(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    let rest: number | undefined;
    const stand = () => delete node.dataset.turning;
    const turn = () => {
      if (node.dataset.turning === undefined) node.dataset.turning = '';
      clearTimeout(rest);
      rest = window.setTimeout(stand, REST);
    };
    node.addEventListener('scroll', turn, { passive: true });
    return () => {
      clearTimeout(rest);
      stand();
      node.removeEventListener('scroll', turn);
    };
  }, [box]);
}
