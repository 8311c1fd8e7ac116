import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diskFiles } from '#server/ports/files-disk.ts';
import { findSession } from '#server/signin/session.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-choose-'));
  app = await testApp(diskFiles(folder));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const choose = async (as: string | null, name: string, value: string) => (await app.call('/sys', 'Choose', { name, value }, as)).code;
const chosen = async (as: string) => ((await app.call('/sys', 'LoadNav', {}, as)).data as { user: { choices: object } }).user.choices;

describe('FRAME-11 FRAME-13 what a person chooses is kept for every machine', () => {
  it('needs a sign-in', async () => expect(await choose(null, 'theme', 'dark')).toBe(401));
  it.each([
    ['theme', 'pink'],
    ['colour', 'dark'],
    ['rows.project', '51'],
    ['rows.', '50'],
    ['__proto__', 'dark'],
    ["theme'; drop table fw.choice; --", 'dark'],
  ])('%s = %s is no choice', async (name, value) => {
    expect(await choose('applicant', name, value)).toBe(317);
    expect(await chosen('applicant')).toEqual({});
  });
  it('nothing chosen, chosen, chosen otherwise, taken back', async () => {
    expect(await choose('applicant', 'locale', 'en_US')).toBe(200);
    expect(await choose('applicant', 'rows.project', '50')).toBe(200);
    expect(await choose('applicant', 'locale', 'zh_CN')).toBe(200);
    expect(await chosen('applicant')).toEqual({ locale: 'zh_CN', 'rows.project': '50' });
    expect(await choose('applicant', 'rows.project', '')).toBe(200);
    expect(await chosen('applicant')).toEqual({ locale: 'zh_CN' });
  });
  it('FRAME-03 the page that stands first, and the messages that were read, in full', async () => {
    const user = async () => (await app.call('/sys', 'LoadNav', {}, 'finance')).data!.user as Record<string, unknown>;
    expect(await user()).toMatchObject({ defmenu: '', menu_type: '' });
    expect(await choose('finance', 'defmenu', 'zb capex.menu.project')).toBe(200);
    expect(await choose('finance', 'side', 'folded')).toBe(200);
    expect(await choose('finance', 'messages', Array.from({ length: 40 }, (_, at) => 1_000_000 + at).join(','))).toBe(200);
    expect(await user()).toMatchObject({ defmenu: 'capex.menu.project', menu_type: 'folded' });
    for (const name of ['defmenu', 'side', 'messages']) expect(await choose('finance', name, '')).toBe(200);
  });
  it('is his alone', async () => expect(await chosen('depthead')).toEqual({}));
  it('has an end: one more than 500 is refused, one of them may still be changed', async () => {
    for (let at = 1; at <= 500; at += 1) expect(await choose('viewer', `rows.t${at}`, '20')).toBe(200);
    expect(await choose('viewer', 'theme', 'dark')).toBe(341);
    expect(await choose('viewer', 'rows.t1', '50')).toBe(200);
  });
});

describe('FRAME-11 one language for a session', () => {
  const signedIn = async () => (await app.signIn('finance')).user as { token: string; locale: string };
  const spoken = async (token: string) => (await findSession(app.house, token, { background: true }))?.locale;

  it('who has chosen one has it from the first answer, whatever the sign-in page spoke', async () => {
    const before = await signedIn();
    expect(before.locale).toBe('zh_CN');
    expect(await choose('finance', 'locale', 'en_US')).toBe(200);
    const { token, locale } = await signedIn();
    expect([locale, await spoken(token)]).toEqual(['en_US', 'en_US']);
  });
  it('follows in all his sessions when he chooses otherwise, and is that of the sign-in page when he takes it back', async () => {
    const { token } = await signedIn();
    const told: string[] = [];
    const stop = await app.house.db.listen('fw_session', (said) => void told.push(said));
    for (const [value, now] of [
      ['zh_CN', 'zh_CN'],
      ['en_US', 'en_US'],
      ['', 'zh_CN'],
    ] as const) {
      expect(await choose('finance', 'locale', value)).toBe(200);
      expect(await spoken(token)).toBe(now);
    }
    const { user } = (await findSession(app.house, token, { background: true }))!;
    // other processes hear of it, and with them his channel
    await vi.waitFor(() => expect(told.filter((said) => said === `user 1 ${user.id}`)).toHaveLength(3));
    expect(await choose('finance', 'theme', 'dark')).toBe(200);
    expect(await choose('finance', 'locale', 'en_US')).toBe(200);
    await vi.waitFor(() => expect(told.filter((said) => said === `user 1 ${user.id}`).length).toBeGreaterThanOrEqual(4));
    expect(told.filter((said) => said === `user 1 ${user.id}`)).toHaveLength(4);
    await stop();
    expect(await choose('finance', 'locale', '')).toBe(200);
  });
});
