import { lazy, Suspense } from 'react';

const AttachmentList = lazy(() => import('./AttachmentList.tsx').then((room) => ({ default: room.AttachmentList })));

/** Below a record's form: the files that stand in it (FILE-03), loaded with the first record that lists them. */
export function Attached(of: { cloud: string; id: number }) {
  return (
    <Suspense>
      <AttachmentList {...of} />
    </Suspense>
  );
}
