import { lazy, Suspense } from 'react';
import { acts } from '#protocol/texts/acts.ts';
import { addRemarks } from '#web/api/error.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import type { ActProps } from './ActFrame.tsx';

addTexts(BESIDE_ZH, BESIDE_EN);
addRemarks(acts);

const ActDialog = lazy(() => import('./ActDialog.tsx').then((room) => ({ default: room.ActDialog })));

/** The dialog of an act that was begun; it comes with the first of them. */
export const LazyAct = (props: ActProps) => (
  <Suspense fallback={null}>
    <ActDialog {...props} />
  </Suspense>
);
