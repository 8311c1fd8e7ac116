import { lazy, Suspense } from 'react';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { Instead } from '../page/Instead.tsx';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx').then((room) => ({ default: room.PreviewDialog })));

interface PreviewProps {
  files: readonly FileValue[];
  /** key of the one that is looked at */
  open: string | null;
  onOpen: (key: string | null) => void;
}

/** One of some files in full, over the page; nothing while none is looked at. */
export function Preview({ files, open, onOpen }: PreviewProps) {
  const at = files.findIndex((file) => file.key_name === open);
  if (at < 0) return null;
  return (
    <Instead of={null}>
      <Suspense>
        <PreviewDialog files={files} at={at} onTurn={(to) => onOpen(files[to]!.key_name)} onClose={() => onOpen(null)} />
      </Suspense>
    </Instead>
  );
}
