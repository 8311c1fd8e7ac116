import { type NameFault, nameFault } from '#protocol/signin/names.ts';
import type { ClientSession } from '#web/api/session.ts';
import { type Entry, useEntry } from '#web/entry/use-entry.ts';
import { signIn, type Typed } from './sign-in.ts';

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

/** The sign-in form: what was refused is the password. */
export const useSignIn = (begin: Partial<Typed>, done: (session: ClientSession) => void): SignIn =>
  useEntry({
    fields: FIELDS,
    begin,
    faultsOf,
    send: async (typed) => done(await signIn(typed)),
    blames: ({ code }) => (code === 304 ? 'password' : undefined),
  });
