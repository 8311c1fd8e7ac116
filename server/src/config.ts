import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isFault } from './ports/fault.ts';
import { isSmtp, senderOf } from './ports/mail.ts';

interface Setting<T> {
  schema: z.ZodType<T, string | undefined>;
  /** As the documentation shows it; the schema itself fills it in. */
  fallback: string;
  about: string;
}

function setting<T>(fallback: string, about: string, schema: z.ZodType<T, string | undefined>): Setting<T> {
  return { schema, fallback, about };
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');

/** Addresses and networks, separated by commas or blanks; `10.0.0.0/8`, `fd00::/8`, `127.0.0.1`. */
const networks = z
  .string()
  .prefault('')
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, separated by commas');

/** A network of no bits is everybody, who is no proxy. */
function isNetwork(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(ip)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most));
}

function isSite(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#\s]/.test(text);
}

function whole(least: number, most: number) {
  const text = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, text)
    .transform(Number)
    .refine((value) => value >= least && value <= most, text);
}

function address(schemes: string, text: string) {
  return z
    .string()
    .regex(new RegExp(`^(${schemes})://.+`), text)
    .refine((value) => URL.canParse(value), text)
    .optional();
}

const postgres = address('postgres|postgresql', 'must be postgres://user:password@host:port/database');

const page = address('https?', 'must be http:// or https:// and a host');

/** `localhost` may be two addresses, of which the server would guard one. */
const host = z
  .string()
  .min(1)
  .transform((said) => (said === 'localhost' ? '127.0.0.1' : said));

/** Every setting of the server, read from the environment. docs/guides/settings.md shows this table; a test compares them. */
export const SETTINGS = {
  PORT: setting('8000', 'port of the pages and of the wire; 0 takes any free one', port.prefault('8000')),
  HOST: setting('127.0.0.1', 'address to listen on; 0.0.0.0 opens the server to the network', host.prefault('127.0.0.1')),
  TRUSTED_PROXIES: setting(
    'none',
    'reverse proxies, as addresses or networks (`10.0.0.5, 192.168.7.0/24`): only from these X-Forwarded-For and X-Forwarded-Proto are believed',
    networks,
  ),
  DATA_DIR: setting(
    './data',
    'folder of the embedded database, of files and of keys',
    z
      .string()
      .prefault('./data')
      .transform((value) => resolve(value)),
  ),
  KEYS_DIR: setting(
    '`keys` in `DATA_DIR`',
    "folder of the server's four keys, the same on all nodes of a database; files of 32 bytes that only their owner can read",
    z
      .string()
      .transform((value) => resolve(value))
      .optional(),
  ),
  DATABASE_URL: setting(
    'embedded database',
    'an outside PostgreSQL 15 or later: postgres://user:password@host:port/database, UTF-8 with C.UTF-8',
    postgres,
  ),
  DATABASE_OWNER_URL: setting(
    'the role of `DATABASE_URL`',
    'the same database as the role that owns it: it makes and changes the tables at start and is not used after, so that the role of `DATABASE_URL` only reads and writes rows',
    postgres,
  ),
  SUITES: setting(
    'all below `suites` that are not optional',
    'the suites that are installed, by code and separated by commas: `upkeep, capex`; `sys` and what they require come with them',
    z
      .string()
      .transform((value) => value.split(/[\s,]+/).filter(Boolean))
      .refine((codes) => codes.every((code) => /^[A-Za-z][A-Za-z0-9_]{0,58}$/.test(code)), 'must be codes of suites, separated by commas')
      .optional(),
  ),
  DEMO: setting(
    '1',
    '1 makes the demonstration companies of the installed suites with their data, 0 an empty platform',
    z
      .enum(['0', '1'], { error: 'must be 0 or 1' })
      .prefault('1')
      .transform((value) => value === '1'),
  ),
  DEMO_PASSWORD: setting(
    'generated',
    'password of all users of the demonstration company, 8 to 64 characters; a generated one is printed at the start that makes them. People who have a password keep it: a later start with another one says so and changes nothing',
    z.string().min(8, 'must have 8 to 64 characters').max(64, 'must have 8 to 64 characters').optional(),
  ),
  LOCALE: setting(
    'zh_CN',
    'language of who has not chosen one: zh_CN is Chinese, browser is what his browser asks for',
    z.enum(['zh_CN', 'browser'], { error: 'must be zh_CN or browser' }).prefault('zh_CN'),
  ),
  REGISTRATION: setting(
    'off',
    'on lets whoever reaches the server make a company of his own at `/register`, five a day from an address and 100 in all',
    z
      .enum(['off', 'on'], { error: 'must be off or on' })
      .prefault('off')
      .transform((value) => value === 'on'),
  ),
  MAX_USERS: setting(
    'no bound',
    'how many active users a company has at most that registers; of one that stands `npm run db users -- company 50` says it',
    whole(1, 99_999).optional(),
  ),
  REGISTERED_FILES_MB: setting(
    '500',
    'megabytes that all files of a company may have together that registers; of one that stands `npm run db files -- company 2000` says it',
    whole(0, 999_999_999).prefault('500'),
  ),
  APP_IOS: setting('none', 'address of the app for iPhones, http or https: the sign-in page shows it as a code for cameras', page),
  APP_ANDROID: setting('none', 'the same for Android', page),
  MAP: setting(
    'shapes',
    'how maps of reports are drawn: shapes with the borders of the provinces of China, where all of its places are such; tiles as a grid',
    z.enum(['shapes', 'tiles'], { error: 'must be shapes or tiles' }).prefault('shapes'),
  ),
  MAP_REVIEW_NUMBER: setting(
    'none',
    'the number under which the map was reviewed (审图号), for who publishes it: it stands below each map that has shapes',
    z
      .string()
      .regex(/^[\p{L}\p{N}()（）[\]〔〕 .-]{4,40}$/u, 'must have 4 to 40 letters, digits and brackets')
      .optional(),
  ),
  MQTT_URL: setting(
    'embedded broker',
    'an outside MQTT broker: mqtt://, mqtts://, ws:// or wss://',
    address('mqtts?|wss?', 'must be mqtt://, mqtts://, ws:// or wss:// and a host'),
  ),
  SMTP_URL: setting(
    'mails wait in the outbox',
    'the mail server: smtp://user:password@host:port, or smtps:// for TLS from the first byte; needs `MAIL_FROM` and `PUBLIC_URL`. A password goes to another machine only encrypted',
    address('smtps?', 'must be smtp:// or smtps://, then user:password@host:port').refine(
      (value) => value === undefined || isSmtp(value),
      'must be smtp:// or smtps://, then user:password@host:port and nothing else',
    ),
  ),
  MAIL_FROM: setting(
    'none',
    'whom mails are from: `platform@example.com`, or `Projects <platform@example.com>`',
    z
      .string()
      .refine((value) => senderOf(value) !== null, 'must be an address, or a name and <an address>')
      .optional(),
  ),
  PUBLIC_URL: setting(
    'none',
    'where people reach this server: https://erp.example.com. Links in mails begin with it, and with nothing that a request says',
    z
      .string()
      .refine(isSite, 'must be http:// or https://, a host, and nothing behind it but a path')
      .transform((value) => (value.endsWith('/') ? value.slice(0, -1) : value))
      .optional(),
  ),
  WORKERS: setting(
    '1',
    'server processes on the one port, 1 to 16; with more than one, SIGHUP replaces them one after the other',
    whole(1, 16).prefault('1'),
  ),
  LEAVE_SECONDS: setting(
    '1',
    'how long a server that is told to stop still takes calls while `/health` says `leaving`, so that a balancer sends them elsewhere; 0 to 60',
    whole(0, 60).prefault('1'),
  ),
  REFUSED_FILES: setting(
    'programs and scripts',
    'endings of files that cannot be uploaded (`exe, bat, iso`), by name and, while there are any, programs by what they hold; `none` takes everything. A field whose definition names its endings takes those',
    z
      .string()
      .transform((value) => value.toLowerCase().split(/[\s,]+/))
      .refine(
        (endings) => endings.every((ending) => /^[a-z0-9-]{1,20}$/.test(ending)),
        'must be endings such as exe, bat, separated by commas, or none',
      )
      .transform((endings) => (endings.length === 1 && endings[0] === 'none' ? [] : endings))
      .optional(),
  ),
  PASSWORD_RULE: setting(
    '1',
    '0: a password field of a form takes any password, and asks for no eight characters of two kinds; passwords of sign-in keep their rule',
    z
      .enum(['0', '1'], { error: 'must be 0 or 1' })
      .prefault('1')
      .transform((value) => value === '1'),
  ),
  UPLOADS_MB: setting(
    '1000',
    "megabytes (of 1,048,576 bytes) that one person's uploads may have together before a save takes them, 100 at least; 100 files in any case. One file has at most 100 of them, a picture of a picture field 20, whatever is said here",
    whole(100, 99_999).prefault('1000'),
  ),
  COMPANY_FILES_MB: setting(
    '20000',
    'megabytes that all files of a company may have together of which nothing else is said, 100 at least; those that stand stay where a company has more',
    whole(100, 999_999_999).prefault('20000'),
  ),
  METRICS_KEY: setting(
    'the machine itself alone',
    'a key of 16 to 200 letters, digits and signs: who is not on the machine itself, or comes through a proxy, reads `/metrics` with `Authorization: Bearer` and this key',
    z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 letters, digits and signs without blanks')
      .optional(),
  ),
  SECURITY_LOG_DAYS: setting('180', 'days for which entries of the security log are kept, 31 at least', whole(31, 99_999).prefault('180')),
  LOG_LEVEL: setting(
    'info',
    'fatal, error, warn, info, debug, trace or silent',
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .prefault('info'),
  ),
  FORMWORK_TEST: setting(
    '0',
    '1 on a server that tests may break on purpose; never where people work',
    z
      .enum(['0', '1'], { error: 'must be 0 or 1' })
      .prefault('0')
      .transform((value) => value === '1'),
  ),
  FAULT: setting(
    'none',
    'with `FORMWORK_TEST=1` only: a point of `server/src/ports/fault.ts` and what happens there, such as `tx.commit:exit`',
    z.string().refine(isFault, 'must be point:exit, point:throw or point:delay=ms, then @n for its n-th pass').optional(),
  ),
} as const;

type Settings = typeof SETTINGS;
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]['schema']> };

/** Reads and checks all settings; an empty one counts as absent. Throws one error that names every wrong one, and no value (some are secret). */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, { schema }]) => {
    const read = (schema as z.ZodType<unknown, string | undefined>).safeParse(env[name] || undefined);
    if (!read.success) wrong.push(`${name} ${read.error.issues[0]?.message}`);
    return [name, read.data];
  });
  if (env.FAULT && env.FORMWORK_TEST !== '1') wrong.push('FAULT is for tests: it needs FORMWORK_TEST=1');
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) wrong.push('DATABASE_OWNER_URL needs DATABASE_URL: the embedded database has its own');
  if (env.SMTP_URL) for (const needed of ['MAIL_FROM', 'PUBLIC_URL']) if (!env[needed]) wrong.push(`SMTP_URL needs ${needed}`);
  if (wrong.length > 0) throw new Error(`Settings: ${wrong.join('; ')}. See docs/guides/settings.md.`);
  return Object.fromEntries(entries) as Config;
}

/** The table of docs/guides/settings.md. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, { fallback, about }]) => `| \`${name}\` | ${fallback} | ${about} |`);
  return ['| Setting | When absent | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
