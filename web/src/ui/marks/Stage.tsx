import type { ReactNode } from 'react';
import css from './Stage.module.css';

/** Where of `count` stages a thing stands: pips, and the stage's name. */
export function Stage({ at, count, children }: { at: number; count: number; children: ReactNode }) {
  return (
    <span className={css.stage}>
      <span className={css.pips} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pip is its place
          <i key={index} className={index < at ? css.past : index === at ? css.now : ''} />
        ))}
      </span>
      <span className="ellipsis">{children}</span>
    </span>
  );
}
