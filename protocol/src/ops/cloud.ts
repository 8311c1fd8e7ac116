import { z } from 'zod';
import { wireCodes, wireFlag, wireId, wireIds, wireInt, wireJson, wireText } from '#protocol/wire/codec.ts';
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
/**
 * Makes a company and its first administrator where the platform's registration is on (Domain answers `register`); 403 elsewhere.
 * `login_name` is the sub-account, `key_name` the company's name, `person` the administrator's, `verifier` what the server shall keep of his
 * password: 64 bytes, stored key and server key of P1. `captcha` is four digits for the comfort of people and proves nothing. The same call
 * again, `random` included, is answered the same for a day and makes nothing. `time_zone` is an IANA name, Asia/Shanghai without one.
 * Answers data {login_name, username}; 310 for a sub-account that is taken.
 */
export const registerOp = defineOp({
  path: '/cloud/hrsj/api/login/LoginApi',
  op: 'Register',
  summary: 'Makes a company of one’s own',
  free: true,
  writes: true,
  request: z.strictObject({
    login_name: wireText(200).default(''),
    key_name: wireText(200).default(''),
    username: wireText(200).default(''),
    person: wireText(200).default(''),
    verifier: wireText(200).default(''),
    captcha: wireText(20).default(''),
    random: wireText(40).default(''),
    time_zone: wireText(60).default(''),
  }),
});
/** Flags zb, SYS, EI and board of the signed-in user, and beside them one for each further module of the installed suites. */
export const desktopOp = defineOp({
  path: '/cloud/hrsj/api/report/DesktopApi',
  op: 'DesktopApi',
  summary: 'Which cards of the chooser the user has',
  eyes: true,
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

/** `cloud` is what every action of a list sends: 312 where it is no table of accounts. */
const people = z.strictObject({ cloud: wireText(1_000_000).default('user'), id: wireIds(100) });
/**
 * A link for each of these users by which he sets a password, once and within 72 hours: the first one, or another in place of one that holds
 * until then. A new link ends the one before. Answers rows {id, code, remark, key_name, key_name_en, purpose invite or reset, link, until}:
 * the link is told here and nowhere else. With `mail` = 1 it is mailed, too: `mailed` is 1 where the mail is in the outbox, 0 where the user has no address.
 */
export const inviteOp = defineOp({
  path: USER,
  op: 'Invite',
  summary: 'One-time links by which users set their password',
  writes: true,
  request: people.extend({ mail: wireFlag().default(0) }),
});
/**
 * Takes the links of mails out of the outbox, `id` of the mails, for whoever hands them on himself: as Invite, rows {id, code, remark, key_name,
 * key_name_en, purpose, link}. Such a mail is sent no more. 311 for one that was sent or is over, and for what somebody asked for himself.
 */
export const takeLinkOp = defineOp({
  path: USER,
  op: 'TakeLink',
  summary: 'Takes the links of mails that were not sent, to hand them on',
  writes: true,
  request: z.strictObject({ cloud: wireText(1_000_000).default('mail'), id: wireIds(100) }),
});
/**
 * Of one user: data {key_name, key_name_en, login_name, status, changed_at (of the password), factor (since when, null without one), link {purpose, until}, locked_until, sessions
 * [{browser, system, kind, address, created, last_seen, domain}], mail {has (an address), sent (mails are)}, holds {todos [{table, key_name, key_name_en, count}], cases, departments [{id, key_name,
 * key_name_en, as head or leader}]}, domains [{id, key_name, key_name_en}], acts (what would be done now if the reader asked: Invite, Enable, Modify, Unlock, ResetFactor, SignOut, Disable, Eyes)}. Times are instants.
 */
export const accountOp = defineOp({
  path: USER,
  op: 'Account',
  summary: "How a user's account stands, his sessions, and what he holds",
  eyes: true,
  request: z.strictObject({ id: wireId() }),
});
/** Ends the lock of too many failed sign-ins. */
export const unlockOp = defineOp({ path: USER, op: 'Unlock', summary: 'Lets users try to sign in again', writes: true, request: people });
/** Ends all their sessions and links; the password stays. */
export const signOutOp = defineOp({ path: USER, op: 'SignOut', summary: 'Signs users out everywhere', writes: true, request: people });
/** They cannot sign in any more, and are signed out everywhere at once. What they hold stays theirs. */
export const disableOp = defineOp({ path: USER, op: 'Disable', summary: 'Disables users', writes: true, request: people });
/** Takes the second factor off for who has lost it, and signs him out everywhere. 311 where he has none; nobody does it to himself (312). */
export const resetFactorOp = defineOp({
  path: USER,
  op: 'ResetFactor',
  summary: 'Takes the second factor of users off',
  writes: true,
  request: people,
});
export const enableOp = defineOp({ path: USER, op: 'Enable', summary: 'Lets disabled users sign in again', writes: true, request: people });

/**
 * Opens a session that sees what somebody else sees and does nothing (docs/decisions/187): `reason` is told to him, `domain` one of his, else
 * the caller's own where it is one of his. Answers data.token, data.until (an instant), data.seconds until then and data.user as LoadNav. It ends
 * by Logout, and with the caller's own sign-in or right.
 */
export const eyesOp = defineOp({
  path: USER,
  op: 'Eyes',
  summary: 'Looks at the platform through the eyes of somebody',
  writes: true,
  alone: true,
  request: z.strictObject({ id: wireId(), reason: wireText(100), domain: wireId().optional() }),
});

/**
 * Rules of incompatible duties that somebody would stand against with these roles and posts, before they are saved: rows {id, key_name,
 * key_name_en, reason, first, second (what he has of each duty, [{id, key_name}]), standing (he stands against it as he is now)}. `id` says who,
 * and what is left out stays as he has it; without one it is a new person. No rows for who may not read the rules, or not who has which roles.
 * `data` says what else follows of them: `modules`, how many of them he can enter, and `offices` ({key_name, key_name_en, steps [{table, step}]}),
 * those that he alone has and would have no more, with the steps of flows at which nobody would decide as such.
 */
export const dutiesOp = defineOp({
  path: USER,
  op: 'Duties',
  summary: 'What follows of roles and posts: rules of incompatible duties that they break, modules, offices that nobody would have',
  eyes: true,
  request: z.strictObject({
    id: wireId().optional(),
    role_entities: wireIds(1000).optional(),
    post_entities: wireIds(1000).optional(),
    /** who loses the same in one go: none of them takes an office's place */
    leaving: wireIds(1000).default([]),
  }),
});

const ROLES = '/cloud/app/sys/user/api/RoleApi';
/**
 * What a role is to have on one permission group: all its items, comma-wrapped, its scope, those of its items that it has on fewer rows (on its
 * own, on those of the department), and the fields that it hides or locks.
 */
const roleGroup = z.strictObject({
  code: wireText(130),
  items: wireCodes(100),
  range: wireInt(0, 2),
  range_own: wireCodes(100).default([]),
  range_department: wireCodes(100).default([]),
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
  eyes: true,
  request: z.strictObject({}),
});
/**
 * `data` is the role: id, key_name, key_name_en, code, root, `own` (the reader has it), `flags` [{code, key_name, key_name_en, checked}], and
 * `version`, which names what it may do. Rows are permission groups: module, suite, suite_name, rowspan (groups of the suite, on its first
 * row), code, cloud (its main table), name, checked, items [{code, name, checked, type, value}], range (0 own, 1 department, 2 all); an item of type 1
 * may have a range of its own as its `value`, '' where it goes by the group's; fields [{code, name, rule, from}], rule
 * 0 open, 1 read only, 2 hidden, `from` the codes of those that one is worked out from, `bounded` where it has bounds then; each name with its English under `…_en`. A root role has no rows.
 */
export const loadRoleOp = defineOp({
  path: ROLES,
  op: 'Load',
  summary: 'What a role may do',
  eyes: true,
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
/**
 * Gives a role to people, and takes it from others, by their ids: each is a save of that person's `role_entities`, by whoever may change it, with
 * its history and all that is asked of who gives what (docs/decisions/175). One alone answers or is refused as Modify; of several 343, or
 * 300, with rows {id, code, remark, data} where some, or all, were refused. Who has it already, or has it no more, stays as he is.
 */
export const roleMembersOp = defineOp({
  path: ROLES,
  op: 'Members',
  summary: 'Gives a role to people, and takes it from others',
  writes: true,
  request: z.strictObject({ id: wireId(), add: wireIds(100).default([]), remove: wireIds(100).default([]) }),
});
/** Rows {number, time, user, groups [{code, before, after}], flags_given, flags_taken}, the newest first; `total`: how many changes there are. */
export const roleChangesOp = defineOp({
  path: ROLES,
  op: 'Changes',
  summary: 'Who changed what a role may do, and when',
  eyes: true,
  request: z.strictObject({ id: wireId(), page: wireInt(1, 1_000_000).default(1), rows: wireInt(1, 100).default(100) }),
});
/**
 * For everybody active who has the role, with his other roles: `data` {members, changed, names [{id, key_name}], unseen (members whom the asker may not see with their
 * roles: they count, and are not named), bounded (1: only rows that the asker lists himself are counted)}; rows by `kind`, each with how
 * many people gain it (`more`) and lose it (`less`): flag {code}, item {group, item}, rows {group, table, item, most_more, most_less, uncounted},
 * field {group, table, field, way sees or writes}. Nothing is written; what Save refuses is refused here too.
 */
export const roleEffectOp = defineOp({
  path: ROLES,
  op: 'Effect',
  summary: 'What saving these rights of a role would change, and for how many',
  eyes: true,
  request: z.strictObject({ id: wireId(), ...roleRights }),
});
/**
 * `data` {user, allowed, offered (the record's state offers it to him too), ground (the record is there, in this company and domain and as its
 * table shows it), domain (it is of a domain of his), todo (taking part gives it), root, department}; rows, one a role of his: {role, gives,
 * range (of this act), group_range (of its table: wider where the act has a scope of its own), holds (its scope takes this record in)}. 315 for a record that the reader may not open, and for nobody.
 */
export const whyOp = defineOp({
  path: ROLES,
  op: 'Why',
  summary: 'Why somebody may, or may not, do something with a record',
  eyes: true,
  request: z.strictObject({
    user: wireId(),
    cloud: wireText(1_000_000),
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
/** What the security log has of one's own account in the last 90 days: rows {id, time, op, reason, said (what was typed as the reason), address}, newest first, 20 a page; total. */
export const securityLogOp = defineOp({
  path: USER,
  op: 'SecurityLog',
  summary: 'One’s own security log',
  request: z.strictObject({ page: wireInt(1, 1000).default(1) }),
});

/** A proof of one's own password: P1 with the op's name, as Login's. A wrong one is 304, and 309 after several. */
const proof = { password: wireText(200), random: wireText(40), time: wireText(40), locale: wireText(20) };
/** The same where a second factor may stand: then a code of it, or a recovery code, is spent with the act; 314 without one, 301 for a wrong one. */
const bothProofs = { ...proof, code: wireText(40).default('') };
/** One's second factor: data {on, since, left (recovery codes), demanded (by a role)}. */
export const ownFactorOp = defineOp({
  path: USER,
  op: 'OwnFactor',
  summary: 'How one’s second factor stands',
  request: z.strictObject({}),
});
/** Answers data.sign and data.set_up, veiled: the secret of an authenticator and the seed of ten recovery codes. Nothing holds before ConfirmFactor. */
export const beginFactorOp = defineOp({
  path: USER,
  op: 'BeginFactor',
  summary: 'Begins to set up a second factor, or another in its place',
  writes: true,
  alone: true,
  request: z.strictObject(bothProofs),
});
/** Six digits of what BeginFactor gave, within 10 minutes: from now on a sign-in asks for them. 301 for wrong ones, 311 where nothing waits for any. */
export const confirmFactorOp = defineOp({
  path: USER,
  op: 'ConfirmFactor',
  summary: 'Sets up the second factor that was begun',
  writes: true,
  alone: true,
  request: z.strictObject({ code: wireText(40) }),
});
/** 311 without one, 312 while a role demands one. Answers data.sign. */
export const endFactorOp = defineOp({
  path: USER,
  op: 'EndFactor',
  summary: 'Takes one’s second factor off',
  writes: true,
  alone: true,
  request: z.strictObject(bothProofs),
});
/** Ends the recovery codes before. Answers data.sign and data.recovery, the veiled seed of ten new ones. */
export const recoveryCodesOp = defineOp({
  path: USER,
  op: 'RecoveryCodes',
  summary: 'Ten new recovery codes for oneself',
  writes: true,
  alone: true,
  request: z.strictObject(bothProofs),
});
