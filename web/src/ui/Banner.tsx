import type { ReactNode } from 'react';
import css from './Banner.module.css';
import { Icon, type IconName } from './Icon.tsx';

interface BannerProps {
  tone?: 'error';
  icon: IconName;
  words: string | readonly (string | false)[];
  children?: ReactNode;
}

/** A line above content that stays, with what can be done about it. */
export function Banner({ tone, icon, words, children }: BannerProps) {
  return (
    <div className={`${css.banner} ${tone ? css[tone] : ''} no-print`} role={tone ? 'alert' : 'status'} data-stays={tone}>
      <Icon name={icon} />
      <span className={css.words}>{[words].flat().filter(Boolean).join(' ')}</span>
      {children && <span className={css.acts}>{children}</span>}
    </div>
  );
}
