import { z } from 'zod';
import { wireCodes, wireId, wireInt, wireJson, wireText } from '#protocol/wire/codec.ts';
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
