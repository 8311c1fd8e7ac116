import { z } from 'zod';
import { wireCodes, wireId, wireIds, wireInt, wireJson, wireText } from '#protocol/wire/codec.ts';
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
 * [{browser, system, kind, address, created, last_seen, domain}], holds {todos [{table, key_name, key_name_en, count}], cases, departments [{id, key_name,
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

const ROLES = '/cloud/app/sys/user/api/RoleApi';
/** What a role is to have on one permission group: all its items, comma-wrapped, its scope, and the fields that it hides or locks. */
const roleGroup = z.strictObject({
  code: wireText(130),
  items: wireCodes(100),
  range: wireInt(0, 2),
  hide: wireCodes(2000).default([]),
  readonly: wireCodes(2000).default([]),
});
/** The groups that become different; a group that is not named stays. `flags`: all desktop permissions that it is to have. */
const roleRights = { rows: wireJson(z.array(roleGroup).max(1000)).default([]), flags: wireCodes(100).optional() };

/** Rows {id, key_name, key_name_en, code, root, members}: who is active and has it; data.add: the reader may add one. */
export const listRolesOp = defineOp({
  path: ROLES,
  op: 'List',
  summary: 'The roles of the company, with how many people have each',
  request: z.strictObject({}),
});
/**
 * `data` is the role: id, key_name, key_name_en, code, root, `own` (the reader has it), `flags` [{code, key_name, key_name_en, checked}], and
 * `version`, which names what it may do. Rows are permission groups: module, suite, suite_name, rowspan (groups of the suite, on its first
 * row), code, cloud (its main table), name, checked, items [{code, name, checked, type, value}], range (0 own, 1 department, 2 all), fields [{code, name, rule}], rule
 * 0 open, 1 read only, 2 hidden; each name with its English under `…_en`. A root role has no rows.
 */
export const loadRoleOp = defineOp({
  path: ROLES,
  op: 'Load',
  summary: 'What a role may do',
  request: z.strictObject({ id: wireId() }),
});
/** 311 with who changed it since, and `data.version` of what stands: nothing is written. Answers data.version. */
export const saveRoleOp = defineOp({
  path: ROLES,
  op: 'Save',
  summary: 'Changes what a role may do',
  writes: true,
  request: z.strictObject({ id: wireId(), version: wireText(64), ...roleRights }),
});
/** Rows {number, time, user, groups [{code, before, after}], flags_given, flags_taken}, the newest first; at most 100. */
export const roleChangesOp = defineOp({
  path: ROLES,
  op: 'Changes',
  summary: 'Who changed what a role may do, and when',
  request: z.strictObject({ id: wireId() }),
});
/**
 * For everybody active who has the role, with his other roles: `data` {members, changed, names [{id, key_name}]}; rows by `kind`, each with how
 * many people gain it (`more`) and lose it (`less`): flag {code}, item {group, item}, rows {group, table, most_more, most_less, uncounted},
 * field {group, table, field, way sees or writes}. Nothing is written; what Save refuses is refused here too.
 */
export const roleEffectOp = defineOp({
  path: ROLES,
  op: 'Effect',
  summary: 'What saving these rights of a role would change, and for how many',
  request: z.strictObject({ id: wireId(), ...roleRights }),
});
/**
 * `data` {user, allowed, offered (the record's state offers it to him too), ground (the record is there, in this company and domain and as its
 * table shows it), domain (it is of a domain of his), todo (taking part gives it), root, department}; rows, one a role of his: {role, gives,
 * range, holds (its scope takes this record in)}. 315 for a record that the reader may not open, and for nobody.
 */
export const whyOp = defineOp({
  path: ROLES,
  op: 'Why',
  summary: 'Why somebody may, or may not, do something with a record',
  request: z.strictObject({
    user: wireId(),
    cloud: wireText(130),
    id: wireId(),
    act: z.enum(['Show', 'Modify', 'Delete', 'Review']).default('Show'),
  }),
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
