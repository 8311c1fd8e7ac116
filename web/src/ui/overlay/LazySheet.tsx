import { lazy, Suspense, useRef } from 'react';
import type { SheetProps } from './Sheet.tsx';

const Sheet = lazy(() => import('./Sheet.tsx').then((room) => ({ default: room.Sheet })));

/** Comes when it is first opened: no desk needs it, and no phone before its first press. */
export function LazySheet(props: SheetProps) {
  const asked = useRef(false);
  asked.current ||= props.open;
  if (!asked.current) return null;
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  );
}
