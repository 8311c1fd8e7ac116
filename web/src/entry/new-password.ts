import { foldPassword } from '#protocol/signin/names.ts';
import { newPasswordFault, type PasswordFault, type Rule, type RuleState, rulesOf } from '#protocol/signin/password.ts';

/** A new password, typed twice. */
export interface TypedTwice {
  password: string;
  again: string;
}
/** Whose it will be, and the password before it, where there is one. */
export interface Whose {
  /** sub-account and user name: no password may be like them */
  names: readonly string[];
  old?: string | undefined;
}
export type NewPasswordFault = PasswordFault | 'same' | 'differs';

/** What is wrong with it when it is to be sent (AUTH-15). */
export function newPasswordFaults(
  { password, again }: TypedTwice,
  { names, old = '' }: Whose,
): Partial<Record<keyof TypedTwice, NewPasswordFault>> {
  const isSame = old !== '' && foldPassword(old) === foldPassword(password);
  const fault = newPasswordFault(password, names) ?? (isSame ? 'same' : null);
  const repeated = again.trim() === '' ? 'empty' : foldPassword(again) === foldPassword(password) ? null : 'differs';
  return { ...(fault ? { password: fault } : {}), ...(repeated ? { again: repeated } : {}) };
}

/** Whether what was typed for the second time can no more become the first. */
export const goesAstray = ({ password, again }: TypedTwice): boolean =>
  again !== '' && !foldPassword(password).startsWith(foldPassword(again));

/** The rules in the order in which they are shown; `other` where there is a password to differ from. */
export function toldRules(password: string, { names, old }: Whose): (readonly [Rule | 'other', RuleState])[] {
  const { length, letters, uncommon } = rulesOf(password, names);
  const told: (readonly [Rule | 'other', RuleState])[] = [
    ['length', length],
    ['letters', letters],
    ['uncommon', uncommon],
  ];
  if (old === undefined) return told;
  const isSame = foldPassword(old) === foldPassword(password);
  return [...told, ['other', length === 'open' || old === '' ? 'open' : isSame ? 'broken' : 'met']];
}
