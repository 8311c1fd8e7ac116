import { z } from 'zod';
import { wireId, wireText } from '#protocol/wire/codec.ts';
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
