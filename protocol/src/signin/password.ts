import { foldName, foldPassword, type NameFault } from './names.ts';

export type PasswordFault = NameFault | 'length' | 'common';

/** What everybody tries first, of those that the format lets pass; each is met with anything hung on its end. */
const COMMON = [
  '12345678',
  '87654321',
  '11223344',
  '147258369',
  '123123123',
  'abcd1234',
  'abc12345',
  'a1234567',
  'admin',
  'administrator',
  'password',
  'passw0rd',
  'p_ssw0rd',
  'qwerty',
  'qwertyuiop',
  'asdfghjk',
  'asdf1234',
  '1qaz2wsx',
  'q1w2e3r4',
  'qazwsxedc',
  'iloveyou',
  'letmein',
  'welcome',
  'woaini',
  'formwork',
  'changeme',
  'superman',
  'sunshine',
];

/** What is asked of a new password (the specification's 8 to 32 letters, digits, underscores and hyphens), and how each stands: what is open may be met by typing on. */
export type Rule = 'letters' | 'length' | 'uncommon';
export type RuleState = 'open' | 'met' | 'broken';

/** For who types; `names` are those of the account. Only the client can say it: the server never sees a password. */
export function rulesOf(typed: string, names: readonly string[]): Record<Rule, RuleState> {
  const password = foldPassword(typed);
  const isShort = password.length < 8;
  return {
    letters: password === '' ? 'open' : /^[A-Za-z0-9_-]+$/.test(password) ? 'met' : 'broken',
    length: isShort ? 'open' : password.length <= 32 ? 'met' : 'broken',
    uncommon: isShort ? 'open' : isCommon(password, names) ? 'broken' : 'met',
  };
}

/** What is wrong with a new password that was typed to its end, or null. */
export function newPasswordFault(typed: string, names: readonly string[]): PasswordFault | null {
  const rules = rulesOf(typed, names);
  if (foldPassword(typed) === '') return 'empty';
  if (rules.letters !== 'met') return 'format';
  if (rules.length !== 'met') return 'length';
  return rules.uncommon === 'met' ? null : 'common';
}

function isCommon(password: string, names: readonly string[]): boolean {
  const plain = password.toLowerCase();
  const core = plain.slice(0, plain.length - hungOn(plain));
  const known = [...COMMON, ...names.map(foldName).filter(Boolean)];
  return new Set(plain).size < 5 || known.includes(plain) || known.includes(core);
}

/** How many digits and marks stand at its end. */
const hungOn = (password: string): number => [...password].reduce((many, letter) => (/[\d_-]/.test(letter) ? many + 1 : 0), 0);
