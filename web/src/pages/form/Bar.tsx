import type { ReactNode } from 'react';
import css from './Bar.module.css';

/** The row of buttons at the foot of a page; a region of its own where it has a name. */
export function Bar({ label, children }: { label?: string; children: ReactNode }) {
  return label === undefined ? (
    <div className={css.bar}>{children}</div>
  ) : (
    <section className={css.bar} aria-label={label}>
      {children}
    </section>
  );
}

/** What stands behind it goes to the other end. */
export const Apart = () => <span className={css.apart} />;
