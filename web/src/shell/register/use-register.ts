import { useRef, useState } from 'react';
import { foldName } from '#protocol/signin/names.ts';
import type { ApiError } from '#web/api/error.ts';
import { type Entry, useEntry } from '#web/entry/use-entry.ts';
import { randomNumber } from '#web/proof/crypto.ts';
import { drawDigits, type Fault, FIELDS, type Field, faultsOf, register } from './register.ts';

export interface RegisterForm extends Entry<Field, Fault> {
  /** what is to be typed as the code */
  digits: string;
  drawAgain: () => void;
  /** why the server refused a field, while what was refused still stands in it */
  refused: Partial<Record<Field, string>>;
  /** a failure that is about none of the fields */
  general: ApiError | null;
}

/** The field that a refusal is about. */
const fieldOf = ({ data }: ApiError): Field | undefined => FIELDS.find((field) => field === data.field);

/** The form of a company: after a lost answer the same is asked for again, with the same number; after wrong digits there are others. */
export function useRegister(done: (names: { subname: string; username: string }) => void): RegisterForm {
  const attempt = useRef({ of: '', random: '' });
  const [digits, setDigits] = useState(drawDigits);
  const [sent, setSent] = useState<Partial<Record<Field, string>>>({});
  const drawAgain = () => setDigits(drawDigits());
  const entry = useEntry<Field, Fault>({
    fields: FIELDS,
    faultsOf: (typed) => {
      const faults = faultsOf(typed, digits);
      if (faults.captcha === 'differs') drawAgain();
      return faults;
    },
    send: async (typed) => {
      const of = JSON.stringify(typed);
      if (attempt.current.of !== of) attempt.current = { of, random: randomNumber() };
      setSent(typed);
      await register(typed, attempt.current.random);
      done({ subname: foldName(typed.login_name), username: foldName(typed.username) });
    },
    blames: fieldOf,
  });
  const blamed = entry.failure && fieldOf(entry.failure);
  const isStanding = blamed && sent[blamed] === entry.typed[blamed];
  const general = blamed ? null : entry.failure;
  return { ...entry, digits, drawAgain, general, refused: isStanding ? { [blamed]: entry.failure!.remark } : {} };
}
