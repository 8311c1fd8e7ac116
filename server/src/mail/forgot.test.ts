import { describe, expect, it } from 'vitest';
import { linkId } from '#protocol/signin/entry.ts';
import { answered, asForm, type Person } from '#protocol/testing-person.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { MailRefused } from '#server/ports/mail.ts';
import { bucketKey, primitives } from '#server/signin/crypto.ts';
import { serve } from '#server/testing-app.ts';
import { answerForgotten } from './forgot.ts';
import { HOUR, linkIn, mailDesk, USER } from './testing-mails.ts';

const desk = mailDesk();
const { deliver, drain, rows, forgot, stranger, person, written } = desk;

describe('E1 ADMIN-12 who forgot his password', () => {
  it('where no mail is sent it is refused, and the sign-in page is not told of it', async () => {
    const silent = await serve({ ...desk.app.base, close: async () => undefined }, diskFiles('/nonexistent'));
    try {
      const told = answered(
        await silent.server.send(asForm('/sys?op=Forgot', { subname: 'demo', username: 'admin', locale: 'zh_CN', _os: 'web' })),
      );
      expect([told.code, told.remark]).toEqual([309, '$mailOff']);
      const page = await silent.call('/cloud/app/apaas/account/api/AccountApi', 'Domain');
      expect(page.data).not.toHaveProperty('mail');
    } finally {
      await silent.close();
    }
    expect((await desk.app.call('/cloud/app/apaas/account/api/AccountApi', 'Domain')).data).toMatchObject({ mail: 1 });
  });
  it.each([
    ['', 314],
    ['ab', 317],
    ['a b c', 317],
    ["x' or 1=1", 317],
    ['x\r\ny', 317],
  ])('a name such as %j is refused by its field', async (username, code) => {
    expect(await forgot(username)).toMatchObject({ code, data: { field: 'username' } });
    expect(await stranger('Forgot', { subname: username, username: 'admin', locale: 'zh_CN' })).toMatchObject({
      code,
      data: { field: 'subname' },
    });
  });
  it('a language that is none is 317', async () => {
    expect(await forgot('admin', { locale: 'fr_FR' })).toMatchObject({ code: 317, data: { field: 'locale' } });
  });
  it('he is mailed a link of his own, which holds two hours', async () => {
    const { login_name, email, id } = await person();
    expect(await forgot(login_name)).toMatchObject({ code: 200, data: {} });
    const [mail, ...more] = await deliver();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: '重新设置密码 · 远山集团（演示）' });
    const [link] = await desk.app.base.db.query<{ left: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as left from fw.own_link where user_id = $1`,
      [id],
    );
    expect(link!.left).toBeGreaterThan(110);
    expect(link!.left).toBeLessThanOrEqual(120);
    expect(await rows()).toMatchObject([{ user_id: id, status: 3, tries: 1, sealed: null }]);
  });
  it('says until when on the company’s clock, and which that is', async () => {
    const { login_name } = await person();
    await forgot(login_name);
    expect((await deliver())[0]!.text).toMatch(/ \d\d:\d\d（UTC\+08:00）前有效/);
    await forgot(login_name, { locale: 'en_US' });
    expect((await deliver())[1]!.text).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\+08:00\)\./);
  });
  it('in the language that he chose, else in that of the page', async () => {
    const { login_name, id } = await person();
    await forgot(login_name, { locale: 'en_US' });
    expect((await deliver())[0]).toMatchObject({
      subject: expect.stringMatching(/^Set a new password · /),
      text: expect.stringContaining('Hello Reader '),
    });
    await desk.app.base.db.query(`insert into fw.choice values (1, $1, 'locale', 'zh_CN')`, [id]);
    await forgot(login_name, { locale: 'en_US' });
    expect((await deliver())[1]!.text).toContain('您好');
  });
  it('E1 the same statements and the same answer for somebody, for nobody, for who has no address, is disabled, or of another company', async () => {
    const there = await person();
    const silent = await person({ email: '' });
    const off = await person();
    await desk.app.base.db.query('update app."user" set status = 2 where id = $1', [off.id]);
    const asked = [there.login_name, 'nobody77', silent.login_name, off.login_name];
    const told = await Promise.all(asked.map((name) => forgot(name)));
    const other = await stranger('Forgot', { subname: 'other', username: there.login_name, locale: 'zh_CN' });
    const shown = [...told, other].map(({ duration: _, ...answer }) => JSON.stringify(answer));
    expect(new Set(shown).size).toBe(1);
    const noted = await desk.app.base.db.query<{ username: string }>('select username from fw.forgotten');
    expect(noted).toHaveLength(5);
    expect((await deliver()).map(({ to }) => to)).toEqual([there.email]);
  });
  it('one whose mail waits for a mail server to be set up waits for that one', async () => {
    const { login_name } = await person();
    await forgot(login_name);
    await drain(() => answerForgotten(desk.app.house));
    await desk.app.base.db.query('update fw.mail set status = 7');
    await forgot(login_name);
    await drain(() => answerForgotten(desk.app.house));
    expect(await rows()).toMatchObject([{ kind: 'forgot', status: 7 }]);
  });
  it('E12 a link that was used is over for whoever opens it again', async () => {
    const { login_name } = await person();
    await forgot(login_name);
    const open = async (link: string) => (await stranger('LoadEntry', { link })).code;
    const id = linkId(primitives, linkIn((await deliver())[0]!));
    expect(await open(id)).toBe(200);
    await desk.app.base.db.query('update fw.own_link set used_at = now()');
    expect(await open(id)).toBe(301);
  });
  it('who was never in, or lost his password’s name, is sent nothing: an administrator helps him', async () => {
    const { id, login_name } = await person();
    await desk.app.base.db.query('delete from fw.credential where user_id = $1', [id]);
    await forgot(login_name);
    expect(await deliver()).toEqual([]);
  });
  it('E8 an address that he changed himself is not used for three days: a stolen session becomes no password', async () => {
    const { id, login_name } = await person();
    const change = async (as: Person, email: string) =>
      expect((await as.call('/app', 'Modify', { cloud: 'user', id, email })).code).toBe(200);
    await written(id, 'thief@example.org', id);
    await forgot(login_name);
    expect(await deliver()).toEqual([]);
    await change(desk.admin, 'desk@example.org');
    await forgot(login_name);
    // what he changed before still counts; from an administrator's hand it does not; that it was changed is told without a link
    expect((await deliver()).filter(({ text }) => text.includes('enter#'))).toEqual([]);
    desk.skew += 73 * HOUR;
    try {
      const later = await desk.app.signIn('admin');
      await forgot(login_name);
      const links = async () => (await deliver()).filter(({ text }) => text.includes('enter#')).map(({ to }) => to);
      expect(await links()).toEqual(['desk@example.org']);
      await change(later, 'given@example.org');
      await forgot(login_name);
      expect(await links()).toEqual(['desk@example.org', 'given@example.org']);
    } finally {
      desk.skew = 0;
    }
  });
  it('E8 nor is one that came from another hand of which nobody asked whether it may', async () => {
    const { id, login_name } = await person();
    await written(id, 'clerk@example.org', 2);
    await forgot(login_name);
    expect(await deliver()).toEqual([]);
    desk.skew += 73 * HOUR;
    try {
      await forgot(login_name);
      expect((await deliver()).map(({ to }) => to)).toEqual(['clerk@example.org']);
    } finally {
      desk.skew = 0;
    }
  });
  it('a link that an administrator made is not ended by it, nor it by one', async () => {
    const { id, login_name } = await person();
    await desk.admin.call(USER, 'Invite', { id });
    await forgot(login_name);
    await deliver();
    const links = await desk.app.base.db.query(
      'select purpose from fw.entry_link where user_id = $1 union all select null from fw.own_link where user_id = $1',
      [id],
    );
    expect(links).toEqual([{ purpose: 'reset' }, { purpose: null }]);
    const told = await desk.admin.call(USER, 'Account', { id });
    expect(told.data).toMatchObject({ link: { purpose: 'reset' }, mail: { has: true, sent: true } });
  });
  it('F6 is limited by account, whether it exists or not, of which nobody is told; and by address, of which he is', async () => {
    for (const name of ['nobody88', (await person()).login_name]) {
      const told: string[] = [];
      for (let at = 0; at < 7; at += 1) told.push(JSON.stringify({ ...(await forgot(name)), duration: 0 }));
      expect([told.length, new Set(told).size, JSON.parse(told[0]!).code]).toEqual([7, 1, 200]);
      expect(await desk.app.base.db.query('select 1 from fw.forgotten where username = $1', [name])).toHaveLength(5);
    }
    const more = await Promise.all(Array.from({ length: 30 }, (_, at) => forgot(`many${at}x`)));
    expect(more.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
  });
  it('F6 is no way to close the sign-in of a company: it uses up nothing that signs in, and more than 200 in an hour are not noted', async () => {
    for (let at = 0; at < 205; at += 1) {
      if (at % 25 === 0) desk.callers += 1;
      expect((await forgot(`made${at}up`, { subname: 'other' })).code).toBe(200);
    }
    expect((await desk.app.base.db.query('select 1 from fw.forgotten')).length).toBeLessThanOrEqual(200);
    const [shared] = await desk.app.base.db.query<{ count: number }>(`select count from fw.address_bucket where key = $1`, [
      bucketKey(desk.app.house.keys.pepper, 'subname hour', 'other'),
    ]);
    expect(shared?.count ?? 0).toBeLessThan(5);
  });
  it('F6 an address gets no more than a person does, however many people have it; a company that a stranger made sends a hundred', async () => {
    const email = 'victim@example.org';
    const many = [await person({ email }), await person({ email })];
    const codes: number[] = [];
    for (let at = 0; at < 12; at += 1) codes.push((await desk.admin.call(USER, 'Invite', { id: many[at % 2]!.id, mail: 1 })).code);
    expect(codes).toEqual([...Array(10).fill(200), 341, 341]);
    await desk.app.base.db.query(`update fw.company set key = 'registered:demo' where id = 1`);
    try {
      await desk.app.base.db.query(
        `insert into fw.mail (company_id, kind, user_id, address, locale, key_name, message_id, made_by, create_time, next_time, until)
         select 1, 'invite', 1, 'x' || n || '@example.org', 'zh_CN', '', 'm' || n, 1, $1, $1, $1 from generate_series(1, 90) n`,
        [desk.app.house.clock.now()],
      );
      const other = await person();
      expect(await desk.admin.call(USER, 'Invite', { id: other.id, mail: 1 })).toMatchObject({ code: 341, remark: '$mailBy' });
    } finally {
      await desk.app.base.db.query(`update fw.company set key = 'demo' where id = 1`);
    }
  });
  it('F6 one mail at a time, and five in a day', async () => {
    const { login_name } = await person();
    desk.mailer.answer = () => {
      throw new MailRefused('421 later', false);
    };
    await forgot(login_name);
    await forgot(login_name);
    await deliver();
    expect(await rows()).toHaveLength(1);
    desk.mailer.answer = () => undefined;
    for (let hour = 0; hour < 7; hour += 1) {
      desk.skew += HOUR;
      await forgot(login_name);
      await deliver();
    }
    desk.skew = 0;
    expect(desk.mailer.sent).toHaveLength(5);
  });
  it('F6 one mail too many for somebody takes back that link alone: the mails of all others go', async () => {
    const { id, login_name } = await person();
    const other = await person();
    for (let at = 0; at < 10; at += 1) expect((await desk.admin.call(USER, 'Invite', { id, mail: 1 })).code).toBe(200);
    await desk.app.base.db.query('update fw.mail set status = 3, sealed = null');
    await forgot(login_name);
    await forgot(other.login_name);
    expect((await deliver()).map(({ to }) => to)).toEqual([other.email]);
    expect(await desk.app.base.db.query('select user_id from fw.own_link')).toEqual([{ user_id: other.id }]);
    expect(await desk.app.base.db.query('select 1 from fw.forgotten')).toEqual([]);
  });
  it.each<[string, (id: number) => Promise<unknown>]>([
    ['signed out by an administrator', (id) => desk.admin.call(USER, 'SignOut', { id })],
    ['disabled', (id) => desk.admin.call(USER, 'Disable', { id })],
    ['given another password', (id) => desk.app.base.serving.query(`update fw.credential set sealed = '\\x01' where user_id = $1`, [id])],
  ])('E12 its link ends when he is %s', async (_, act) => {
    const { id, login_name } = await person();
    await forgot(login_name);
    await deliver();
    expect(await desk.app.base.db.query('select 1 from fw.own_link')).toHaveLength(1);
    await act(id);
    expect(await desk.app.base.db.query('select 1 from fw.own_link')).toEqual([]);
  });
  it('stands in the security log, and in one’s own', async () => {
    const { login_name } = await person();
    await forgot(login_name);
    const [noted] = await desk.app.base.db.query(
      `select op, reason, login, address from fw.security_log where login = $1 and op = 'Forgot'`,
      [`${login_name}@demo`],
    );
    expect(noted).toEqual({ op: 'Forgot', reason: 'ok', login: `${login_name}@demo`, address: `10.9.1.${desk.callers}` });
  });
});
