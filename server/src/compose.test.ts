import { afterAll, beforeAll, expect, it } from 'vitest';
import { diskFiles } from '#server/ports/files-disk.ts';
import { type TestApp, testApp } from './testing-app.ts';

let app: TestApp;
const leaving = { begun: false };
beforeAll(async () => {
  app = await testApp(diskFiles('/nonexistent'), { leaving });
});
afterAll(() => app?.close());

it('a server that stops begins no further action of a Queue, and answers single calls as ever', async () => {
  const actions = JSON.stringify(Array(2).fill({ path: '/sys', op: 'Counts' }));
  const codes = async () => (await app.call('/sys', 'Queue', { actions }, 'applicant')).rows!.map(({ code, remark }) => [code, remark]);
  expect(await codes()).toEqual(Array(2).fill([200, '']));
  leaving.begun = true;
  expect(await codes()).toEqual(Array(2).fill([103, '$busy']));
  expect((await app.call('/sys', 'Counts', {}, 'applicant')).code).toBe(200);
});

it('what sign-ins leave behind is swept by the clock, like all that grows', async () => {
  const queues = await app.base.db.query<{ name: string }>(`select name from pgboss.queue where name like 'sweep-%' order by 1`);
  expect(queues.map(({ name }) => name)).toEqual([
    ...[
      'sweep-changes',
      'sweep-eyes',
      'sweep-files',
      'sweep-mail',
      'sweep-outbox',
      'sweep-requests',
      'sweep-security-log',
      'sweep-sign-in',
    ],
  ]);
});
