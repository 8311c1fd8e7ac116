import { type RefObject, useEffect } from 'react';

/** Frames in which what opens without movement is still hidden until its place is known. */
const FRAMES = 30;

/** The keyboard begins in this box once it can be seen: a hidden one takes no focus. */
export function useBeginIn(box: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let frame = 0;
    let left = FRAMES;
    const take = () => {
      const input = box.current?.querySelector('input');
      input?.focus();
      left -= 1;
      if (left > 0 && document.activeElement !== input) frame = requestAnimationFrame(take);
    };
    take();
    return () => cancelAnimationFrame(frame);
  }, [box, isWanted]);
}
