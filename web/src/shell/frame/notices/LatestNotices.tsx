import { type ComponentProps, lazy, Suspense } from 'react';
import { SkeletonLines } from '#web/ui/states.tsx';

const MyNotices = lazy(() => import('./MyNotices.tsx').then((room) => ({ default: room.MyNotices })));

/** The newest that I was told, when the bell or the menu that shows it is first opened: nobody waits for it on the way to a list. */
export const LatestNotices = (props: ComponentProps<typeof MyNotices>) => (
  <Suspense fallback={<SkeletonLines lines={3} />}>
    <MyNotices {...props} />
  </Suspense>
);
