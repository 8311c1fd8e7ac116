import { describe, expect, it } from 'vitest';
import { answerForgotten } from './forgot.ts';
import { linkIn, mailDesk, USER } from './testing-mails.ts';

const desk = mailDesk();
const { drain, deliver, rows, forgot, person } = desk;

describe('ADMIN-12 an administrator has a link mailed', () => {
  it('only who may act upon the account; who has no address is told so', async () => {
    const { id } = await person();
    const other = await desk.app.signIn('applicant');
    expect((await other.call(USER, 'Invite', { id, mail: 1 })).code).toBe(312);
    const silent = await person({ email: '' });
    const told = await desk.admin.call(USER, 'Invite', { id: silent.id, mail: 1 });
    expect(told.rows[0]).toMatchObject({ code: 200, mailed: 0, link: expect.any(String) });
    expect(await rows()).toEqual([]);
  });
  it('the link is shown once all the same, and the mail has it', async () => {
    const { id, email } = await person();
    const told = await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    expect(told.rows[0]).toMatchObject({ mailed: 1, purpose: 'reset' });
    const [mail] = await deliver();
    expect(mail!.to).toBe(email);
    expect(linkIn(mail!)).toBe(told.rows[0]!.link);
  });
  it('who has a password is told of a link in its place: message, and a mail that has no link where the link goes another way', async () => {
    const { id, email } = await person();
    const messages = () => desk.app.base.db.query('select kind, said_by from fw.notice where user_entity = $1 order by id', [id]);
    expect((await desk.admin.call(USER, 'Invite', { id })).rows[0]).toMatchObject({ purpose: 'reset' });
    expect(await messages()).toEqual([{ kind: 12, said_by: 0 }]);
    const [mail, ...more] = await deliver();
    expect([mail!.to, mail!.subject, more]).toEqual([email, expect.stringContaining('已为您生成重置密码的链接'), []]);
    expect(mail!.text).toMatch(/原密码仍然有效[\s\S]*请马上登录并修改密码，链接随即失效/);
    expect(mail!.text + mail!.html).not.toMatch(/enter#|href/);
    expect((await desk.admin.call('/app', 'Page', { cloud: 'mail' })).rows[0]).toMatchObject({ kind: { id: 5 }, user_entity: { id } });
    // the mail that brings the link tells of it, and what is told by mail is told three times a day
    for (let at = 0; at < 4; at += 1) expect((await desk.admin.call(USER, 'Invite', { id, mail: at === 0 ? 1 : 0 })).code).toBe(200);
    expect((await rows()).map(({ kind }) => kind)).toEqual(['link', 'reset', 'link', 'link']);
    expect(await messages()).toHaveLength(5);
  });
  it('who has none yet is told of no link: nobody reads it', async () => {
    const { id } = await person();
    await desk.app.base.db.query('delete from fw.credential where user_id = $1', [id]);
    expect((await desk.admin.call(USER, 'Invite', { id })).rows[0]).toMatchObject({ purpose: 'invite' });
    expect([await rows(), await desk.app.base.db.query('select 1 from fw.notice where user_entity = $1', [id])]).toEqual([[], []]);
  });
  it('F6 ten mails in a day to one person: then no link is made', async () => {
    const { id } = await person();
    for (let at = 0; at < 10; at += 1) expect((await desk.admin.call(USER, 'Invite', { id, mail: 1 })).code).toBe(200);
    const [before] = await desk.app.base.db.query('select id_hash from fw.entry_link where user_id = $1', [id]);
    expect(await desk.admin.call(USER, 'Invite', { id, mail: 1 })).toMatchObject({ code: 341, remark: '$mailTo' });
    expect(await desk.app.base.db.query('select id_hash from fw.entry_link where user_id = $1', [id])).toEqual([before]);
    expect((await desk.admin.call(USER, 'Invite', { id })).code).toBe(200);
  });
  it('F6 a thousand in a day by one administrator', async () => {
    const { id } = await person();
    await desk.app.base.db.query(
      `insert into fw.mail (company_id, kind, user_id, address, locale, key_name, message_id, made_by, create_time, next_time, until, status)
       select 1, 'invite', 999, 'x@example.org', 'zh_CN', 'x', 'many ' || n, 1, now(), now(), now(), 3 from generate_series(1, 1000) n`,
    );
    expect(await desk.admin.call(USER, 'Invite', { id, mail: 1 })).toMatchObject({ code: 341, remark: '$mailBy' });
  });
});

describe('ADMIN-12 the outbox as an administrator reads it', () => {
  const mailed = async (): Promise<{ id: number; mail: number; link: string }> => {
    const { id } = await person();
    const told = await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    const mail = (await rows()).at(-1)!.id;
    return { id, mail, link: String(told.rows[0]!.link) };
  };
  it('nobody without the right sees it, or takes anything out', async () => {
    const { mail } = await mailed();
    const other = await desk.app.signIn('applicant');
    expect((await other.call('/app', 'Page', { cloud: 'mail' })).code).toBe(312);
    expect((await other.call(USER, 'TakeLink', { id: mail })).code).toBe(312);
    expect((await desk.app.call(USER, 'TakeLink', { id: String(mail) })).code).toBe(401);
  });
  it('no answer of it has a link', async () => {
    const { mail, link } = await mailed();
    const page = await desk.admin.call('/app', 'Page', { cloud: 'mail' });
    const show = await desk.admin.call('/app', 'Show', { cloud: 'mail', id: mail });
    expect(page.rows[0]).toMatchObject({ id: mail, status: { id: 1 }, user_entity: { id: expect.any(Number) } });
    expect(show.code).toBe(200);
    expect(JSON.stringify([page, show])).not.toContain(link.slice(0, 20));
  });
  it('a link is taken out once; then the mail is sent no more, and the log says who took it', async () => {
    const { id, mail, link } = await mailed();
    const told = await desk.admin.call(USER, 'TakeLink', { id: mail });
    expect(told).toMatchObject({ code: 200, rows: [{ id: mail, link, purpose: 'reset' }] });
    expect(await desk.admin.call(USER, 'TakeLink', { id: mail })).toMatchObject({ code: 311, remark: '$mailGone' });
    // he who would have had it is told that somebody else has it
    expect((await deliver()).map(({ text }) => text.includes('enter#'))).toEqual([false]);
    expect(await rows()).toMatchObject([
      { status: 6, sealed: null },
      { kind: 'link', status: 3, sealed: null },
    ]);
    const logged = await desk.app.base.db.query(
      `select actor from fw.security_log where op = 'TakeLink' and target = $1 and reason = 'ok'`,
      [`user ${id}`],
    );
    expect(logged).toEqual([{ actor: 1 }]);
  });
  it('not of a mail that was sent, whose link is over, or that somebody asked for himself', async () => {
    const { mail } = await mailed();
    await deliver();
    expect((await desk.admin.call(USER, 'TakeLink', { id: mail })).code).toBe(311);
    const ended = await mailed();
    await desk.admin.call(USER, 'SignOut', { id: ended.id });
    expect((await desk.admin.call(USER, 'TakeLink', { id: ended.mail })).code).toBe(311);
    const { login_name } = await person();
    await forgot(login_name);
    await drain(() => answerForgotten(desk.app.house));
    const own = (await rows()).at(-1)!;
    expect(own.kind).toBe('forgot');
    expect((await desk.admin.call(USER, 'TakeLink', { id: own.id })).code).toBe(311);
  });
  it('an unknown mail is 315, another table 312, nothing 314; of several each is told', async () => {
    expect((await desk.admin.call(USER, 'TakeLink', { id: 999999999 })).code).toBe(315);
    expect((await desk.admin.call(USER, 'TakeLink', { cloud: 'user', id: 1 })).code).toBe(312);
    expect((await desk.admin.call(USER, 'TakeLink', { id: '' })).code).toBe(314);
    const { mail } = await mailed();
    const told = await desk.admin.call(USER, 'TakeLink', { id: `${mail},999999999` });
    expect([told.code, ...told.rows.map(({ code }) => code)]).toEqual([343, 200, 315]);
  });
});
