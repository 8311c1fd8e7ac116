import { lazy } from 'react';

/** Comes when a list's layout is first opened. */
export const LayoutPanel = lazy(() => import('./LayoutPanel.tsx').then((room) => ({ default: room.LayoutPanel })));
