import { useRef } from 'react';
import { foldName } from '#protocol/signin/names.ts';
import { type Entry, useEntry } from '#web/entry/use-entry.ts';
import { type Fault, FIELDS, type Field, faultsOf, newAttempt, setUp } from './set-up.ts';

export type SetUpForm = Entry<Field, Fault>;

/** The set-up form: after a lost answer the same is asked for again, with the same number. */
export function useSetUp(done: (names: { subname: string; username: string }) => void): SetUpForm {
  const attempt = useRef({ of: '', random: '' });
  return useEntry({
    fields: FIELDS,
    faultsOf,
    send: async (typed) => {
      const of = JSON.stringify(typed);
      if (attempt.current.of !== of) attempt.current = { of, random: newAttempt() };
      await setUp(typed, attempt.current.random);
      done({ subname: foldName(typed.subname), username: foldName(typed.username) });
    },
    blames: ({ code }) => (code === 301 ? 'code' : undefined),
  });
}
