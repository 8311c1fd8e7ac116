import type { ReactNode } from 'react';
import { NOTHING } from '#web/i18n/format.ts';
import css from './marks.module.css';

/** How a state looks: always shape, text and colour. `mine` waits for me, `flow` is with someone else. */
export type Look = 'plan' | 'doing' | 'late' | 'done' | 'draft' | 'mine' | 'flow' | 'none';

export function StateMark({ look = 'draft', children }: { look?: Look | undefined; children: ReactNode }) {
  return (
    <span className={`${css.state} ${css[look]}`}>
      {look === 'mine' ? <b className="ellipsis">{children}</b> : <span className="ellipsis">{children}</span>}
    </span>
  );
}

export type TagTone = 'grey' | 'accent' | 'orange' | 'red' | 'teal';

export function Tag({ tone = 'grey', children }: { tone?: TagTone; children: ReactNode }) {
  return <span className={`${css.tag} ${css[tone]}`}>{children}</span>;
}

export const toneOf = (look: Look | undefined): TagTone =>
  (({ plan: 'grey', doing: 'orange', late: 'red', done: 'teal', draft: 'grey', mine: 'accent', flow: 'accent', none: 'grey' }) as const)[
    look ?? 'none'
  ];

export const Kbd = ({ children }: { children: ReactNode }) => (
  <span className={css.kbd} aria-hidden="true">
    {children}
  </span>
);

/** A rate as its field writes it, with a small bar before the figure. */
export function Progress({ value, shown, look }: { value: string; shown: string; look?: Look | undefined }) {
  if (shown === '') return <Nothing />;
  const width = Math.min(100, Math.max(0, Number(value)));
  return (
    <span className={css.progress}>
      <span className={`${css.bar} ${look ? (css[`bar-${look}`] ?? '') : ''}`} aria-hidden="true">
        <i style={{ width: `${width}%` }} />
      </span>
      <span className={css.rate}>{shown}</span>
    </span>
  );
}

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

export const Nothing = () => <span className={css.nothing}>{NOTHING}</span>;

/** A person's first letter in a disc. */
export function Avatar({ name, quiet = false, size = 24 }: { name: string; quiet?: boolean; size?: number }) {
  return (
    <span
      className={quiet ? `${css.avatar} ${css.quiet}` : css.avatar}
      style={{ width: size, height: size, lineHeight: `${size}px` }}
      aria-hidden="true"
    >
      {[...name][0] ?? ''}
    </span>
  );
}
