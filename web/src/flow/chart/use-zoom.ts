import { type RefObject, useState } from 'react';
import { useWidth } from '#web/ui/use-width.ts';

/** Over so many steps the drawing is not made smaller to fit: it begins at the present one, and the rest scrolls. */
const MOST = 9;
const STEP = 1.25;
const bounded = (scale: number): number => Math.min(2, Math.max(0.4, scale));

export interface Zoom {
  scale: number;
  larger(): void;
  smaller(): void;
  actual(): void;
  /** as large as there is room for */
  fit(): void;
}

/** How large a drawing is shown: as it fits, until somebody looks nearer or from farther away. */
export function useZoom(room: RefObject<HTMLElement | null>, { width, steps }: { width: number; steps: number }): Zoom {
  const there = useWidth(room);
  const [asked, setAsked] = useState<number | 'fit' | null>(null);
  const fits = there === 0 ? 1 : Math.min(1, bounded(there / width));
  const scale = asked === 'fit' ? fits : (asked ?? (steps > MOST ? 1 : fits));
  return {
    scale,
    larger: () => setAsked(bounded(scale * STEP)),
    smaller: () => setAsked(bounded(scale / STEP)),
    actual: () => setAsked(1),
    fit: () => setAsked('fit'),
  };
}
