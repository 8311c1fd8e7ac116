import type { ReactNode } from 'react';
import type { Look } from './StateMark.tsx';
import css from './Tag.module.css';

export type TagTone = 'grey' | 'accent' | 'orange' | 'red' | 'teal';

export function Tag({ tone = 'grey', children }: { tone?: TagTone; children: ReactNode }) {
  return <span className={`${css.tag} ${css[tone]}`}>{children}</span>;
}

export const toneOf = (look: Look | undefined): TagTone =>
  (({ plan: 'grey', doing: 'orange', late: 'red', done: 'teal', draft: 'grey', mine: 'accent', flow: 'accent', none: 'grey' }) as const)[
    look ?? 'none'
  ];
