import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import css from './FieldNote.module.css';

/** Where notes stand under a field: as much room as one takes is there before it is needed, so that nothing moves; a hint keeps it too. */
export function FieldNotes({ hint, children }: { hint?: string | undefined; children: ReactNode }) {
  return <div className={hint ? undefined : css.notes}>{children}</div>;
}

/** What is to be said under a field; its place is there for screen readers before there is anything to say. */
export function FieldNote({ id, kind, text }: { id?: string; kind: 'fault' | 'warning'; text: string }) {
  return (
    <div id={id} className={text ? css[kind] : undefined} role={kind === 'fault' ? 'alert' : 'status'}>
      {text && <Icon name="alert" />}
      {text}
    </div>
  );
}
