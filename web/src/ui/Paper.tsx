import type { ReactNode } from 'react';
import { fullTime, shortTime } from '#web/i18n/when.ts';

/** What its reader sees on screen, and what stands there on paper, which somebody else reads, and later. */
export function Either({ screen, paper }: { screen: ReactNode; paper: ReactNode }) {
  if (screen === paper) return screen;
  return (
    <>
      <span className="no-print">{screen}</span>
      <span className="on-paper">{paper}</span>
    </>
  );
}

/** A time of the wire. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at}>
    <Either screen={shortTime(at)} paper={fullTime(at)} />
  </time>
);
