import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Answer, answered, asForm, type Person } from '#protocol/testing-person.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import type { Mail } from '#server/ports/mail.ts';
import { fakeMailer } from '#server/ports/testing-mail.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';
import { answerForgotten } from './forgot.ts';
import { sendNext } from './send.ts';

export const USER = '/cloud/app/sys/user/api/UserApi';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const linkIn = (mail: Mail): string => /\/enter#([\w-]{43})\n/.exec(mail.text)![1]!;

/** Somebody with a password and an address. */
interface Reader {
  id: number;
  login_name: string;
  email: string;
}

/** A server that sends mails, for the tests of one file: what it would send is kept, its clock is turned, nothing is left of the test before. */
export function mailDesk() {
  const desk = { app: null as unknown as TestApp, admin: null as unknown as Person, skew: 0, callers: 0, mailer: fakeMailer() };
  let [staff, domain, people] = [0, 0, 0];
  const query = <Row extends object>(text: string, values: readonly unknown[] = []) => desk.app.base.db.query<Row>(text, [...values]);
  const idOf = async (text: string): Promise<number> => (await query<{ id: number }>(text))[0]!.id;
  beforeAll(async () => {
    desk.app = await testApp(diskFiles('/nonexistent'), { clock: { now: () => new Date(Date.now() + desk.skew) }, mail: desk.mailer });
    desk.admin = await desk.app.signIn('admin');
    [staff, domain] = await Promise.all([
      idOf(`select id from app."role" where company_id = 1 and code = 'staff'`),
      idOf('select min(id) as id from app."domain" where company_id = 1'),
    ]);
  });
  afterAll(() => desk.app?.close());
  beforeEach(async () => {
    desk.callers += 1;
    desk.mailer.sent.length = 0;
    desk.mailer.answer = () => undefined;
    await desk.app.base.db.query('delete from fw.mail; delete from fw.forgotten; delete from fw.entry_link; delete from fw.own_link');
  });

  /** A call without a session, from an address of this test's own. */
  async function stranger(
    op: string,
    form: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Answer & { status: number }> {
    const sent = asForm(`/sys?op=${op}`, { _os: 'web', ...form });
    const answer = await desk.app.server.send({ ...sent, headers: { ...sent.headers, ...headers }, from: `10.9.1.${desk.callers}` });
    return { data: {}, rows: [], ...answered(answer) };
  }
  const forgot = (username: string, more: Record<string, unknown> = {}, headers = {}) =>
    stranger('Forgot', { subname: 'demo', username, locale: 'zh_CN', ...more }, headers);

  async function person(rest: Record<string, unknown> = {}): Promise<Reader> {
    people += 1;
    const login_name = `mailed${people}`;
    const email = `${login_name}@example.org`;
    const told = await desk.admin.call('/app', 'Add', {
      ...{ cloud: 'user', key_name: `收信人${people}`, name_en: `Reader ${people}`, login_name, email },
      ...{ domain_entities: `,${domain},`, role_entities: `,${staff},`, ...rest },
    });
    expect(told.code, JSON.stringify(told)).toBe(200);
    const id = Number(told.data.id);
    await query('update app."user" set status = 1 where company_id = 1 and id = $1', [id]);
    await query(`insert into fw.credential (company_id, user_id, login_id, v, sealed) values (1, $1, 'demo/' || $2, 'P1', '\\x00')`, [
      id,
      login_name,
    ]);
    return { id, login_name, email };
  }

  /** An address that was changed and of which nobody was asked. */
  const written = (id: number, email: string, by: number) =>
    query(
      'update app."user" set email = $2, modify_entity = $3, modify_time = $4, version = version + 1 where company_id = 1 and id = $1',
      [...[id, email, by, desk.app.house.clock.now()]],
    );
  const drain = async (work: () => Promise<boolean>): Promise<void> => {
    while (await work());
  };
  /** What the room of the jobs does. */
  const deliver = async (): Promise<readonly Mail[]> => {
    await drain(() => answerForgotten(desk.app.house));
    await drain(() => sendNext(desk.app.house, desk.mailer));
    return desk.mailer.sent;
  };
  const rows = () =>
    query<{ id: number; user_id: number; kind: string; status: number; tries: number; fault: string; sealed: Buffer | null }>(
      'select id, user_id, kind, status, tries, fault, sealed from fw.mail order by id',
    );
  return Object.assign(desk, { stranger, forgot, person, written, drain, deliver, rows });
}
