import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget, type Target } from '../target.ts';
import { knownRecords, multipart } from './corpus.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget();
  await knownRecords(target);
});
afterAll(() => target?.close());

const MARKS = [
  'a\r\n{"level":60,"msg":"forged"}',
  'a\n\u001b[2J\u001b[31mred',
  '\u2028\u2029',
  '\u0007\b\u0000',
  '\r\n\r\nHTTP/1.1 200',
  '%0d%0aforged',
  '$'.concat('{jndi:ldap://x}'),
];

test('A21 CR LF and escapes in user names, file names, user agents: a log stays one JSON a line', async () => {
  for (const mark of MARKS) {
    const login = { subname: mark, username: mark, password: mark, random: '4294967311', time: '01-01-01', locale: 'zh_CN' };
    await target.say('/sys?op=Login', { as: null, form: login });
    await target.say('/sys?op=Login', { as: null, form: { ...login, time: new Date().toISOString().slice(5, 13).replace('T', '-') } });
    const file = multipart({ cloud: 'initiation', field: 'proposal' }, 'x');
    await target.say('/app?op=Upload', { body: file.body.replace('filename="x"', `filename="${mark}"`), headers: file.headers });
    await target.say('/app?op=Page', {
      form: { cloud: mark },
      headers: { 'user-agent': mark.replace(/[^\x20-\x7e]/g, '?'), 'x-request-id': mark.replace(/[^\x20-\x7e]/g, '?') },
    });
  }
  // what a fault of ours writes down, too
  await target.base.db.query('alter table app.message rename to message_gone');
  const faulty = await target.raw(
    `POST /app?op=Page HTTP/1.1\r\nhost: x\r\nconnection: close\r\nuser-agent: {"level":60}\r\ntoken: ${await target.token('admin')}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 13\r\n\r\ncloud=message`,
  );
  await target.base.db.query('alter table app.message_gone rename to message');
  expect(faulty).toContain('"code":331');
  for (const line of target.log) {
    expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n'), line.slice(0, 200)).toBe(true);
    const { level, time } = JSON.parse(line) as { level: number; time: number };
    expect([typeof level, typeof time]).toEqual(['number', 'number']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f]/);
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' });
  }
});

test('A22 a file called as an option or a command: its bytes lie under a name of ours, and come back under its own', async () => {
  const before = readdirSync(target.folder, { recursive: true, encoding: 'utf8' });
  const names = [';id', '$(id)', '-oX', '--help', '`id`', '|id', '-rf *', '&& id', '$'.concat('{IFS}id'), '~', '*'];
  for (const name of names) {
    const told = await target.say('/app?op=Upload', multipart({ cloud: 'initiation', field: 'proposal' }, name));
    expect([name, told.code]).toEqual([name, 200]);
    expect(String(told.data!.key_name)).toMatch(/^[A-Za-z0-9_-]{32}$/);
    for (const op of ['Download', 'Preview']) {
      const got = await target.say(`/app?op=${op}`, { form: { key_name: String(told.data!.key_name) } });
      expect([name, got.body]).toEqual([name, 'bytes']);
      expect(String(got.headers['content-disposition'])).toMatch(
        /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]*$/,
      );
    }
  }
  const after = readdirSync(target.folder, { recursive: true, encoding: 'utf8' }).filter((path) => !before.includes(path));
  for (const path of after) expect(path).toMatch(/^[A-Za-z0-9_/-]+$/);
  for (const name of names) expect(after.some((path) => path.split('/').at(-1) === name)).toBe(false);
});
