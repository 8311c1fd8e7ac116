import { lazy } from 'react';

/** Comes when it is first opened: a list is there before anyone filters it. */
export const FilterPanel = lazy(() => import('./FilterPanel.tsx').then((room) => ({ default: room.FilterPanel })));
