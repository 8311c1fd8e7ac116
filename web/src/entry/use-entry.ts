import { createRef, type RefObject, useState } from 'react';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { useLocale } from '#web/i18n/use-text.ts';

/** A form of lines that is sent as a whole: `F` its fields, `Fault` what may be wrong with one. */
export interface Entry<F extends string, Fault extends string> {
  typed: Record<F, string>;
  faults: Partial<Record<F, Fault>>;
  failure: ApiError | null;
  busy: boolean;
  inputs: Record<F, RefObject<HTMLInputElement | null>>;
  type: (field: F, value: string) => void;
  submit: () => Promise<void>;
}

export interface EntryRules<F extends string, Fault extends string> {
  /** in the order in which they are asked */
  fields: readonly F[];
  begin?: Partial<Record<F, string>>;
  /** what is wrong with what was typed, trimmed; nothing wrong is sent */
  faultsOf: (typed: Record<F, string>) => Partial<Record<F, Fault>>;
  /** throws ApiError with a remark to be shown */
  send: (typed: Record<F, string>) => Promise<void>;
  /** the field that a refusal is about: it is selected, to be typed again */
  blames?: (refused: ApiError) => F | undefined;
}

/** The form's state: typed values stay whatever happens, the first wrong field gets the focus. */
export function useEntry<F extends string, Fault extends string>(rules: EntryRules<F, Fault>): Entry<F, Fault> {
  const { fields } = rules;
  const [typed, setTyped] = useState(() => each(fields, (field) => rules.begin?.[field] ?? ''));
  const [faults, setFaults] = useState<Partial<Record<F, Fault>>>({});
  const locale = useLocale();
  const [failed, setFailed] = useState<{ error: ApiError; locale: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [inputs] = useState(() => each(fields, () => createRef<HTMLInputElement>()));

  const type = (field: F, value: string) => {
    setTyped({ ...typed, [field]: value });
    setFaults({ ...faults, [field]: undefined });
  };
  const submit = async () => {
    if (busy) return;
    const trimmed = each(fields, (field) => typed[field].trim());
    const wrong = rules.faultsOf(trimmed);
    setTyped(trimmed);
    setFaults(wrong);
    setFailed(null);
    const first = fields.find((field) => wrong[field]);
    if (first) return inputs[first].current?.focus();
    setBusy(true);
    try {
      await rules.send(trimmed);
    } catch (error) {
      const refused = asApiError(error);
      setFailed({ error: refused, locale });
      const blamed = rules.blames?.(refused);
      if (!blamed) return;
      inputs[blamed].current?.focus();
      inputs[blamed].current?.select();
    } finally {
      setBusy(false);
    }
  };
  // a remark is in the language it was made in: it goes with it
  const failure = failed?.locale === locale ? failed.error : null;
  return { typed, faults, failure, busy, inputs, type, submit };
}

const each = <F extends string, V>(fields: readonly F[], of: (field: F) => V): Record<F, V> =>
  Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<F, V>;
