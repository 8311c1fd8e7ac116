import type { ReactNode } from 'react';
import css from './SectionHead.module.css';

interface SectionHeadProps {
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
}

/** What a part of the form is called. */
export function SectionHead({ level = 2, className = '', children }: SectionHeadProps) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return <Tag className={`${css.head} ${className}`}>{children}</Tag>;
}
