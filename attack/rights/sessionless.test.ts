import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outside, openOutside } from '../outside.ts';

let it: Outside;
beforeAll(async () => {
  it = await openOutside();
});
afterAll(() => it?.close());

const USER = '/cloud/app/sys/user/api/UserApi';
const ROLE = '/cloud/app/sys/user/api/RoleApi';
const COMPANY = '/cloud/app/omc/company/api/CompanyApi';
const STORE = '/cloud/apaas/astore/api/AStoreApi';
const ACCOUNT = '/cloud/app/apaas/account/api/AccountApi';
const LOGIN = '/cloud/hrsj/api/login/LoginApi';
const PROJECT = '/cloud/prj/sanjiu/zb/report/handler/ProjectHandler';
const ops = (path: string, names: string): string[] => names.split(' ').map((name) => `${path}?op=${name}`);

/** Every path and op that the three specifications name, and ours beside them. */
const BUILT = [
  ...ops(
    '/app',
    'Page List Group Tree Moving Find Get Show Add Modify Batch Call Delete Upload Download Preview Recycle Restore History Version Readers Attachs Matching Change Changes ChangeRows ChangeStop ChangeUndo',
  ),
  ...ops(
    '/flow',
    'Reviewer Reject CheckRight Process Held Handover Relay Reply RevokeRelay Assign AddSign RemoveSign Copy Urge Revoke Agents SetAgent EndAgent Chart Since Outdated Migrate',
  ),
  ...ops('/report', 'Index Chart Export Arrange'),
  ...ops(
    '/sys',
    'LoadNav LoadMenu LoadTable LoadReport LoadAvatar Ticket LoadDict LoadDomain Queue Active Choose Counts ReadNotices SaveDelay',
  ),
  ...ops(
    USER,
    'SetDomain Account Invite TakeLink Unlock SignOut Disable Enable ResetFactor Eyes Duties ModifyPwd Sessions EndSessions SecurityLog',
  ),
  ...ops(USER, 'OwnFactor BeginFactor ConfirmFactor EndFactor RecoveryCodes'),
  ...ops(ROLE, 'List Load Save Effect Changes Why Members'),
  '/cloud/hrsj/api/report/DesktopApi?op=DesktopApi',
];
const FREE = [...ops('/sys', 'Login Factor Logout LoadEntry Enter Forgot'), `${ACCOUNT}?op=Domain`];
/** Unknown until the operator, or an empty platform, asks for them. */
const SHUT = [...ops('/sys', 'SetUp'), `${LOGIN}?op=Register`];
const NOT_YET = [
  ...ops('/app', 'Import Export Print Submit'),
  ...ops('/sys', 'Sign Register'),
  ...ops(COMPANY, 'Account Reload Restart CreateSecret ResetKey'),
  ...ops(STORE, 'ListAll ListBuy ListModule ListSuite Install UnInstall Reload Purchase Download'),
  ...ops(LOGIN, 'AuthCode IsOpenDo Check'),
  ...ops(PROJECT, 'ProjectOverview ProPlanList ProPlanDetail'),
  '/cloud/prj/sanjiu/zb/flowy/handler/FlowyHandler?op=meetingApplyList',
  ...ops('/cloud/hrsj/api/file/ProjectFileApi', 'loadTree loadFile'),
  ...ops('/cloud/iot/video/camera/api/CameraApi', 'Play Active'),
];

test('B1 every op of the specifications without, with a made-up and with an expired token: 401, or an unknown action', async () => {
  const expired = await it.signIn('applicant');
  expect((await it.say('/sys?op=Counts', {}, { token: expired })).code).toBe(200);
  it.skew += 31 * 60_000;
  for (const token of [null, 'A'.repeat(43), 'x', `${expired}x`, expired]) {
    // what is no token says no more than none; what looks like one says no more than one that is over
    const remark = token?.length === 43 ? '' : '$notSignedIn';
    for (const url of BUILT) expect((await it.say(url, {}, { token })).bytes, url).toBe(`{"code":401,"remark":"${remark}","duration":0}`);
    for (const url of NOT_YET) {
      const { status, code, bytes } = await it.say(url, {}, { token });
      expect([status, code], `${url} ${bytes}`).toEqual([status === 200 ? 200 : 404, 403]);
      expect(bytes, url).toBe('{"code":403,"remark":"","duration":0}');
    }
  }
});

test('B1 free is what the specifications declare free, and nothing more', async () => {
  const answering: string[] = [];
  const known = await it.say('/openapi.json', {}, { method: 'GET' });
  const declared = Object.entries(known.paths as Record<string, { post: { parameters: { name: string; schema: { enum?: string[] } }[] } }>);
  const served = declared.flatMap(([path, { post }]) =>
    ops(path, (post.parameters.find((one) => one.name === 'op')?.schema.enum ?? []).join(' ')),
  );
  expect(new Set(served)).toEqual(new Set([...BUILT, ...FREE, ...SHUT]));
  for (const url of [...served, ...NOT_YET]) if (![401, 403].includes((await it.say(url, {})).code)) answering.push(url);
  expect(new Set(answering)).toEqual(new Set(FREE));
});

test('B1 a call of another method is 405, signed in or not', async () => {
  const token = await it.signIn('admin');
  const reading = [...ops('/app', 'Download Preview'), '/sys?op=LoadAvatar'];
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const)
    for (const url of [...BUILT, ...FREE].filter((one) => method !== 'GET' || !reading.includes(one)))
      for (const sent of [null, token]) expect([(await it.say(url, {}, { method, token: sent })).status, url]).toEqual([405, url]);
});

test('B24 B25 the account, the market and a restart are unknown actions, also for the administrator', async () => {
  for (const url of [
    ...ops(COMPANY, 'Account Reload Restart CreateSecret ResetKey'),
    ...ops(STORE, 'Install UnInstall Reload Purchase Download'),
  ])
    for (const who of ['applicant', 'admin']) expect((await it.as(who, url, { id: '1' })).code, url).toBe(403);
  for (const who of ['applicant', 'admin'])
    for (const cloud of ['account', 'company', 'interface_config', 'credential', 'fw.credential', 'session'])
      expect((await it.as(who, '/app?op=Page', { cloud })).code, cloud).toBe(312);
});

test('B29 WIRE-12 a report of a slow call: who reports is the session, what is sent of user and password is nowhere, and a flood of them is heard ten times', async () => {
  expect((await it.say('/sys?op=SaveDelay', { id: '/app?op=Page', delay: '1200' })).code).toBe(401);
  const slow = () => it.log.map((line) => JSON.parse(line)).flatMap((line) => (line.slow ? [line.slow] : []));
  const report = (form: Record<string, string>) => it.as('applicant', '/sys?op=SaveDelay', form);
  const actor = await it.one('select id from app."user" where company_id = 1 and login_name = $1', ['applicant']);
  const sent = { id: '/app?op=Page', delay: '1200', user: '1', user_id: '1', password: 'CANARY-delay-7c1' };
  expect((await report(sent)).bytes).toBe('{"code":200,"remark":"","duration":0}');
  expect(slow()).toEqual([{ company: 1, actor, op: '/app?op=Page', ms: 1200 }]);
  await report({ id: 'x\r\n{"level":60}', delay: '3' });
  expect(slow()[1]).toEqual({ company: 1, actor, op: '', ms: 3 });
  for (const wrong of [{ delay: '-1' }, { delay: '1e9' }, { delay: '99999999999' }, { id: 'x'.repeat(101), delay: '1' }])
    expect([316, 317]).toContain((await report(wrong as Record<string, string>)).code);
  for (let at = 0; at < 30; at += 1) expect((await report(sent)).code).toBe(200);
  expect(slow()).toHaveLength(10);
  await it.as('finance', '/sys?op=SaveDelay', { id: '/app?op=Get', delay: '2000' });
  expect(slow()).toHaveLength(11);
  const metrics = await it.say('/metrics', {}, { method: 'GET' });
  expect(metrics.bytes).toContain('client_delay_seconds_count 11');
  expect(it.log.join('\n')).not.toContain('CANARY-delay-7c1');
});
