import { lazy } from 'react';

/** Comes when rows are first pasted. */
export const PasteDialog = lazy(() => import('./PasteDialog.tsx').then((room) => ({ default: room.PasteDialog })));
