import { type RefObject, useRef, useState } from 'react';
import { type NameFault, nameFault } from '#protocol/signin/names.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import type { ClientSession } from '#web/api/session.ts';
import { useLocale } from '#web/i18n/use-text.ts';
import { signIn, type Typed } from './sign-in.ts';

export const FIELDS = ['subname', 'username', 'password'] as const;
export type Field = (typeof FIELDS)[number];
export type Faults = Partial<Record<Field, NameFault>>;

export interface SignIn {
  typed: Typed;
  faults: Faults;
  failure: ApiError | null;
  busy: boolean;
  inputs: Record<Field, RefObject<HTMLInputElement | null>>;
  type: (field: Field, value: string) => void;
  submit: () => Promise<void>;
}

/** What is wrong with the input, by field (AUTH-06). A field that is not asked for is right. */
export function faultsOf(typed: Typed): Faults {
  const faults: Faults = {};
  for (const field of ['subname', 'username'] as const) {
    const fault = nameFault(typed[field]);
    if (fault) faults[field] = fault;
  }
  if (typed.password.trim() === '') faults.password = 'empty';
  return faults;
}

/** The sign-in form's state: typed values stay whatever happens, the first wrong field gets the focus. */
export function useSignIn(begin: Partial<Typed>, done: (session: ClientSession) => void): SignIn {
  const [typed, setTyped] = useState<Typed>({ subname: '', username: '', password: '', ...begin });
  const [faults, setFaults] = useState<Faults>({});
  const locale = useLocale();
  const [failed, setFailed] = useState<{ error: ApiError; locale: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const inputs = {
    subname: useRef<HTMLInputElement>(null),
    username: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
  };

  const type = (field: Field, value: string) => {
    setTyped({ ...typed, [field]: value });
    setFaults(({ [field]: _, ...rest }) => rest);
  };
  const submit = async () => {
    if (busy) return;
    const trimmed = { subname: typed.subname.trim(), username: typed.username.trim(), password: typed.password.trim() };
    const wrong = faultsOf(trimmed);
    setTyped(trimmed);
    setFaults(wrong);
    setFailed(null);
    const first = FIELDS.find((field) => wrong[field]);
    if (first) return inputs[first].current?.focus();
    setBusy(true);
    try {
      done(await signIn(trimmed));
    } catch (error) {
      const refused = asApiError(error);
      setFailed({ error: refused, locale });
      if (refused.code !== 304) return;
      inputs.password.current?.focus();
      inputs.password.current?.select();
    } finally {
      setBusy(false);
    }
  };
  // a remark is in the language it was made in: it goes with it
  const failure = failed?.locale === locale ? failed.error : null;
  return { typed, faults, failure, busy, inputs, type, submit };
}
