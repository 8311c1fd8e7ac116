import type { ReactNode } from 'react';
import css from './Line.module.css';

/** A line of the account: what it is, and how it stands. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.line}>
      <div className={css.label}>{label}</div>
      <div className={css.value}>{children}</div>
    </div>
  );
}
