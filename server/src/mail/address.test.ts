import { describe, expect, it } from 'vitest';
import { linkId } from '#protocol/signin/entry.ts';
import type { Person } from '#protocol/testing-person.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { MailRefused } from '#server/ports/mail.ts';
import { primitives } from '#server/signin/crypto.ts';
import { serve } from '#server/testing-app.ts';
import { sweepMail } from './outbox.ts';
import { HOUR, linkIn, mailDesk, USER } from './testing-mails.ts';

const desk = mailDesk();
const { deliver, forgot, rows } = desk;
const query = <Row extends object>(text: string, values: readonly unknown[] = []) => desk.app.base.db.query<Row>(text, [...values]);

/** Somebody of the demonstration, with this address. */
async function reader(email: string | null, login = 'applicant'): Promise<{ who: Person; id: number }> {
  const who = await desk.app.signIn(login);
  const id = Number(who.user.id);
  await query('update app."user" set email = $2, version = version + 1 where company_id = 1 and id = $1', [id, email]);
  await query('delete from fw.notice where user_entity = $1', [id]);
  return { who, id };
}
const change = async ({ who, id }: { who: Person; id: number }, email: string, cloud = 'user[own]', rest: object = {}) =>
  (await who.call('/app', 'Modify', { cloud, id, email, ...rest })).code;
const told = (id: number) =>
  query<{ kind: number; said: string; said_by: number }>('select kind, said, said_by from fw.notice where user_entity = $1 order by id', [
    id,
  ]);
const logged = (id: number) =>
  query<{ actor: number; sid: string }>(`select actor, sid from fw.security_log where op = 'Address' and target = $1`, [`user ${id}`]);

describe('E8 a link lies in the mailbox that it went to', () => {
  const opens = async (link: string) => (await desk.stranger('LoadEntry', { link: linkId(primitives, link) })).code;

  it('what he asked for himself ends with the address, whoever changes it', async () => {
    const { id, login_name } = await desk.person();
    await forgot(login_name);
    const link = linkIn((await deliver())[0]!);
    expect(await opens(link)).toBe(200);
    expect((await desk.admin.call('/app', 'Modify', { cloud: 'user', id, name_en: 'Still there' })).code).toBe(200);
    expect(await opens(link), 'the address is the same').toBe(200);
    await desk.written(id, 'safe@example.org', id);
    expect(await opens(link)).toBe(301);
  });

  it('what an administrator had mailed to a wrong one ends as he corrects it; what he handed on himself does not', async () => {
    const { id } = await desk.person();
    const invited = async (mail: 0 | 1) => String((await desk.admin.call(USER, 'Invite', { id, mail })).rows[0]!.link);
    const correct = async (email: string) => expect((await desk.admin.call('/app', 'Modify', { cloud: 'user', id, email })).code).toBe(200);
    const mailed = await invited(1);
    expect(await opens(mailed)).toBe(200);
    await correct('right@example.org');
    expect(await opens(mailed)).toBe(301);
    const handed = await invited(0);
    await correct('other@example.org');
    expect(await opens(handed)).toBe(200);
  });
});

describe('E8 B19 a link is of an account as it was when it was made', () => {
  const opens = async (link: string) => (await desk.stranger('LoadEntry', { link: linkId(primitives, link) })).code;
  const roles = async () =>
    (await query<{ id: number }>(`select id from app."role" where company_id = 1 and code in ('staff', 'root') order by code desc`)).map(
      ({ id }) => id,
    );

  it('what somebody gets from another hand ends it: who made it may have less than that', async () => {
    const [staff, root] = await roles();
    for (const given of [
      `role_entities = array[${staff}, ${root}]`,
      'domain_entities = domain_entities || 2::bigint',
      'department_entity = 10',
    ]) {
      const { id } = await desk.person();
      const link = String((await desk.admin.call(USER, 'Invite', { id })).rows[0]!.link);
      await query(`update app."user" set name_en = 'x', modify_entity = 2, version = version + 1 where company_id = 1 and id = $1`, [id]);
      expect(await opens(link), 'no more than before').toBe(200);
      await query(`update app."user" set ${given}, modify_entity = 2, version = version + 1 where company_id = 1 and id = $1`, [id]);
      expect(await opens(link), given).toBe(301);
    }
  });

  it('what he gets from who made the link does not: that one has it', async () => {
    const [staff, root] = await roles();
    const { id } = await desk.person();
    const link = String((await desk.admin.call(USER, 'Invite', { id })).rows[0]!.link);
    expect((await desk.admin.call('/app', 'Modify', { cloud: 'user', id, role_entities: `,${staff},${root},` })).code).toBe(200);
    expect(await opens(link)).toBe(200);
  });
});

describe('E8 FRAME-13 who changes his own mail address is told of it', () => {
  it('in the message centre, in his security log, and by a mail to the address of before', async () => {
    const his = await reader('before@example.org');
    const before = await logged(his.id);
    expect(await change(his, 'after@example.org')).toBe(200);
    expect(await told(his.id)).toEqual([{ kind: 9, said: 'before@example.org → after@example.org', said_by: his.id }]);
    const [mail, ...more] = await deliver();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'before@example.org', subject: '邮箱已变更 · 远山集团（演示）' });
    expect(mail!.text).toContain('applicant');
    expect(mail!.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d（UTC\+08:00）/);
    expect(mail!.text + mail!.html).not.toMatch(/enter#|after@|href/);
    expect(await rows()).toMatchObject([{ kind: 'address', status: 3, sealed: null }]);
    expect((await logged(his.id)).slice(before.length)).toMatchObject([{ actor: his.id }]);
    const log = await his.who.call('/cloud/app/sys/user/api/UserApi', 'SecurityLog', { page: 1 });
    expect(log.rows[0]).toMatchObject({ op: 'Address', reason: 'ok' });
    expect((await his.who.call('/app', 'Page', { cloud: 'notice' })).rows[0]).toMatchObject({ kind: { id: 9 }, key_name: '邮箱已变更' });
  });

  it('in his language, also where he takes it out, and by the form of people', async () => {
    const his = await reader('root@example.org', 'admin');
    await query(
      `insert into fw.choice values (1, $1, 'locale', 'en_US') on conflict (company_id, user_id, name) do update set value = 'en_US'`,
      [his.id],
    );
    expect(await change(his, '', 'user')).toBe(200);
    expect(await told(his.id)).toMatchObject([{ kind: 9, said: 'root@example.org → –' }]);
    expect((await deliver())[0]).toMatchObject({
      to: 'root@example.org',
      subject: expect.stringContaining('Your mail address was changed'),
    });
    await query(`delete from fw.choice where user_id = $1 and name = 'locale'`, [his.id]);
  });

  it('who had none is mailed nothing, and told all the same', async () => {
    const his = await reader(null);
    expect(await change(his, 'first@example.org')).toBe(200);
    expect(await told(his.id)).toMatchObject([{ said: '– → first@example.org' }]);
    expect(await deliver()).toEqual([]);
  });

  it('nothing is told where nothing changed: of what was refused, of the same address, of another field', async () => {
    const his = await reader('same@example.org');
    const count = async () => (await logged(his.id)).length;
    const before = await count();
    expect(await change(his, 'no address')).toBe(305);
    expect(await change(his, 'stale@example.org', 'user[own]', { version: 1 })).toBe(311);
    expect(await change(his, 'same@example.org')).toBe(200);
    expect((await his.who.call('/app', 'Modify', { cloud: 'user[own]', id: his.id, mobile: '13800001234' })).code).toBe(200);
    expect([await told(his.id), await deliver(), await count()]).toEqual([[], [], before]);
  });

  it('FRAME-13 ADMIN-12 changed by somebody else it is told to its person all the same: message, mail, and both logs, without who it was', async () => {
    const his = await reader('mine@example.org', 'viewer');
    const modify = (fields: object) => desk.admin.call('/app', 'Modify', { cloud: 'user', id: his.id, ...fields });
    expect((await modify({ email: 'given@example.org', mobile: '13900002222' })).code).toBe(200);
    expect(await told(his.id)).toEqual([{ kind: 9, said: 'mine@example.org → given@example.org', said_by: 0 }]);
    const [mail, ...more] = await deliver();
    expect([mail!.to, more]).toEqual(['mine@example.org', []]);
    expect(mail!.text).toContain('由他人（如管理员）完成');
    expect(mail!.text + mail!.html).not.toMatch(/enter#|given@|三天/);
    const read = async (who: Person) =>
      (await who.call(USER, 'SecurityLog', { page: 1 })).rows.map(({ op, address }) => `${op} ${address}`);
    expect((await read(his.who)).slice(0, 2)).toEqual(['Address ', 'Mobile ']);
    expect((await read(desk.admin)).filter((op) => op.startsWith('Mobile'))).toEqual([]);
    expect((await modify({ mobile: '13900002222' })).code).toBe(200);
    expect((await read(his.who)).filter((op) => op === 'Mobile ')).toHaveLength(1);
  });

  it('the same call twice is told once', async () => {
    const his = await reader('once@example.org');
    const rid = { _rid: 'c2f7a5b0-3c1e-4d52-9b5e-0a4f6f1f7d01' };
    for (let at = 0; at < 2; at += 1) expect(await change(his, 'twice@example.org', 'user[own]', rid)).toBe(200);
    expect([(await told(his.id)).length, (await deliver()).length]).toEqual([1, 1]);
  });

  it('F6 of changes to and fro three a day are mailed, however many there are; and no address gets more than ten', async () => {
    const his = await reader('to0@example.org');
    for (let at = 1; at <= 5; at += 1) expect(await change(his, `to${at}@example.org`)).toBe(200);
    expect((await deliver()).map(({ to }) => to)).toEqual(['to0@example.org', 'to1@example.org', 'to2@example.org']);
    expect(await told(his.id)).toHaveLength(5);
    const other = await reader('full@example.org', 'viewer');
    await query(
      `insert into fw.mail (company_id, kind, user_id, address, locale, key_name, message_id, made_by, create_time, next_time, until, status)
       select 1, 'invite', 999, 'full@example.org', 'zh_CN', 'x', 'full ' || n, 1, now(), now(), now(), 3 from generate_series(1, 10) n`,
    );
    expect(await change(other, 'free@example.org')).toBe(200);
    expect(await deliver()).toHaveLength(3);
  });

  it('a mail of it uses up nothing of those that bring links, and a company that a stranger made sends a hundred in all', async () => {
    const his = await reader('mine@example.org');
    await query(
      `insert into fw.mail (company_id, kind, user_id, address, locale, key_name, message_id, made_by, create_time, next_time, until, status)
       select 1, 'address', $1, 'x' || n || '@example.org', 'zh_CN', 'x', 'told ' || n, 1, now(), now(), now(), 3 from generate_series(1, 10) n`,
      [his.id],
    );
    expect((await desk.admin.call(USER, 'Invite', { id: his.id, mail: 1 })).code).toBe(200);
    const other = await reader('strange@example.org', 'viewer');
    await query(`update fw.company set key = 'registered:demo' where id = 1`);
    await query(
      `insert into fw.mail (company_id, kind, user_id, address, locale, key_name, message_id, made_by, create_time, next_time, until, status)
       select 1, 'invite', 998, 'y' || n || '@example.org', 'zh_CN', 'x', 'strange ' || n, 1, now(), now(), now(), 3 from generate_series(1, 100) n`,
    );
    try {
      expect(await change(other, 'elsewhere@example.org')).toBe(200);
      expect((await deliver()).map(({ to }) => to)).not.toContain('strange@example.org');
    } finally {
      await query(`update fw.company set key = 'demo' where id = 1`);
    }
  });

  it('where no mail is sent none is written; refused for good it keeps nothing, and nobody takes a link out of it', async () => {
    const silent = await serve({ ...desk.app.base, close: async () => undefined }, diskFiles('/nonexistent'));
    try {
      const his = await reader('quiet@example.org');
      const there = await silent.signIn('applicant');
      expect(await change({ who: there, id: his.id }, 'quieter@example.org')).toBe(200);
      expect([await rows(), await told(his.id)]).toMatchObject([[], [{ kind: 9 }]]);
    } finally {
      await silent.close();
    }
    const his = await reader('gone@example.org');
    expect(await change(his, 'there@example.org')).toBe(200);
    const [waits] = await rows();
    expect((await desk.admin.call(USER, 'TakeLink', { id: waits!.id })).code).toBe(311);
    desk.mailer.answer = () => {
      throw new MailRefused('550 no such mailbox', true);
    };
    await deliver();
    expect(await rows()).toMatchObject([{ status: 4, sealed: null }]);
    expect((await desk.admin.call('/app', 'Show', { cloud: 'mail', id: waits!.id })).data).toMatchObject({ kind: { id: 4 } });
  });

  it('after three days it is worth telling no more; until then the new address gets no link', async () => {
    const his = await reader('old@example.org');
    expect(await change(his, 'new@example.org')).toBe(200);
    await forgot('applicant');
    desk.mailer.answer = () => {
      throw new MailRefused('451 later', false);
    };
    await deliver();
    expect(await rows()).toMatchObject([{ kind: 'address', status: 1 }]);
    await sweepMail(desk.app.base.serving, new Date(Date.now() + 71 * HOUR), { sends: true });
    expect(await rows()).toMatchObject([{ status: 1 }]);
    await sweepMail(desk.app.base.serving, new Date(Date.now() + 73 * HOUR), { sends: true });
    expect(await rows()).toMatchObject([{ status: 5, sealed: null }]);
  });
});
