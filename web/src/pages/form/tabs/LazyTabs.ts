import { lazy } from 'react';

/** Loaded with the first record that has tabs. */
export const TabBar = lazy(() => import('./TabBar.tsx').then((room) => ({ default: room.TabBar })));
