import { dropSession } from '#web/api/session.ts';
import { sayFarewell } from '#web/entry/farewell.ts';
import { type NewPasswordFault, newPasswordFaults, type TypedTwice } from '#web/entry/new-password.ts';
import { type Entry, useEntry } from '#web/entry/use-entry.ts';
import { go } from '#web/nav/address.ts';
import { sessionOwner } from '#web/proof/own.ts';
import { modifyPassword } from './modify-password.ts';

const FIELDS = ['old', 'password', 'again'] as const;
export type Field = (typeof FIELDS)[number];
export type ChangePasswordForm = Entry<Field, NewPasswordFault>;

/** Names that no password may be like. */
export const ownNames = (): string[] => Object.values(sessionOwner());

const faultsOf = (typed: Record<Field, string>): Partial<Record<Field, NewPasswordFault>> => {
  const twice: TypedTwice = { password: typed.password, again: typed.again };
  return { ...(typed.old === '' ? { old: 'empty' as const } : {}), ...newPasswordFaults(twice, { names: ownNames(), old: typed.old }) };
};

/** The form that changes one's password. Afterwards nobody is signed in: the sign-in page says why. `mayLeave` is asked before anything is sent. */
export function useChangePassword(mayLeave: () => Promise<boolean>): ChangePasswordForm {
  return useEntry({
    fields: FIELDS,
    faultsOf,
    send: async ({ old, password }) => {
      if (!(await mayLeave())) return;
      await modifyPassword(sessionOwner(), old, password);
      sayFarewell('changed');
      go('/login', 'replace');
      dropSession();
    },
    blames: ({ code }) => (code === 304 ? 'old' : undefined),
  });
}
