import type { TextKey } from '#web/i18n/catalogue.ts';

/** An entry of one's own security log, as SecurityLog answers it. */
export interface OwnEntry {
  id: number;
  time: string;
  op: string;
  reason: string;
  address: string;
}

const OPS: Readonly<Record<string, TextKey>> = {
  Login: 'account.opLogin',
  Logout: 'account.opLogout',
  ModifyPwd: 'account.opModifyPwd',
  EndSession: 'account.opEndSession',
  Session: 'account.opSession',
  Revoke: 'account.opRevoke',
  SetUp: 'account.opSetUp',
  Enter: 'account.opEnter',
};
const REFUSALS: Readonly<Record<string, TextKey>> = { 304: 'account.wrong', 309: 'account.locked', 429: 'account.limited' };
/** A value that remembers somebody signed in twice: one of the two was not he. */
const LOST = 'remembered value used again';
const ENDS: Readonly<Record<string, TextKey>> = {
  password: 'account.whyPassword',
  role: 'account.whyRole',
  domain: 'account.whyDomain',
  disabled: 'account.whyDisabled',
  renamed: 'account.whyRenamed',
  'too many': 'account.whyMany',
  revoked: 'account.whyRevoked',
  administrator: 'account.whyAdministrator',
};

const own = (table: Readonly<Record<string, TextKey>>, name: string): TextKey | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** What was done or tried, and what became of it; `good` where nobody needs to look twice. */
export function readEntry({ op, reason }: Pick<OwnEntry, 'op' | 'reason'>): {
  what: TextKey | null;
  result: TextKey;
  look: 'good' | 'bad' | 'plain';
} {
  const what = own(OPS, op) ?? null;
  if (op === 'Session' || op === 'Revoke') return { what, result: own(ENDS, reason) ?? 'account.whyOther', look: 'plain' };
  if (reason === 'ok') return { what, result: 'account.ok', look: 'good' };
  if (reason === LOST) return { what, result: 'account.usedAgain', look: 'bad' };
  return { what, result: own(REFUSALS, reason) ?? 'account.refused', look: 'bad' };
}
