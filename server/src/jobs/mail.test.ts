import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerForgotten } from '#server/mail/forgot.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { fakeMailer } from '#server/ports/testing-mail.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';
import { startMail } from './mail.ts';

const mailer = fakeMailer();
let app: TestApp;
beforeAll(async () => {
  app = await testApp(diskFiles('/nonexistent'), { mail: mailer });
});
afterAll(() => app?.close());
beforeEach(async () => {
  mailer.sent.length = 0;
  mailer.answer = () => undefined;
  await app.base.db.query(
    `delete from fw.mail; delete from fw.forgotten; update app."user" set email = login_name || '@example.org' where company_id = 1`,
  );
});

const forgets = (username: string) =>
  app.base.db.query(`insert into fw.forgotten (subname, username, locale, asked_at) values ('demo', $1, 'zh_CN', now())`, [username]);
const waiting = () => app.base.db.query('select username from fw.forgotten');
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  await expect.poll(holds, { timeout: 10_000, interval: 20 }).toBe(true);
};

it('fault 25 who forgot his password while a mail hangs is looked after before the next one goes', async () => {
  await forgets('applicant');
  await forgets('depthead');
  const left: unknown[][] = [];
  mailer.answer = async () => {
    left.push(await waiting());
    if (left.length === 1) await forgets('viewer');
  };
  const stop = await startMail(app.house, mailer, (error) => expect.fail(String(error)));
  try {
    await until(() => mailer.sent.length === 3);
    expect(left).toEqual([[], [], []]);
  } finally {
    await stop();
  }
});

it('fault 25 what stands in the way of one who forgot his password holds up no mail that is written', async () => {
  await forgets('applicant');
  await answerForgotten(app.house);
  await app.base.db.query(
    `create function fw.stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
     create trigger stuck before delete on fw.forgotten for each row execute function fw.stuck()`,
  );
  await forgets('depthead');
  const troubles: unknown[] = [];
  const stop = await startMail(app.house, mailer, (error) => troubles.push(error));
  try {
    await until(() => mailer.sent.length === 1);
    expect(mailer.sent[0]!.to).toBe('applicant@example.org');
    expect(troubles.length).toBeGreaterThan(0);
    expect(await waiting()).toHaveLength(1);
  } finally {
    await stop();
    await app.base.db.query('drop function fw.stuck() cascade');
  }
});
