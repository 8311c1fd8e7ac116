import { lazy, Suspense } from 'react';
import type { SinceLineProps } from './SinceLine.tsx';

const SinceLine = lazy(() => import('./SinceLine.tsx').then((room) => ({ default: room.SinceLine })));

/** What has changed since the reader decided or looked; nothing of it is loaded where the process says that there is nothing to compare with. */
export function Since({ isThere, ...props }: SinceLineProps & { isThere: boolean }) {
  if (!isThere) return null;
  return (
    <Suspense>
      <SinceLine {...props} />
    </Suspense>
  );
}
