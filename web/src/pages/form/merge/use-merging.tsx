import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { FormPage } from '../control/use-form-page.ts';
import type { Merging } from '../control/use-ways-out.ts';

const MergeDialog = lazy(() => import('./MergeDialog.tsx').then((room) => ({ default: room.MergeDialog })));

/** The way from "somebody saved this record" to both changes in one form: at once where nobody is in the other's way, else by choice. */
export function useMerging(page: FormPage): { begin(): Promise<void>; dialog: ReactNode } {
  const { t } = useText();
  const [merging, setMerging] = useState<Merging | null>(null);
  const end = (given: Parameters<Merging['merge']>[0], of: Merging) => {
    of.merge(given);
    setMerging(null);
    toast.info(t('form.merged'));
  };
  return {
    begin: async () => {
      const found = await page.compare();
      if (!found) return;
      if (found.clashes.length === 0) end([], found);
      else setMerging(found);
    },
    dialog: merging && (
      <Suspense fallback={null}>
        <MergeDialog merging={merging} page={page} onMerge={(given) => end(given, merging)} onClose={() => setMerging(null)} />
      </Suspense>
    ),
  };
}
