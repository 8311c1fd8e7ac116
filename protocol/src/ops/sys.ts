import { z } from 'zod';
import { wireFlag, wireId, wireInt, wireJson, wireText } from '#protocol/wire/codec.ts';
import { defineOp } from './op.ts';

/**
 * Sign-in protocol P1: `password` is the proof (43 characters), or selector and proof of a remembered value (51); `locale` the session's
 * language unless the person has chosen one (Choose). Answers data (user), data.modules as LoadNav's rows, data.token, data.sign, and with
 * `remember` = 1 data.remember, the veiled value for the next sign-in (`protocol/src/signin/remember.ts`). 102 with data.ticket where a
 * second factor is to be proved or set up: nobody is signed in before Factor.
 */
export const loginOp = defineOp({
  path: '/sys',
  op: 'Login',
  summary: 'Signs in with a proof of the password',
  free: true,
  writes: true,
  request: z.strictObject({
    subname: wireText(200),
    username: wireText(200),
    password: wireText(200),
    random: wireText(40),
    time: wireText(40),
    locale: wireText(20),
    remember: wireFlag().default(0),
  }),
});
/**
 * Goes on with a sign-in that Login answered with 102, `data.ticket` (5 minutes, once) and data.sign: `code` is six digits of the person's
 * authenticator or one of his recovery codes. Where Login answered data.set_up too (secret and seed, `protocol/src/signin/factor.ts`), a role
 * demands a second factor and the digits confirm it. Answers what Login answers; 301 for a wrong code, 401 for a ticket that is over.
 */
export const factorOp = defineOp({
  path: '/sys',
  op: 'Factor',
  summary: 'Goes on with a sign-in by its second factor',
  free: true,
  writes: true,
  request: z.strictObject({ ticket: wireText(60), code: wireText(40) }),
});
/**
 * Makes the company and its first administrator on a platform without users (docs/decisions/066); 403 on any other. `proof` is of the
 * one-time code, `verifier` what the server shall keep of the password, sealed with the code. Answers data.sign. What is missing is
 * told (314) only while the platform is empty.
 */
export const setUpOp = defineOp({
  path: '/sys',
  op: 'SetUp',
  summary: 'Sets up an empty platform with the one-time code of its log',
  free: true,
  writes: true,
  request: z.strictObject({
    subname: wireText(200).default(''),
    username: wireText(200).default(''),
    company: wireText(200).default(''),
    person: wireText(200).default(''),
    random: wireText(40).default(''),
    proof: wireText(200).default(''),
    verifier: wireText(200).default(''),
  }),
});
/** Whose account a one-time link is for, by the link's id: data {subname, username, person, person_en, company, company_en, purpose}. 301 for one that is over, used or unknown. */
export const loadEntryOp = defineOp({
  path: '/sys',
  op: 'LoadEntry',
  summary: 'Whose account a one-time link is for',
  free: true,
  request: z.strictObject({ link: wireText(200) }),
});
/** Sets the password of that account: `proof` is of the link, `verifier` what the server shall keep of the password, sealed with the link. Answers data.sign. */
export const enterOp = defineOp({
  path: '/sys',
  op: 'Enter',
  summary: 'Sets a password with a one-time link',
  free: true,
  writes: true,
  request: z.strictObject({ link: wireText(200), random: wireText(40), proof: wireText(200), verifier: wireText(200) }),
});
/**
 * Who forgot his password is mailed a one-time link, where there is such an account and it has an address: the answer is the same in any case.
 * 309 where no mail is sent (Domain says so), 429 over the limits.
 */
export const forgotOp = defineOp({
  path: '/sys',
  op: 'Forgot',
  summary: 'Mails a one-time link to who forgot his password',
  free: true,
  writes: true,
  request: z.strictObject({ subname: wireText(200), username: wireText(200), locale: wireText(20) }),
});
export const logoutOp = defineOp({
  path: '/sys',
  op: 'Logout',
  summary: 'Ends the session',
  free: true,
  writes: true,
  request: z.strictObject({}),
});
/** Modules the user has: rows {code, key_name, key_name_en, flag, icon, remark, remark_en}; `data.user` is the signed-in user as at Login. */
export const loadNavOp = defineOp({
  path: '/sys',
  op: 'LoadNav',
  summary: 'The modules of the top menu',
  eyes: true,
  request: z.strictObject({}),
});
export const loadMenuOp = defineOp({
  path: '/sys',
  op: 'LoadMenu',
  summary: 'The menus of a module, as the user may see them',
  eyes: true,
  request: z.strictObject({ module: wireText(40) }),
});
/** The definition as the reader may use it: hidden fields and ungranted actions are left out. */
export const loadTableOp = defineOp({
  path: '/sys',
  op: 'LoadTable',
  summary: 'A table definition',
  eyes: true,
  request: z.strictObject({ key_name: wireText(1_000_000) }),
});
/**
 * A report as the reader may ask it, or a board as he may open it: `cloud` is its name. Figures of what he does not see, and searches by it, are
 * left out (`left_out`), and of a board the parts that he may not see. `layer`: how he has a board (Arrange), with its version. `since`: told too is
 * `data.since`, the first month (yyyy-MM) of which he has anything in what knows a past; left out where there is none.
 */
export const loadReportOp = defineOp({
  path: '/sys',
  op: 'LoadReport',
  summary: 'The definition of a report or a board',
  eyes: true,
  request: z.strictObject({ cloud: wireText(1_000_000), since: wireInt(1, 1).optional() }),
});
/**
 * A person's picture, by his id; by GET with a ticket too (`avatar.url` of the signed-in user). `key_name` is the picture that is meant: with it
 * the answer may be kept for five minutes. 315 for nobody of one's company, 340 for who has none.
 */
export const loadAvatarOp = defineOp({
  path: '/sys',
  op: 'LoadAvatar',
  summary: 'A person’s picture',
  get: true,
  ticket: true,
  stream: true,
  request: z.strictObject({ id: wireId(), key_name: wireText(200).optional(), tk: wireText(100).optional() }),
});
/**
 * A file that the caller may read, with addresses for five minutes more: for who looks at it longer than those of its record hold. Answers data
 * {id, file_name, key_name, url, preview_url, length}; 340 for any other.
 */
export const ticketOp = defineOp({
  path: '/sys',
  op: 'Ticket',
  summary: 'New addresses of a file',
  request: z.strictObject({ key_name: wireText(200) }),
});
export const loadDictOp = defineOp({
  path: '/sys',
  op: 'LoadDict',
  summary: 'A dictionary',
  eyes: true,
  request: z.strictObject({ key_name: wireText(130) }),
});
export const loadDomainOp = defineOp({
  path: '/sys',
  op: 'LoadDomain',
  summary: 'A bookkeeping domain; data.department_entity',
  eyes: true,
  request: z.strictObject({ id: wireId() }),
});
/**
 * Batched calls; rows of envelopes in order. No Queue inside, no Login; at most 100. Those that were not begun, because half a minute is
 * over or the server is busy or stops, are 103 with $busy.
 */
export const queueOp = defineOp({
  path: '/sys',
  op: 'Queue',
  summary: 'Several calls in one, answered in order',
  writes: true,
  several: true,
  eyes: true,
  request: z.strictObject({ actions: wireJson(z.array(z.looseObject({ path: z.string().max(200), op: z.string().max(60) })).max(100)) }),
});
/** Says that the person is there: the idle end moves. The client sends it at most every 5 minutes. */
export const activeOp = defineOp({
  path: '/sys',
  op: 'Active',
  summary: 'The person is at work',
  writes: true,
  request: z.strictObject({}),
});
/** One's notices are read: one of them, or all. Opening a record reads its own. Answers data.read, how many. */
export const readNoticesOp = defineOp({
  path: '/sys',
  op: 'ReadNotices',
  summary: 'Marks one’s notices as read',
  writes: true,
  request: z.strictObject({ id: wireId().optional() }),
});
/**
 * One of the person's own choices (`protocol/src/choices.ts`), kept for every machine he works at; an empty value takes it back. Login and
 * LoadNav answer them all in the user's `choices`. What is no choice is 317, more than 500 are 341.
 */
export const chooseOp = defineOp({
  path: '/sys',
  op: 'Choose',
  summary: 'Language, theme, menu, rows a page: what a person chooses for himself',
  writes: true,
  request: z.strictObject({ name: wireText(100), value: wireText(700).default('') }),
});
/** Unread counts for badges and the channel: data.todo, data.read, data.notices, data.mqtt {url?, username, password, topic}. Sent with _bg=1 it keeps nobody signed in. */
export const countsOp = defineOp({
  path: '/sys',
  op: 'Counts',
  summary: 'Badges, and how to listen for live ones',
  eyes: true,
  request: z.strictObject({}),
});
/** `id` is the call that was slow, `path?op=Op`, `delay` milliseconds beyond the server's own time. What else is sent, a user or a password, is not read. */
export const saveDelayOp = defineOp({
  path: '/sys',
  op: 'SaveDelay',
  summary: 'Reports a slow request; a password in it is ignored',
  writes: true,
  request: z.object({ id: wireText(100).optional(), delay: wireInt(0, 10_000_000).optional() }),
});
