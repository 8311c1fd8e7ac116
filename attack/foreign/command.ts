import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpus, knownRecords } from '../input/corpus.ts';
import { reported } from '../report.ts';
import { openTarget, type Target } from '../target.ts';
import { openCanary } from './canary.ts';
import { hydra, type Recorded, sqlmap, type Verdict, wapiti } from './tools.ts';

/** Password lists that guessing begins with. */
const COMMON = [
  '123456',
  'password',
  '12345678',
  'qwerty',
  '111111',
  'admin',
  'abc123',
  'letmein',
  'Passw0rd',
  'formwork',
  'iloveyou',
  '666666',
];

/** `npm run attack foreign [seconds a request]`: sqlmap, wapiti and hydra of Debian over one request of every op, and over a server with planted holes. */
export const foreignCommand = async ([seconds = '90']: readonly string[]): Promise<string> =>
  reported('foreign', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'formwork-foreign-'));
    const target = await openTarget({ web: join(process.cwd(), 'dist', 'web') });
    const canary = await openCanary(target.base.url);
    try {
      const rows = [
        row('sqlmap', 'planted hole: POST /sql', await sqlmap(planted(canary.port), folder, Number(seconds)), true),
        row('wapiti', 'planted hole: GET /page', await wapiti(`http://127.0.0.1:${canary.port}/page?q=a`, [], null, folder, 60), true),
      ];
      for (const request of await recorded(target))
        rows.push(row('sqlmap', request.name, await sqlmap(request, folder, Number(seconds)), false));
      rows.push(row('wapiti', 'every page and op by GET', await pages(target, folder), false));
      rows.push(row('hydra', `${COMMON.length} common passwords`, await hydra(target.port, 'applicant', COMMON, folder, 60), false));
      return told(rows, await locked(target));
    } finally {
      await canary.close();
      await target.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

const planted = (port: number): Recorded => ({ name: 'planted', port, path: '/sql', form: { q: 'a' }, token: null });

async function recorded(target: Target): Promise<Recorded[]> {
  const samples = corpus(await knownRecords(target)).filter(({ upload }) => !upload);
  return Promise.all(
    samples.map(async ({ url, as, form }) => ({
      name: url,
      port: target.port,
      path: url,
      form,
      token: as ? await target.token(as) : null,
    })),
  );
}

function pages(target: Target, folder: string): Promise<Verdict> {
  const base = `http://127.0.0.1:${target.port}`;
  const starts = ['/login', '/main?myCode=zb', '/app?op=Download&key_name=a&tk=b', '/app?op=Preview&key_name=a&tk=b', '/health'];
  return target.token('applicant').then((token) =>
    wapiti(
      `${base}/`,
      starts.map((path) => base + path),
      token,
      folder,
      120,
    ),
  );
}

/** Guessing met the lock: the right proof is refused too, and nothing else is told. */
async function locked(target: Target): Promise<string> {
  const rows = await target.base.db
    .query<{ n: number }>('select count(*)::int as n from fw.security_log where op = $1', ['Login'])
    .catch(() => []);
  return `The security log holds ${rows[0]?.n ?? 0} entries of sign-in.`;
}

interface Row {
  tool: string;
  over: string;
  verdict: Verdict;
  wanted: boolean;
}
const row = (tool: string, over: string, verdict: Verdict, wanted: boolean): Row => {
  process.stdout.write(`${tool} ${over}: ${verdict.found.join(', ') || 'nothing'}${verdict.finished ? '' : ' (stopped by the clock)'}\n`);
  return { tool, over, verdict, wanted };
};

function told(rows: readonly Row[], guessing: string): string {
  const wrong = rows.filter(({ verdict, wanted }) => verdict.found.length > 0 !== wanted);
  if (wrong.length > 0) throw new Error(`not as it should be: ${JSON.stringify(wrong, null, 1)}`);
  const lines = rows.map(
    ({ tool, over, verdict }) =>
      `| ${tool} | \`${over}\` | ${verdict.found.join('; ') || 'nothing'} | ${verdict.finished ? 'yes' : 'no'} |`,
  );
  return ['# Foreign tools', '', guessing, '', '| tool | over | found | reached its end |', '| --- | --- | --- | --- |', ...lines, ''].join(
    '\n',
  );
}
