import { useView } from '#web/nav/use-tab.ts';
import { PastBar } from './PastBar.tsx';

/** Above a list as of a month of the past; the way back keeps what it is narrowed by. */
export function ListPast({ month }: { month: string }) {
  const [, setView] = useView();
  return <PastBar month={month} of="listed" onNow={() => setView({ as_of: '' }, 'push')} />;
}
