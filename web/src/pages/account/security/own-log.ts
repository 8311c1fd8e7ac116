import type { TextKey } from '#web/i18n/catalogue.ts';

/** An entry of one's own security log, as SecurityLog answers it. */
export interface OwnEntry {
  id: number;
  time: string;
  op: string;
  reason: string;
  /** why, as it was typed; '' for most */
  said: string;
  address: string;
  /** through whose eyes I looked, or who looked through mine */
  who?: { id: number; key_name: string; key_name_en: string };
  /** 1: it was he who looked through mine */
  upon?: 1;
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
  Forgot: 'account.opForgot',
  Factor: 'account.opFactor',
  Recovery: 'account.opRecovery',
  BeginFactor: 'account.opBeginFactor',
  ConfirmFactor: 'account.opConfirmFactor',
  ChangeFactor: 'account.opChangeFactor',
  EndFactor: 'account.opEndFactor',
  RecoveryCodes: 'account.opRecoveryCodes',
  ResetFactor: 'account.opResetFactor',
  Address: 'account.opAddress',
  Mobile: 'account.opMobile',
  Invite: 'account.opInvite',
  TakeLink: 'account.opTakeLink',
  Unlock: 'account.opUnlock',
  Enable: 'account.opEnable',
  Eyes: 'account.opEyes',
  EndEyes: 'account.opEndEyes',
  'Eyes upon': 'account.opEyesUpon',
  'EndEyes upon': 'account.opEndEyesUpon',
};
const REFUSALS: Readonly<Record<string, TextKey>> = {
  301: 'account.wrongCode',
  304: 'account.wrong',
  309: 'account.locked',
  429: 'account.limited',
};
/** A value that remembers somebody signed in twice: one of the two was not he. */
const LOST = 'remembered value used again';
/** The password was right; its sign-in is another entry, once the second factor was. */
const ASKED = 'factor';
const ENDS: Readonly<Record<string, TextKey>> = {
  password: 'account.whyPassword',
  role: 'account.whyRole',
  domain: 'account.whyDomain',
  disabled: 'account.whyDisabled',
  renamed: 'account.whyRenamed',
  'too many': 'account.whyMany',
  revoked: 'account.whyRevoked',
  administrator: 'account.whyAdministrator',
  operator: 'account.whyOperator',
};

const own = (table: Readonly<Record<string, TextKey>>, name: string): TextKey | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** What was done or tried, and what became of it; `good` where nobody needs to look twice. */
export function readEntry({ op, reason, upon }: Pick<OwnEntry, 'op' | 'reason' | 'upon'>): {
  what: TextKey | null;
  result: TextKey;
  look: 'good' | 'bad' | 'plain';
} {
  const what = own(OPS, upon ? `${op} upon` : op) ?? null;
  if (op === 'Eyes' || op === 'EndEyes') return { what, result: 'account.eyesEnded', look: 'plain' };
  if (op === 'Session' || op === 'Revoke') return { what, result: own(ENDS, reason) ?? 'account.whyOther', look: 'plain' };
  if (reason === 'ok') return { what, result: 'account.ok', look: 'good' };
  if (reason === ASKED) return { what, result: 'account.asked', look: 'plain' };
  if (reason === LOST) return { what, result: 'account.usedAgain', look: 'bad' };
  return { what, result: own(REFUSALS, reason) ?? 'account.refused', look: 'bad' };
}
