import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { roomOf } from './stand.ts';
import type { Below } from './use-below.ts';

interface Measured {
  box: RefObject<HTMLElement | null>;
  rowHeight: number;
  measure: () => void;
}

/** Lays the rows out anew when one is opened, closed or grows. What grows above what is in sight moves nothing that one reads. */
export function useHeights(below: Below, { box, rowHeight, measure }: Measured) {
  const stand = useStore(below.store);
  const above = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when rows have another height
  useLayoutEffect(() => {
    measure();
    if (above.current !== 0 && box.current) box.current.scrollTop += above.current;
    above.current = 0;
  }, [stand, rowHeight]);
  return (id: number, height: number, top: number) => {
    const known = roomOf(below.store.getState(), id);
    if (known > 0 && height !== known && box.current && top + known <= box.current.scrollTop) above.current += height - known;
    below.setHeight(id, height);
  };
}
