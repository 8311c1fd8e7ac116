import { createContext, useContext, useEffect, useState } from 'react';
import type { Key } from '#protocol/rules/report/drill.ts';

/** The place of a map that was pressed, kept by the page around it: its address says it, so that one comes back to it. */
export interface PlacePicked {
  key: number | null;
  pick: (key: number | null) => void;
}
export const PlaceOf = createContext<PlacePicked | null>(null);

/** The place that was pressed; pressed again, or its map left, it is none. Where no page keeps it, the map does. */
export function usePlace(): { chosen: { key: Key } | null; choose: (key: Key) => void } {
  const kept = useContext(PlaceOf);
  const [own, setOwn] = useState<{ key: Key } | null>(null);
  // what has no place has no address either
  const chosen = own ?? (kept?.key ? { key: kept.key } : null);
  const choose = (key: Key) => {
    const isLeft = chosen?.key === key;
    if (kept && typeof key === 'number') {
      setOwn(null);
      kept.pick(isLeft ? null : key);
    } else setOwn(isLeft ? null : { key });
  };
  return { chosen, choose };
}

/** Hears what the map that is drawn is called: of a place it goes by what stands under it. null: none is drawn. */
export const TitleOf = createContext<((title: string | null) => void) | null>(null);

/** Says to the page around it what the map is called. */
export function useTitle(title: string): void {
  const tell = useContext(TitleOf);
  useEffect(() => {
    tell?.(title);
    return () => tell?.(null);
  }, [tell, title]);
}
