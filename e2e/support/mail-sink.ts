import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  /** for SMTP_URL */
  url: string;
  /** what it took, whole */
  taken: { to: string[]; raw: string }[];
  close(): Promise<void>;
}

/** A mail server on a free port of the machine, which takes everything. */
export async function openMailSink(): Promise<MailSink> {
  const taken: MailSink['taken'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The one-time link in a mail: of quoted-printable lines the soft breaks are taken out. */
export const linkIn = (raw: string): string =>
  /https?:\/\/[^\s"<]+\/enter#[\w-]{43}/.exec(raw.replace(/=\r?\n/g, '').replace(/=3D/g, '='))![0];
