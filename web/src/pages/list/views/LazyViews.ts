import { lazy } from 'react';

/** Comes beside the list, which does not wait for it. */
export const ViewPicker = lazy(() => import('./ViewPicker.tsx').then((room) => ({ default: room.ViewPicker })));
