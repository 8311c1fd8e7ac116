import { describe, expect, it } from 'vitest';
import { diskFiles } from '#server/ports/files-disk.ts';
import { MailRefused } from '#server/ports/mail.ts';
import { serve } from '#server/testing-app.ts';
import { answerForgotten } from './forgot.ts';
import { claimMail, sweepMail } from './outbox.ts';
import { sendNext } from './send.ts';
import { HOUR, linkIn, MINUTE, mailDesk, USER } from './testing-mails.ts';

const desk = mailDesk();
const { drain, deliver, rows, forgot, person } = desk;

describe('the outbox', () => {
  it('nothing is written where the act that causes it is undone', async () => {
    const { id } = await person();
    const told = await desk.admin.call(USER, 'Invite', { id: `${id},999999999`, mail: 1 });
    expect(told.rows.map(({ code, mailed }) => [code, mailed])).toEqual([
      [200, 1],
      [expect.any(Number), undefined],
    ]);
    expect(await rows()).toHaveLength(1);
  });
  it('what is sealed in it is not in any column', async () => {
    const { login_name } = await person();
    await forgot(login_name);
    await drain(() => answerForgotten(desk.app.house));
    const [before] = await desk.app.base.db.query<{ row: string }>('select row_to_json(m)::text as row from fw.mail m');
    const [view] = await desk.app.base.db.query<{ row: string }>('select row_to_json(m)::text as row from app.mail m');
    const link = linkIn((await deliver())[0]!);
    expect(before!.row + view!.row).not.toContain(link);
    expect((await rows())[0]!.sealed).toBeNull();
  });
  it('fault 25 a refusal for now is tried again, later and later, under the same message id', async () => {
    const { login_name } = await person();
    const seen: string[] = [];
    desk.mailer.answer = ({ messageId }) => {
      seen.push(messageId);
      throw new MailRefused('451 try later', false);
    };
    await forgot(login_name);
    await deliver();
    expect(await rows()).toMatchObject([{ status: 1, tries: 1, fault: '451 try later' }]);
    await deliver();
    expect(seen).toHaveLength(1);
    try {
      for (const minutes of [1, 2, 4]) {
        desk.skew += minutes * MINUTE - 5_000;
        await deliver();
        const before = seen.length;
        desk.skew += 10_000;
        await deliver();
        expect(seen).toHaveLength(before + 1);
      }
      expect(new Set(seen).size).toBe(1);
      desk.mailer.answer = () => undefined;
      desk.skew += 9 * MINUTE;
      expect((await deliver()).map(({ messageId }) => messageId)).toEqual([seen[0]]);
      expect(await rows()).toMatchObject([{ status: 3, tries: 5, fault: '' }]);
    } finally {
      desk.skew = 0;
    }
  });
  it('fault 25 a refusal for good is not tried again, and says why', async () => {
    const { login_name } = await person();
    desk.mailer.answer = () => {
      throw new MailRefused('550 no such\r\nmailbox', true);
    };
    await forgot(login_name);
    await deliver();
    expect(await rows()).toMatchObject([{ status: 4, tries: 1, fault: '550 no such mailbox' }]);
  });
  it('one that was being sent when its process died goes again after a while, and not before', async () => {
    const { login_name } = await person();
    desk.mailer.answer = () => {
      throw new Error('the process dies here');
    };
    await forgot(login_name);
    await expect(deliver()).rejects.toThrow('dies here');
    desk.mailer.answer = () => undefined;
    expect(await deliver()).toEqual([]);
    desk.skew += 5 * MINUTE + 1000;
    try {
      expect(await deliver()).toHaveLength(1);
      expect(await rows()).toMatchObject([{ status: 3, tries: 2 }]);
    } finally {
      desk.skew = 0;
    }
  });
  it('a mail that another process is just taking is passed by, and waited for by nobody', async () => {
    const { login_name } = await person();
    await forgot(login_name);
    await drain(() => answerForgotten(desk.app.house));
    await desk.app.base.serving.tx(async (tx) => {
      expect(await claimMail(tx, desk.app.house.clock.now())).not.toBeNull();
      expect(await claimMail(desk.app.base.serving, desk.app.house.clock.now())).toBeNull();
    });
  });
  it('several processes send one mail once', async () => {
    const names = await Promise.all([person(), person(), person()]);
    for (const { login_name } of names) await forgot(login_name);
    await drain(() => answerForgotten(desk.app.house));
    desk.mailer.answer = () => new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all([1, 2, 3, 4].map(() => drain(() => sendNext(desk.app.house, desk.mailer))));
    expect(desk.mailer.sent.map(({ to }) => to).sort()).toEqual(names.map(({ email }) => email).sort());
  });
  it('E12 a link that was ended, replaced or is over is not mailed any more', async () => {
    const { id, email } = await person();
    await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    expect((await deliver()).map(({ to }) => to)).toEqual([email]);
    expect((await rows()).map(({ status }) => status).sort()).toEqual([3, 5]);
    await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    await desk.admin.call(USER, 'Disable', { id });
    expect(await deliver()).toHaveLength(1);
    const last = (await rows()).at(-1)!;
    expect([last.status, last.sealed]).toEqual([5, null]);
  });
  it('E8 one that waits for an address that is his no more is over', async () => {
    const { id, login_name } = await person();
    await forgot(login_name);
    await drain(() => answerForgotten(desk.app.house));
    await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    expect((await desk.admin.call('/app', 'Modify', { cloud: 'user', id, email: 'moved@example.org' })).code).toBe(200);
    expect((await deliver()).filter(({ text }) => text.includes('enter#'))).toEqual([]);
    expect(await rows()).toMatchObject([
      { status: 5, sealed: null },
      { status: 5, sealed: null },
      { kind: 'address', status: 3 },
    ]);
  });
  it('who forgot his password while nobody could look waits as long as a link of his would hold', async () => {
    await forgot('admin');
    const noted = () => desk.app.base.db.query('select 1 from fw.forgotten');
    await sweepMail(desk.app.base.serving, new Date(Date.now() + 119 * MINUTE), { sends: true });
    expect(await noted()).toHaveLength(1);
    await sweepMail(desk.app.base.serving, new Date(Date.now() + 121 * MINUTE), { sends: true });
    expect(await noted()).toEqual([]);
  });
  it('addresses that were vouched for are forgotten when they count no more', async () => {
    const { id } = await person();
    await desk.admin.call('/app', 'Modify', { cloud: 'user', id, email: 'vouched@example.org' });
    const vouched = () => desk.app.base.db.query('select 1 from fw.address_vouched where user_id = $1', [id]);
    await sweepMail(desk.app.base.serving, new Date(Date.now() + 72 * HOUR), { sends: true });
    expect(await vouched()).toHaveLength(1);
    await sweepMail(desk.app.base.serving, new Date(Date.now() + 97 * HOUR), { sends: true });
    expect(await vouched()).toEqual([]);
  });
  it('what was never sent is over with its link, and long ago is forgotten', async () => {
    const { id } = await person();
    await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    const at = (hours: number) => new Date(Date.now() + hours * HOUR);
    await sweepMail(desk.app.base.serving, at(71), { sends: true });
    expect(await rows()).toMatchObject([{ status: 1 }]);
    await sweepMail(desk.app.base.serving, at(73), { sends: true });
    expect(await rows()).toMatchObject([{ status: 5, sealed: null }]);
    await sweepMail(desk.app.base.serving, at(91 * 24), { sends: true });
    expect(await rows()).toEqual([]);
  });
});

describe('ADMIN-12 without a mail server', () => {
  it('a mail waits, says for what, and goes once there is one; its link can be handed on', async () => {
    const silent = await serve({ ...desk.app.base, close: async () => undefined }, diskFiles('/nonexistent'));
    try {
      const other = await silent.signIn('admin');
      const [first, second] = [await person(), await person()];
      for (const { id } of [first, second])
        expect((await other.call(USER, 'Invite', { id, mail: 1 })).rows[0]).toMatchObject({ mailed: 1 });
      expect((await other.call(USER, 'Account', { id: first.id })).data).toMatchObject({ mail: { has: true, sent: false } });
      const [one, two] = await rows();
      expect([one!.status, two!.status]).toEqual([7, 7]);
      expect((await other.call(USER, 'TakeLink', { id: one!.id })).code).toBe(200);
      expect((await deliver()).map(({ to }) => to)).toEqual([second.email]);
    } finally {
      await silent.close();
    }
  });
  it('one that waited when mails were sent says so, too', async () => {
    const { id } = await person();
    await desk.admin.call(USER, 'Invite', { id, mail: 1 });
    await sweepMail(desk.app.base.serving, new Date(), { sends: false });
    expect(await rows()).toMatchObject([{ status: 7 }]);
  });
});
