import { z } from 'zod';
import { wireId, wireInt, wireText } from '#protocol/wire/codec.ts';
import { defineOp } from './op.ts';

const USER = '/cloud/app/sys/user/api/UserApi';

/** Before sign-in: title, logo, copyright of this host, and how to prove a password: data.auth {v, realm, salt, kdf {N, r, p}, now}. */
export const domainOp = defineOp({
  path: '/cloud/app/apaas/account/api/AccountApi',
  op: 'Domain',
  summary: 'What the sign-in page of this host shows',
  free: true,
  request: z.strictObject({ host: wireText(300).optional() }),
});
/** Flags zb, SYS, EI and board of the signed-in user, and beside them one for each further module of the installed suites. */
export const desktopOp = defineOp({
  path: '/cloud/hrsj/api/report/DesktopApi',
  op: 'DesktopApi',
  summary: 'Which cards of the chooser the user has',
  request: z.strictObject({}),
});
/** Answers a new token in data.token: the old one lives 30 s more. */
export const setDomainOp = defineOp({
  path: USER,
  op: 'SetDomain',
  summary: 'Works in another bookkeeping domain from now on',
  writes: true,
  alone: true,
  request: z.strictObject({ id: wireId() }),
});
/**
 * One's own password: `old_password` is a proof of it as Login's (P1, op ModifyPwd, with time, random and locale), `new_password` what the
 * server shall keep of the new one, sealed with the old (107 characters). A wrong one is 304, and 309 after several; the same again 317.
 * Ends every session of the person, this one too. Answers data.sign.
 */
export const modifyPwdOp = defineOp({
  path: USER,
  op: 'ModifyPwd',
  summary: 'Changes one’s own password',
  writes: true,
  alone: true,
  textCode: true,
  request: z.strictObject({
    old_password: wireText(200),
    new_password: wireText(200),
    random: wireText(40),
    time: wireText(40),
    locale: wireText(20),
  }),
});
/**
 * Where one is signed in: rows {id, here, browser, system, kind, address, since, seen}, a sign-in each, the one that asks first;
 * `browser`, `system` and `kind` (desktop, mobile, tablet) are empty where the client says none. data.password_time is when the password was set.
 */
export const sessionsOp = defineOp({
  path: USER,
  op: 'Sessions',
  summary: 'Where one is signed in',
  request: z.strictObject({}),
});
/** One's sign-in on another device ends, by its `id`; without one all but that which asks. Answers data.ended, how many. */
export const endSessionsOp = defineOp({
  path: USER,
  op: 'EndSessions',
  summary: 'Signs out one’s other devices',
  writes: true,
  alone: true,
  request: z.strictObject({ id: wireText(20).default('') }),
});
/** What the security log has of one's own account in the last 90 days: rows {id, time, op, reason, address}, newest first, 20 a page; total. */
export const securityLogOp = defineOp({
  path: USER,
  op: 'SecurityLog',
  summary: 'One’s own security log',
  request: z.strictObject({ page: wireInt(1, 1000).default(1) }),
});
