import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { demandLines, type Mailer, MailRefused, senderOf } from './mail.ts';

/** In milliseconds: to reach the mail server, for its next word, and for one mail in all. */
const PATIENCE = { connect: 10_000, word: 30_000, whole: 90_000 };

/** Sends by SMTP, one connection a mail. A password leaves the machine only encrypted: without STARTTLS there nothing is sent. */
export function smtpMailer({ url, from, patience = PATIENCE }: { url: string; from: string; patience?: typeof PATIENCE }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const sender = senderOf(from)!;
  const transport = createTransport({
    ...{ host, secure, port: Number(port) || (secure ? 465 : 587), requireTLS: !secure && username !== '' && !isHere(host) },
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    ...{
      dnsTimeout: patience.connect,
      connectionTimeout: patience.connect,
      greetingTimeout: patience.connect,
      socketTimeout: patience.word,
    },
    ...{ disableFileAccess: true, disableUrlAccess: true, logger: false },
  });
  return {
    send: async (mail) => {
      demandLines(mail);
      const { to, subject, text, html, messageId } = mail;
      // what answers by itself leaves such mails alone, so that none goes in a circle
      const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
      const sent = transport.sendMail({
        ...{ from: sender, to, subject, text, html, messageId, headers, envelope: { from: sender.address, to } },
        ...{ disableFileAccess: true, disableUrlAccess: true },
      });
      await Promise.race([sent, tooLong(patience.whole)]).catch((error) => {
        throw refusalOf(error as SmtpError);
      });
    },
  };
}

const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const tooLong = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the mail server does not come to an end')), ms).unref();
  });

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** Of addressee and message, a 5xx is the last word; a server that is away, or does not let us in, may do so later. */
function refusalOf({ code, command = '', responseCode = 0, response, message }: SmtpError): MailRefused {
  const final = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return new MailRefused(command ? `${command}: ${response ?? message}` : message, final);
}
