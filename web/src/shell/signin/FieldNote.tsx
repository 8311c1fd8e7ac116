import { Icon } from '#web/ui/Icon.tsx';
import css from './SignInForm.module.css';

/** What is to be said under a field; its place is there for screen readers before there is anything to say. */
export function FieldNote({ id, kind, text }: { id?: string; kind: 'fault' | 'warning'; text: string }) {
  return (
    <div id={id} className={text ? css[kind] : undefined} role={kind === 'fault' ? 'alert' : 'status'}>
      {text && <Icon name="alert" />}
      {text}
    </div>
  );
}
