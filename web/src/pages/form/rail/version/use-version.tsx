import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FormPage } from '../../control/use-form-page.ts';
import type { Looked } from './looked.ts';

/** Comes when a version is first looked at. */
const VersionDialog = lazy(() => import('./VersionDialog.tsx').then((room) => ({ default: room.VersionDialog })));

/** A version of the record that is looked at, and the dialog in which it stands. */
export function useVersion(page: FormPage, cloud: string, id: number): { look(one: Looked): void; dialog: ReactNode } {
  const [looked, setLooked] = useState<Looked | null>(null);
  return {
    look: setLooked,
    dialog: looked && page.record && page.typing && (
      <Suspense>
        <VersionDialog {...{ page, cloud, id, looked }} onClose={() => setLooked(null)} />
      </Suspense>
    ),
  };
}
