import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element as it is, in px; 0 before it stands. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    setWidth(node.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && entry.contentRect.width > 0 && setWidth(entry.contentRect.width));
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
