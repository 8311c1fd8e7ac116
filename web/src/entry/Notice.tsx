import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Notice.module.css';

/** Something said above the fields, with a mark and words. */
export function Notice({ kind, title, text, children }: { kind: 'failure' | 'info'; title?: string; text: string; children?: ReactNode }) {
  return (
    <div className={css[kind]} role={kind === 'failure' ? 'alert' : 'status'}>
      <Icon name={kind === 'failure' ? 'alert' : 'info'} />
      <div>
        {title && <strong>{title}</strong>}
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
