import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '#server/ports/files-disk.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-desktop-'));
  app = await testApp(diskFiles(folder));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.base.db.query(`update app."user" set board = null where board is not null`);
  await app.base.db.query(`delete from fw.choice where name = 'desktop'`);
});

const DESK = 'capex.b.desktop';
const EI = 'capex.b.ei';
const choose = (as: string | null, value: string) => app.call('/sys', 'Choose', { name: 'desktop', value }, as);
const idOf = async (login: string): Promise<{ id: number; version: number }> => {
  const [row] = await app.base.db.query<{ id: number; version: number }>(
    'select id, version from app."user" where company_id = 1 and login_name = $1',
    [login],
  );
  return row!;
};
async function give(as: string | null, login: string, board: string) {
  const { id, version } = await idOf(login);
  return app.call('/app', 'Modify', { cloud: 'user', id: String(id), version: String(version), board }, as);
}
async function begins(login: string) {
  const { desktop, board, dashboard, flags } = (await app.call('/sys', 'LoadNav', {}, login)).data!.user as {
    desktop?: { url: string };
    board: string;
    dashboard: string;
    flags: { board: string };
  };
  const cards = (await app.call('/cloud/hrsj/api/report/DesktopApi', 'DesktopApi', {}, login)).data as { board: string };
  expect([flags.board, cards.board]).toEqual([board, board]);
  return [desktop?.url, board, dashboard];
}
const USUAL = ['/board/desktop?myCode=zb', '', ''];

describe('DESK-05 the board with which a person begins', () => {
  it('B1 without a session 401; B2 who may not change people gives nobody a desktop', async () => {
    expect((await choose(null, DESK)).code).toBe(401);
    expect((await give(null, 'finance', '/board/desktop')).code).toBe(401);
    expect((await give('applicant', 'finance', '/board/EI')).code).toBe(312);
    const { id, version } = await idOf('applicant');
    const own = { cloud: 'user[own]', id: String(id), version: String(version), board: '/board/EI' };
    expect((await app.call('/app', 'Modify', own, 'applicant')).code).not.toBe(200);
    expect(await begins('applicant')).toEqual(USUAL);
  });
  it.each([
    'desktop',
    '/board/nothing',
    '/board/__proto__',
    '/board/desktop?myCode=zb',
    '/board/desktop/',
    '//evil.example/board/desktop',
    'https://evil.example/board/desktop',
    'javascript:alert(1)',
    '/board/project_overview',
    '/board/project_by_class',
    '/list/user',
  ])('given %s: 317 by its field, and nothing is kept', async (board) => {
    expect(await give('admin', 'finance', board)).toMatchObject({
      code: 317,
      remark: '$userBoard',
      data: { field_name: 'board' },
    });
    expect(await begins('finance')).toEqual(USUAL);
  });
  it.each(['a b', '/board/desktop', "x'; drop table fw.choice; --", 'x'.repeat(65)])('chosen %s: 317', async (value) => {
    expect((await choose('finance', value)).code).toBe(317);
  });
  it('what was given opens first; what one chooses oneself comes before it; taken back each', async () => {
    expect((await give('admin', 'admin', '/board/EI')).code).toBe(200);
    expect(await begins('admin')).toEqual(['/board/EI?myCode=zb', '/board/EI?myCode=zb', 'board,EI']);
    expect((await choose('admin', DESK)).code).toBe(200);
    expect(await begins('admin')).toEqual(['/board/desktop?myCode=zb', '/board/desktop?myCode=zb', 'board,desktop']);
    expect((await choose('admin', '')).code).toBe(200);
    expect((await begins('admin'))[2]).toBe('board,EI');
    expect((await give('admin', 'admin', '')).code).toBe(200);
    expect(await begins('admin')).toEqual(USUAL);
  });
  it('B22 what he may not see, or is gone, is passed over: what was given, then the module’s', async () => {
    for (const value of [EI, 'gone.board', 'capex.b.overview']) {
      expect((await choose('finance', value)).code).toBe(200);
      expect(await begins('finance'), value).toEqual(USUAL);
    }
    expect((await give('admin', 'finance', '/board/EI')).code).toBe(200);
    expect(await begins('finance')).toEqual(USUAL);
    await app.base.db.query(`update app."user" set board = '/board/no_more' where login_name = 'finance'`);
    expect(await begins('finance')).toEqual(USUAL);
    await choose('leader', EI);
    expect((await begins('leader'))[2]).toBe('board,EI');
  });
  it('is told by the sign-in too', async () => {
    await choose('leader', EI);
    const { user } = await app.signIn('leader');
    expect(user).toMatchObject({
      board: expect.stringMatching(/^\/board\/EI/),
      dashboard: 'board,EI',
      desktop: { key_name: expect.anything() },
    });
  });
});
