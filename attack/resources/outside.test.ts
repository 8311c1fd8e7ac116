import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchConnections } from '../asserts.ts';
import { corpus, knownRecords, sayingOf } from '../input/corpus.ts';
import { openTarget, type Target } from '../target.ts';

let target: Target;
let canary: Server;
let heard = 0;
beforeAll(async () => {
  target = await openTarget();
  canary = createServer((_, reply) => {
    heard += 1;
    reply.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  canary?.close();
  await target?.close();
});

/** F1's addresses, and F2's images; each names the canary where it can name a port. */
const addresses = (port: number) => [
  `http://127.0.0.1:${port}/`,
  `http://127.0.0.2:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://0:${port}/`,
  `http://2130706433:${port}/`,
  `http://localhost:${port}/`,
  `http://127.0.0.1.nip.io:${port}/`,
  'http://127.0.0.1:5432/',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  `//127.0.0.1:${port}/a.png`,
  `<img src="http://127.0.0.1:${port}/a.png"><link rel=stylesheet href="http://127.0.0.1:${port}/a.css">`,
  `![](http://127.0.0.1:${port}/a.png)`,
  `=WEBSERVICE("http://127.0.0.1:${port}/")`,
];

test('F1 F2 addresses in every parameter of every op: the server opens no connection but to its database', async () => {
  const known = await knownRecords(target);
  const { port } = canary.address() as AddressInfo;
  const watch = watchConnections();
  try {
    for (const [turn, sample] of corpus(known).entries())
      for (const name of Object.keys(sample.form))
        for (const address of addresses(port).filter((_, at) => at % 4 === (turn + name.length) % 4))
          await target.say(sample.url, sayingOf(sample, { ...sample.form, [name]: address }));
    for (const header of [
      'host',
      'referer',
      'origin',
      'x-forwarded-host',
      'x-original-url',
      'user-agent',
      'forwarded',
      'via',
      'from',
      'cookie',
    ])
      for (const address of addresses(port).filter((one) => !one.includes('<')))
        await target.say('/app?op=Page', { form: { cloud: 'project' }, headers: { [header]: address } });
  } finally {
    watch.stop();
  }
  const database = new URL(target.base.url);
  const its = [`${database.hostname}:${database.port}`, `${database.hostname}:${Number(database.port)}`];
  expect(watch.opened.filter((where) => !its.includes(where))).toEqual([]);
  expect(heard).toBe(0);
});

test('F1 the watch sees a connection that is opened', async () => {
  const watch = watchConnections();
  const { port } = canary.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  const { get } = await import('node:http');
  await new Promise((resolve) => get(`http://127.0.0.1:${port}/`, resolve).on('error', resolve));
  watch.stop();
  expect(watch.opened).toContain(`127.0.0.1:${port}`);
  expect(heard).toBe(2);
});

/** What speaks to the outside or starts a program, and the only places that may: the database, its launcher, an outside broker. */
const SPEAKS =
  /from '(node:)?(child_process|http2?|https|net|tls|dgram|dns|cluster|worker_threads|vm|mqtt|undici|nodemailer)(\/promises)?'|\bfetch\(|\beval\(|new Function\(/;
const MAY: Readonly<Record<string, RegExp>> = {
  'db/': /child_process|'node:net'|dns/,
  'http/': /'node:(http|net)'/,
  'jobs/': /mqtt|'node:http'/,
  'compose.ts': /'node:http'/,
  'config.ts': /isIP/,
  'ports/mail-smtp.ts': /nodemailer|isIP/,
  'team.ts': /'node:(cluster|child_process)'/,
};

test('F1 F2 A22 no other file of the server can open a connection, start a program or evaluate text', () => {
  const root = join(import.meta.dirname, '../../server/src');
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(\.test|testing[^/]*)\.ts$/.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => SPEAKS.test(line) && !line.trimStart().startsWith('import type'))
        .map((line) => ({ path, line: line.trim() })),
    );
  const other = found.filter(({ path, line }) => !Object.entries(MAY).some(([place, what]) => path.startsWith(place) && what.test(line)));
  expect(other).toEqual([]);
});
