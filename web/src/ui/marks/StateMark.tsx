import type { ReactNode } from 'react';
import css from './StateMark.module.css';

/** How a state looks: always shape, text and colour. `mine` waits for me, `flow` is with someone else. */
export type Look = 'plan' | 'doing' | 'late' | 'done' | 'draft' | 'mine' | 'flow' | 'none';

export function StateMark({ look = 'draft', children }: { look?: Look | undefined; children: ReactNode }) {
  return (
    <span className={`${css.state} ${css[look]}`}>
      {look === 'mine' ? <b className="ellipsis">{children}</b> : <span className="ellipsis">{children}</span>}
    </span>
  );
}
