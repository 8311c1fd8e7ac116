/**
 * Names at sign-in: the enterprise sub-account and the account. Both are 3 to 16 ASCII letters or digits, and case, surrounding
 * space and full width make no difference: what both ends hash, look up and count is the folded name.
 */
export const foldName = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

export type NameFault = 'empty' | 'format';

/** What is wrong with a typed name, or null. */
export function nameFault(typed: string): NameFault | null {
  const name = foldName(typed);
  if (name === '') return 'empty';
  return /^[a-z0-9]{3,16}$/.test(name) ? null : 'format';
}

/** The password as it is hashed: composed and trimmed. */
export const foldPassword = (typed: string): string => typed.normalize('NFC').trim();
