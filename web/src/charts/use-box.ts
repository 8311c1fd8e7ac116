import { type RefObject, useLayoutEffect, useState } from 'react';

/** How large an element is, in px, its scroll bars with it; 0 before it stands. */
export function useBox(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [box, setBox] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => {
      const { offsetWidth: width, offsetHeight: height } = node;
      if (width > 0 && height > 0) setBox((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return box;
}
