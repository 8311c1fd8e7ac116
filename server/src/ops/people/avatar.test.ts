import { readdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gif, jpeg, png } from '#protocol/testing-pictures.ts';
import { createAdmission } from '#server/http/load/admission.ts';
import { createServer } from '#server/http/server.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { type Desk, openDesk } from '#server/records/save/testing-save.ts';
import { NOW } from '#server/records/testing.ts';

let desk: Desk;
let app: FastifyInstance;
/** who the token of a request belongs to */
let who: Session | null;
const TOKEN = 'T'.repeat(43);
const SID = Buffer.from('avatar01').toString('base64url');
const OWN = 'user[own]';
const BLUE = png(8, 8);
const RED = png(8, 8, { colour: [200, 20, 20] });

beforeAll(async () => {
  desk = await openDesk();
  const ops = indexOps(ALL_OPS);
  const admission = createAdmission({ atWork: 12, within: 2_000 });
  const api = { ops, admission, dispatch: createDispatch(desk.house, ops), findSession: async () => who };
  app = await createServer({ api, web: desk.folder, logger: false });
  await desk.base.db.query(`insert into fw.credential (company_id, user_id, login_id, v, sealed) values (1, 6, 'x', 'P1', '')`);
  const later = new Date(NOW.getTime() + 3_600_000);
  await desk.base.db.query(
    `insert into fw.session (sid, token_hash, family, company_id, user_id, epoch, domain_id, locale, device, address, user_agent, created, last_seen, idle_until, abs_until)
     values ($1, 'h', 'f', 1, 6, 1, 11, 'zh_CN', '', '', '', $2, $2, $3, $3)`,
    [SID, NOW, later],
  );
});
afterAll(async () => {
  await app?.close();
  await desk?.close();
});

type Told = { code: number; remark: string; data: Record<string, unknown> };

async function as(login: string | null, company = 'demo'): Promise<void> {
  who = login === null ? null : { ...(await desk.as(login, { company })), sid: SID };
}
async function send(url: string, form: Record<string, string>, token = true) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { token: TOKEN } : {}) };
  return app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() });
}
const ask = async (op: string, form: Record<string, string>): Promise<Told> => (await send(`/app?op=${op}`, form)).json();
const load = (id: number, rest: Record<string, string> = {}) => send('/sys?op=LoadAvatar', { id: String(id), ...rest });

async function upload(bytes: Buffer, name = 'a.png', form: Record<string, string> = { cloud: OWN, field: 'avatar' }): Promise<Told> {
  const fields = Object.entries(form).map(([key, value]) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`);
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(fields.join('') + head), bytes, Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b', token: TOKEN };
  return (await app.inject({ method: 'POST', url: '/app?op=Upload', headers, payload })).json();
}
/** Gives the signed-in person this picture; answers its key. */
async function wear(id: number, bytes: Buffer): Promise<string> {
  const { data } = await upload(bytes);
  expect((await ask('Modify', { cloud: OWN, id: String(id), avatar: String(data.key_name) })).code).toBe(200);
  return String(data.key_name);
}

describe("FRAME-13 one's own picture", () => {
  it('B1 without a session nothing is uploaded, kept or shown: 401', async () => {
    await as(null);
    expect((await upload(BLUE)).code).toBe(401);
    expect((await ask('Modify', { cloud: OWN, id: '6', avatar: '' })).code).toBe(401);
    expect((await load(6)).json().code).toBe(401);
    expect((await app.inject({ method: 'GET', url: '/sys?op=LoadAvatar&id=6' })).json().code).toBe(401);
    expect((await app.inject({ method: 'GET', url: `/sys?op=LoadAvatar&id=6&tk=${'A'.repeat(38)}` })).json().code).toBe(401);
  });
  it('is nobody else’s to change, nor are other fields to be written by it', async () => {
    await as('none');
    const { data } = await upload(BLUE);
    expect((await ask('Modify', { cloud: OWN, id: '2', avatar: String(data.key_name) })).code).toBe(315);
    expect((await ask('Modify', { cloud: 'user', id: '6', avatar: String(data.key_name) })).code).toBe(312);
    expect((await upload(BLUE, 'a.png', { cloud: 'user', field: 'avatar' })).code).toBe(312);
    expect((await upload(BLUE, 'a.png', { cloud: 'user[contact]', field: 'avatar' })).code).toBe(312);
    await as('own');
    expect((await ask('Modify', { cloud: OWN, id: '2', avatar: String(data.key_name) })).code).toBe(315);
  });
  it.each([
    ['another ending', 'a.svg', BLUE, '$fileType'],
    ['a bitmap', 'a.bmp', BLUE, '$fileType'],
    ['a page', 'a.png', Buffer.from('<html><script>alert(1)</script></html>'), '$imageOther'],
    ['another kind', 'a.jpg', BLUE, '$imageOther'],
    ['a program', 'a.gif', Buffer.concat([Buffer.from('\x7fELF'), BLUE]), '$fileProgram'],
    ['half of one', 'a.png', BLUE.subarray(0, -20), '$imageBroken'],
    ['one with a page behind', 'a.gif', Buffer.concat([gif(1, 1), Buffer.from('<script>')]), '$imageBroken'],
    ['65,500 points a side', 'a.jpg', jpeg(65_500, 65_500), '$imageLarge'],
    ['10,000 pictures', 'a.gif', gif(8, 8, { frames: 10_000 }), '$imageLarge'],
  ])('C5 C10 %s (%s) is 317, and nothing of it is kept', async (_, name, bytes, said) => {
    await as('none');
    const kept = async () => [
      await desk.base.db.query('select id from fw.file order by id'),
      await readdir(desk.folder, { recursive: true }),
    ];
    const before = await kept();
    expect(await upload(bytes, name)).toMatchObject({ code: 317, remark: said });
    expect(await kept()).toEqual(before);
  });
  it('two are one too many: 305; a key that is none is 317, another’s 315', async () => {
    await as('none');
    const keys = [(await upload(BLUE)).data.key_name, (await upload(RED)).data.key_name];
    expect((await ask('Modify', { cloud: OWN, id: '6', avatar: keys.join(',') })).code).toBe(305);
    expect((await ask('Modify', { cloud: OWN, id: '6', avatar: 'x' })).code).toBe(317);
    await as('own');
    expect((await ask('Modify', { cloud: OWN, id: '2', avatar: String(keys[0]) })).code).toBe(315);
  });
  it('is kept and shown, by token and by ticket, in the history; another one takes its place at once', async () => {
    await as('none');
    const first = await wear(6, BLUE);
    const user = async () => (await send('/sys?op=LoadNav', {})).json().data.user as { avatar?: { key_name: string; url: string } };
    const { avatar } = await user();
    expect(avatar).toEqual({ key_name: first, url: expect.stringMatching(/^\/sys\?op=LoadAvatar&id=6&key_name=[\w-]{32}&tk=[\w-]{38}$/) });
    for (const got of [await load(6), await app.inject({ method: 'GET', url: avatar!.url })]) {
      expect(got.rawPayload.equals(BLUE)).toBe(true);
      expect(got.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
      expect(got.headers['content-security-policy']).toContain('sandbox');
      expect(got.headers['content-disposition']).toMatch(/^inline;/);
    }
    expect((await load(6)).headers['cache-control']).toBe('private, no-store');
    expect((await load(6, { key_name: first })).headers['cache-control']).toBe('private, max-age=300');
    const second = await wear(6, RED);
    expect((await user()).avatar!.key_name).toBe(second);
    expect((await load(6, { key_name: first })).headers['cache-control']).toBe('private, no-store');
    expect((await load(6)).rawPayload.equals(RED)).toBe(true);
    const { data } = await ask('Get', { cloud: OWN, id: '6' });
    const [file] = data.avatar as { preview_url: string; file_name: string }[];
    expect((await app.inject({ method: 'GET', url: file!.preview_url })).rawPayload.equals(RED)).toBe(true);
    await as('admin');
    const { rows } = (await ask('History', { cloud: 'user', id: '6' })) as unknown as { rows: { changes: unknown[] }[] };
    expect(rows[0]!.changes).toMatchObject([{ field: 'avatar', from: [{ key_name: first }], to: [{ key_name: second }] }]);
  });
  it('C13 its ticket opens nobody else’s, no other op, and nothing once the session is over', async () => {
    await as('none');
    const { avatar } = (await send('/sys?op=LoadNav', {})).json().data.user;
    who = null;
    const tk = /tk=(.{38})$/.exec(avatar.url)![1]!;
    const get = async (url: string) => (await app.inject({ method: 'GET', url })).json().code;
    expect(await get(`/sys?op=LoadAvatar&id=2&tk=${tk}`)).toBe(401);
    expect(await get(`/app?op=Preview&key_name=${avatar.key_name}&tk=${tk}`)).toBe(401);
    await desk.base.db.query(`update fw.session set idle_until = $2 where sid = $1`, [SID, new Date(NOW.getTime() - 1)]);
    expect(await get(avatar.url)).toBe(401);
  });
});

describe('WIRE-02 LoadAvatar', () => {
  it('who has none is 340, who is nobody here 315, also another company’s (B20)', async () => {
    await as('admin2', 'other');
    const theirs = await wear(10, BLUE);
    for (const login of ['none', 'admin', 'root']) {
      await as(login);
      expect((await load(3)).json().code, login).toBe(340);
      for (const id of [10, 100, 999_999]) expect((await load(id, { key_name: theirs })).json().code, `${login} ${id}`).toBe(315);
      expect((await send('/app?op=Preview', { key_name: theirs })).json().code).toBe(340);
    }
    await as('none');
    expect((await send('/sys?op=LoadAvatar', {})).json().code).toBe(314);
    for (const id of ['x', '-1', '1.5', '9'.repeat(30), "1' or '1'='1"])
      expect((await send('/sys?op=LoadAvatar', { id })).json().code, id).toBe(317);
    await as('admin2', 'other');
    expect((await load(10)).rawPayload.equals(BLUE)).toBe(true);
    expect((await load(6)).json().code).toBe(315);
  });
  it('a colleague’s is seen where his name is, also when his account is disabled; its file too, while he is in the address book', async () => {
    await as('none');
    const key = await wear(6, BLUE);
    const code = async () => (await send('/app?op=Preview', { key_name: key })).headers['content-type'];
    await as('boss');
    expect((await load(6)).rawPayload.equals(BLUE)).toBe(true);
    expect(await code()).toBe('image/png');
    await desk.base.db.query('update app."user" set status = 2 where company_id = 1 and id = 6');
    expect((await load(6)).rawPayload.equals(BLUE)).toBe(true);
    expect(await code()).toMatch(/json/);
    await desk.base.db.query('update app."user" set status = 1 where company_id = 1 and id = 6');
  });
  it('a role that hides the field hides picture and file to who has no other', async () => {
    await as('none');
    const key = await wear(6, BLUE);
    await as('nodept');
    expect((await load(6)).rawPayload.equals(BLUE)).toBe(true);
    await desk.base.db.query(
      `update fw.role_grant set hide_uids = '{sys.user:sys.user.mobile,sys.user:sys.user.avatar}' where company_id = 1 and group_uid = 'sys.user' and role_id = 42`,
    );
    await desk.base.db.query('update fw.rights_version set version = version + 1');
    await as('nodept');
    expect((await load(6, { key_name: key })).json().code).toBe(340);
    expect((await send('/app?op=Preview', { key_name: key })).json().code).toBe(340);
    await as('none');
    expect((await load(6)).rawPayload.equals(BLUE)).toBe(true);
  });
  it('an administrator gives and takes a picture as any field of a person', async () => {
    await as('admin');
    const { data } = await upload(RED, 'b.png', { cloud: 'user', field: 'avatar' });
    expect((await ask('Modify', { cloud: 'user', id: '3', avatar: String(data.key_name) })).code).toBe(200);
    expect((await load(3)).rawPayload.equals(RED)).toBe(true);
    expect((await ask('Modify', { cloud: 'user', id: '3', avatar: '' })).code).toBe(200);
    expect((await load(3)).json().code).toBe(340);
  });
});
