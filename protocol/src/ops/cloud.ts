import { z } from 'zod';
import { wireId, wireIds, wireText } from '#protocol/wire/codec.ts';
import { defineOp } from './op.ts';

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
  path: '/cloud/app/sys/user/api/UserApi',
  op: 'SetDomain',
  summary: 'Works in another bookkeeping domain from now on',
  writes: true,
  alone: true,
  request: z.strictObject({ id: wireId() }),
});

const USER = '/cloud/app/sys/user/api/UserApi';
/** `cloud` is what every action of a list sends. */
const people = z.strictObject({ cloud: wireText(80).default('user'), id: wireIds(100) });
/**
 * A link for each of these users by which he sets a password, once and within 72 hours: the first one, or another in place of one that holds
 * until then. A new link ends the one before. Answers rows {id, code, remark, key_name, key_name_en, purpose invite or reset, link, until}:
 * the link is told here and nowhere else.
 */
export const inviteOp = defineOp({
  path: USER,
  op: 'Invite',
  summary: 'One-time links by which users set their password',
  writes: true,
  request: people,
});
/**
 * Of one user: data {key_name, key_name_en, login_name, status, changed_at (of the password), link {purpose, until}, locked_until, sessions
 * [{address, user_agent, created, last_seen, domain}], holds {todos [{table, key_name, key_name_en, count}], cases, departments [{id, key_name,
 * key_name_en, as head or leader}]}}. Times are instants.
 */
export const accountOp = defineOp({
  path: USER,
  op: 'Account',
  summary: "How a user's account stands, his sessions, and what he holds",
  request: z.strictObject({ id: wireId() }),
});
/** Ends the lock of too many failed sign-ins. */
export const unlockOp = defineOp({ path: USER, op: 'Unlock', summary: 'Lets users try to sign in again', writes: true, request: people });
/** Ends all their sessions and links; the password stays. */
export const signOutOp = defineOp({ path: USER, op: 'SignOut', summary: 'Signs users out everywhere', writes: true, request: people });
/** They cannot sign in any more, and are signed out everywhere at once. What they hold stays theirs. */
export const disableOp = defineOp({ path: USER, op: 'Disable', summary: 'Disables users', writes: true, request: people });
export const enableOp = defineOp({ path: USER, op: 'Enable', summary: 'Lets disabled users sign in again', writes: true, request: people });
