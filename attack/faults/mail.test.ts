import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MailRefused } from '#server/ports/mail.ts';
import { smtpMailer } from '#server/ports/mail-smtp.ts';
import { openSite, type Product, type Site, until } from './run/product.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

type Answer = { code: number; text: string } | 'hang' | undefined;
interface Taken {
  from: string;
  to: string[];
  raw: string;
}
/** A mail server that answers as a test says, and keeps what it took. `heard`: all messages that came to their end, taken or not. */
async function openSink(port = 0) {
  const sink = {
    port: 0,
    taken: [] as Taken[],
    heard: [] as Taken[],
    signedIn: 0,
    rcpt: (): Answer => undefined,
    data: (): Answer => undefined,
    close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  };
  const errorOf = ({ code, text }: { code: number; text: string }) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    ...{ authOptional: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'], closeTimeout: 100 },
    onAuth: (_, __, done) => {
      sink.signedIn += 1;
      done(null, { user: 1 });
    },
    onRcptTo: (_, __, done) => {
      const answer = sink.rcpt();
      if (answer !== 'hang') done(answer && errorOf(answer));
    },
    onData: (stream: SMTPServerDataStream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
        };
        const answer = sink.data();
        sink.heard.push(mail);
        if (answer === 'hang') return;
        if (!answer) sink.taken.push(mail);
        done(answer && errorOf(answer));
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  sink.port = (server.server.address() as AddressInfo).port;
  return sink;
}
type Sink = Awaited<ReturnType<typeof openSink>>;

const idOf = ({ raw }: Taken): string => /^Message-ID: (\S+)/im.exec(raw)![1]!;
const headersOf = ({ raw }: Taken): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');

describe('the port to a mail server', () => {
  const mail = { to: 'ann@in.example', subject: '重新设置密码 {{7*7}}', text: 'a\n.\nb', html: '<p>a</p>', messageId: '<1@formwork>' };
  const patience = { connect: 500, word: 500, whole: 2_000 };
  let sink: Sink;
  beforeAll(async () => {
    sink = await openSink();
  });
  afterAll(() => sink?.close());
  afterEach(() => {
    sink.taken.length = 0;
    sink.rcpt = () => undefined;
    sink.data = () => undefined;
  });
  const mailer = (url = `smtp://127.0.0.1:${sink.port}`) => smtpMailer({ url, from: 'Projects <platform@example.org>', patience });
  const refused = async (work: Promise<void>): Promise<boolean> =>
    work.then(
      () => Promise.reject(new Error('it was taken')),
      (error) => {
        expect(error).toBeInstanceOf(MailRefused);
        return (error as MailRefused).final;
      },
    );

  test('A20 A19 the sink sees exactly the addressee and the headers that were meant', async () => {
    await mailer().send(mail);
    const [taken] = sink.taken;
    expect([taken!.from, taken!.to]).toEqual(['platform@example.org', ['ann@in.example']]);
    expect(
      headersOf(taken!)
        .map((line) => line.split(':')[0]!.toLowerCase())
        .sort(),
    ).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to', 'x-auto-response-suppress'].sort(),
    );
    // ids and dates have figures of their own
    expect(headersOf(taken!).find((line) => line.startsWith('Subject:'))).not.toContain('49');
  });
  test.each([
    { subject: 'x\r\nBcc: v@x.example' },
    { subject: 'x\nBcc: v@x.example' },
    { to: 'a@b.example\r\nBcc: v@x.example' },
    { to: 'a@b.example, v@x.example' },
    { to: '"x@evil.example x"@in.local' },
    { to: '<v@x.example>' },
    { messageId: '<1@formwork>\r\nBcc: v@x.example' },
  ])('A20 %j is refused before anybody is called', async (more) => {
    expect(await refused(mailer().send({ ...mail, ...more }))).toBe(true);
    expect(sink.heard.filter(({ raw }) => raw.includes('Bcc'))).toEqual([]);
    expect(sink.taken).toEqual([]);
  });
  test('A20 F2 what the library could do more, no caller can ask of it', async () => {
    const more = {
      bcc: 'v@x.example',
      raw: { path: '/etc/passwd' },
      attachments: [{ path: '/etc/passwd' }],
      cc: 'w@x.example',
      headers: { Bcc: 'v@x.example' },
    };
    await mailer().send({ ...mail, ...more });
    await mailer()
      .send({ ...mail, html: { path: '/etc/passwd' } as never })
      .catch(() => undefined);
    await mailer()
      .send({ ...mail, text: { href: `http://127.0.0.1:${sink.port}/` } as never })
      .catch(() => undefined);
    expect(sink.taken[0]!.to).toEqual(['ann@in.example']);
    expect(sink.taken.map(({ raw }) => raw).join('')).not.toMatch(/root:|x\.example/);
  });
  test('fault 25 4xx, 5xx, hanging and being away are told apart: only the last word of a server is final', async () => {
    sink.rcpt = () => ({ code: 450, text: 'greylisted' });
    expect(await refused(mailer().send(mail))).toBe(false);
    sink.rcpt = () => ({ code: 550, text: 'no such mailbox' });
    expect(await refused(mailer().send(mail))).toBe(true);
    sink.rcpt = () => undefined;
    sink.data = () => ({ code: 451, text: 'try later' });
    expect(await refused(mailer().send(mail))).toBe(false);
    sink.data = () => ({ code: 554, text: 'no' });
    expect(await refused(mailer().send(mail))).toBe(true);
    sink.data = () => 'hang';
    expect(await refused(mailer().send(mail))).toBe(false);
    expect(await refused(mailer('smtp://127.0.0.1:9').send(mail))).toBe(false);
  });
  test('a password goes to another machine only encrypted', async () => {
    // 127.0.0.1 by a name that is not the machine’s own as far as the port knows
    const told = await mailer(`smtp://ann:secret@[::ffff:127.0.0.1]:${sink.port}`)
      .send(mail)
      .catch((error: Error) => error.message);
    expect(told).toMatch(/STARTTLS/i);
    expect(sink.signedIn).toBe(0);
    expect(sink.taken).toEqual([]);
  });
});

describe('fault 25 the product and its mail server', () => {
  let site: Site;
  let product: Product;
  let sink: Sink;
  const start = (): Promise<Product> =>
    site.start({ SMTP_URL: `smtp://127.0.0.1:${sink.port}`, MAIL_FROM: 'platform@example.org', PUBLIC_URL: 'https://erp.example.com' });
  beforeAll(async () => {
    site = await openSite();
    sink = await openSink();
    product = await start();
    for (const login of ['admin', 'applicant', 'depthead'])
      await site.sql(`update app."user" set email = $1 || '@example.org' where company_id = 1 and login_name = $1`, [login]);
  });
  afterAll(async () => {
    await product?.stop('SIGKILL');
    await sink?.close();
    await site?.close();
  });
  const forgot = (username: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/sys?op=Forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ _os: 'web', subname: 'demo', username, locale: 'zh_CN' }),
    }).then((answer) => answer.json() as Promise<{ code: number }>);
  const mails = () => site.sql<{ status: number; tries: number; fault: string }>('select status, tries, fault from fw.mail order by id');
  /** Its next try is now: nobody waits a minute here. */
  const hurry = () => site.sql(`update fw.mail set next_time = now() where status in (1, 2)`);
  const clear = () => site.sql('delete from fw.mail');

  test('E18 a mail goes out within a moment, and its link is the setting’s', async () => {
    expect(await forgot('applicant', { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' })).toMatchObject({ code: 200 });
    await until(
      async () => sink.taken.length,
      (n) => n === 1,
    );
    const body = sink.taken[0]!.raw.replace(/=\r\n/g, '');
    expect(body).not.toContain('evil');
    expect(sink.taken[0]!.to).toEqual(['applicant@example.org']);
    await until(mails, ([mail]) => mail?.status === 3);
    await clear();
  });
  test('down, then 4xx, then taken: one delivery, and what asked for it never waited', async () => {
    const before = sink.taken.length;
    const { port } = sink;
    await sink.close();
    const begun = performance.now();
    expect(await forgot('depthead')).toMatchObject({ code: 200 });
    expect(performance.now() - begun).toBeLessThan(5_000);
    await until(mails, ([mail]) => mail?.status === 1 && mail.tries === 1 && mail.fault !== '');
    const taken = sink.taken;
    sink = await openSink(port);
    sink.taken.push(...taken);
    sink.data = () => ({ code: 451, text: 'try later' });
    await hurry();
    await until(mails, ([mail]) => mail!.tries === 2 && mail!.status === 1);
    expect((await mails())[0]!.fault).toContain('451');
    sink.data = () => undefined;
    await hurry();
    await until(mails, ([mail]) => mail!.status === 3);
    expect(sink.taken).toHaveLength(before + 1);
    expect(new Set(sink.heard.map(idOf)).size).toBe(1);
    await clear();
  });
  test('5xx: failed in sight, and not tried again', async () => {
    sink.rcpt = () => ({ code: 550, text: 'no such mailbox' });
    await forgot('applicant');
    await until(mails, ([mail]) => mail?.status === 4);
    expect((await mails())[0]!.fault).toContain('550');
    sink.rcpt = () => undefined;
    await clear();
  });
  test('kill -9 while the server hangs after DATA: it goes again under the same message id, and nothing else does', async () => {
    const before = sink.heard.length;
    sink.data = () => 'hang';
    await forgot('applicant');
    await until(
      async () => sink.heard.length,
      (n) => n === before + 1,
    );
    await product.stop('SIGKILL');
    expect((await mails()).map(({ status }) => status)).toEqual([2]);
    sink.data = () => undefined;
    product = await start();
    await hurry();
    await until(mails, ([mail]) => mail!.status === 3);
    const ids = sink.heard.slice(before).map(idOf);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    await clear();
  });
});
