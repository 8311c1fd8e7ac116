import { type RefObject, useRef, useState } from 'react';
import { foldName } from '#protocol/signin/names.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { useLocale } from '#web/i18n/use-text.ts';
import { type Fault, FIELDS, type Field, faultsOf, newAttempt, setUp, type Typed } from './set-up.ts';

export interface SetUpForm {
  typed: Typed;
  faults: Partial<Record<Field, Fault>>;
  failure: ApiError | null;
  busy: boolean;
  inputs: Record<Field, RefObject<HTMLInputElement | null>>;
  type: (field: Field, value: string) => void;
  submit: () => Promise<void>;
}

const NOTHING: Typed = { code: '', company: '', subname: '', person: '', username: '', password: '', again: '' };

/** The set-up form's state: typed values stay whatever happens, the first wrong field gets the focus. */
export function useSetUp(done: (names: { subname: string; username: string }) => void): SetUpForm {
  const [typed, setTyped] = useState(NOTHING);
  const [faults, setFaults] = useState<SetUpForm['faults']>({});
  const locale = useLocale();
  const [failed, setFailed] = useState<{ error: ApiError; locale: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const inputs = useInputs();
  const attempt = useRef({ of: '', random: '' });
  const type = (field: Field, value: string) => {
    setTyped({ ...typed, [field]: value });
    setFaults(({ [field]: _, ...rest }) => rest);
  };
  const submit = async () => {
    if (busy) return;
    const trimmed = Object.fromEntries(FIELDS.map((field) => [field, typed[field].trim()])) as Typed;
    const wrong = faultsOf(trimmed);
    setTyped(trimmed);
    setFaults(wrong);
    setFailed(null);
    const first = FIELDS.find((field) => wrong[field]);
    if (first) return inputs[first].current?.focus();
    setBusy(true);
    try {
      // after a lost answer the same is asked for again, with the same number
      const of = JSON.stringify(trimmed);
      if (attempt.current.of !== of) attempt.current = { of, random: newAttempt() };
      await setUp(trimmed, attempt.current.random);
      done({ subname: foldName(trimmed.subname), username: foldName(trimmed.username) });
    } catch (error) {
      const refused = asApiError(error);
      setFailed({ error: refused, locale });
      if (refused.code === 301) inputs.code.current?.select();
    } finally {
      setBusy(false);
    }
  };
  // a remark is in the language it was made in: it goes with it
  const failure = failed?.locale === locale ? failed.error : null;
  return { typed, faults, failure, busy, inputs, type, submit };
}

function useInputs(): SetUpForm['inputs'] {
  return {
    code: useRef<HTMLInputElement>(null),
    company: useRef<HTMLInputElement>(null),
    subname: useRef<HTMLInputElement>(null),
    person: useRef<HTMLInputElement>(null),
    username: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  };
}
