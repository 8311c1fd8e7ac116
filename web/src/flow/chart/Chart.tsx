import { lazy, Suspense } from 'react';
import { useView } from '#web/nav/use-tab.ts';
import type { ChartDialogProps } from './ChartDialog.tsx';

const ChartDialog = lazy(() => import('./ChartDialog.tsx').then((room) => ({ default: room.ChartDialog })));

/** Whether the flow chart stands over the page, as its address says, and how to have it so. */
export function useChart(): [boolean, (open: boolean) => void] {
  const [view, setView] = useView();
  return [view.chart === '1', (open) => setView({ chart: open ? '1' : '' }, 'replace')];
}

/** The flow chart of the record that the page shows, where its address asks for it. It comes when it is first opened. */
export function Chart(props: Omit<ChartDialogProps, 'onClose'>) {
  const [isOpen, open] = useChart();
  if (!isOpen) return null;
  return (
    <Suspense>
      <ChartDialog {...props} onClose={() => open(false)} />
    </Suspense>
  );
}
