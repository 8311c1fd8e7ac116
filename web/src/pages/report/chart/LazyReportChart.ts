import { lazy } from 'react';

/** The chart of a report where it is one of several things on a page: it comes when it is first drawn. */
export const LazyReportChart = lazy(() => import('./ReportChart.tsx').then((room) => ({ default: room.ReportChart })));
