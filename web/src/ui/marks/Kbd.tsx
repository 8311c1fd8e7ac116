import type { ReactNode } from 'react';
import css from './Kbd.module.css';

export const Kbd = ({ children }: { children: ReactNode }) => (
  <span className={css.kbd} aria-hidden="true">
    {children}
  </span>
);
