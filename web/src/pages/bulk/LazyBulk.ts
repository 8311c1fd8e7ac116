import { lazy } from 'react';

/** Comes when several records are first changed. */
export const BulkDialog = lazy(() => import('./BulkDialog.tsx').then((room) => ({ default: room.BulkDialog })));
