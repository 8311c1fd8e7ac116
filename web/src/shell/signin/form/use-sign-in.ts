import { useState } from 'react';
import { type NameFault, nameFault } from '#protocol/signin/names.ts';
import { networkError } from '#web/api/error.ts';
import type { ClientSession } from '#web/api/session.ts';
import { type Entry, useEntry } from '#web/entry/use-entry.ts';
import { isOf, remembered } from '#web/proof/remembered.ts';
import { type Question, signIn, type Typed } from './sign-in.ts';

export const FIELDS = ['subname', 'username', 'password'] as const;
export type Field = (typeof FIELDS)[number];
export type SignIn = Entry<Field, NameFault>;

/** What is wrong with the input, by field (AUTH-06). A field that is not asked for is right. */
export function faultsOf(typed: Typed): SignIn['faults'] {
  const faults: SignIn['faults'] = {};
  for (const field of ['subname', 'username'] as const) {
    const fault = nameFault(typed[field]);
    if (fault) faults[field] = fault;
  }
  if (typed.password.trim() === '') faults.password = 'empty';
  return faults;
}

/** Stands where a password was remembered; no password can be like it. */
const FILLED = '••••••••';

/** What draws a question after the password. It is fetched when one is asked: the sign-in page stays light. */
export type Asking = { Answer: typeof import('../factor/Answer.tsx').Answer; question: Question };

export interface RememberingForm extends SignIn {
  asking: Asking | null;
  /** back to the password, which is typed again */
  leave: () => void;
  remember: boolean;
  setRemember: (remember: boolean) => void;
}

/**
 * The sign-in form: what was refused is the password. `fills`: who is remembered on this machine stands in it already, his password as dots
 * that the first key clears, and that other names have not.
 */
export function useSignIn(begin: Partial<Typed>, done: (session: ClientSession) => void, fills: boolean): RememberingForm {
  const [kept, setKept] = useState(() => remembered(begin));
  const [remember, setRemember] = useState(kept !== null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const isFilled = (typed: Typed) => fills && kept !== null && typed.password === FILLED && isOf(kept, whole(typed));
  const seen = (typed: Typed): Typed => (typed.password === FILLED && !isFilled(typed) ? { ...typed, password: '' } : typed);
  const form = useEntry<Field, NameFault>({
    fields: FIELDS,
    begin: fills && kept ? { subname: kept.subname, username: kept.username, password: FILLED } : begin,
    faultsOf: (typed) => faultsOf(seen(typed)),
    send: async (typed) => {
      const come = await signIn(typed, { remember, by: isFilled(typed) ? kept : null });
      if ('token' in come) return done(come);
      const { Answer } = await import('../factor/Answer.tsx').catch(() => Promise.reject(networkError()));
      setAsking({ Answer, question: come });
    },
    blames: ({ code }) => {
      if (code !== 304) return undefined;
      setKept(remembered(begin));
      return 'password';
    },
  });
  const type = (field: Field, value: string) => form.type(field, field === 'password' ? value.replaceAll('•', '') : value);
  const leave = () => {
    setAsking(null);
    form.type('password', '');
  };
  return { ...form, typed: seen(form.typed), type, remember, setRemember, asking, leave };
}

/** No name is anybody's here. */
const whole = ({ subname, username }: Typed) => ({ subname: subname.trim() || ' ', username: username.trim() || ' ' });
