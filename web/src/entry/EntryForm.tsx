import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';
import css from './EntryForm.module.css';
import type { Entry } from './use-entry.ts';

interface EntryFormProps<F extends string, Fault extends string> {
  form: Entry<F, Fault>;
  /** what its button says, and while it is sent */
  go: string;
  busy: string;
  /** beside it, at the foot */
  foot?: ReactNode;
  children: ReactNode;
}

/** A button that leads on, as wide as the form. */
export const GoButton = (props: ButtonProps) => <Button {...props} className={css.go} />;

/** A form before the sign-in, its lines perhaps in groups. */
export function EntryForm<F extends string, Fault extends string>({ form, go, busy, foot, children }: EntryFormProps<F, Fault>) {
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {children}
      <GoButton type="submit" kind="primary" busy={form.busy}>
        {form.busy ? busy : go}
      </GoButton>
      {foot}
    </form>
  );
}

export function EntryGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Two lines beside each other. */
export const EntryPair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>;
