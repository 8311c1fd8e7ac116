import { openOutside, stranger } from '../attack/outside.ts';
import { setup } from '../server/src/db/testing-server.ts';

const SAMPLES = 200;

/** `npm run bench timing`: whether time tells what the bytes do not (B32, E1). Pairs are asked in turn; p by the two-sample Kolmogorov-Smirnov test. */
export async function timingBench(): Promise<string> {
  const stop = await setup();
  const it = await openOutside();
  try {
    const rows: string[] = [];
    const table = (cloud: string) => async () => void (await it.as('leader', '/app?op=Page', { cloud }));
    const wrong =
      (username: string, subname = 'demo') =>
      async () => {
        await it.sql('delete from fw.identity_bucket');
        const body = await it.app.loginBody(username, subname, 'Wr0ng-word');
        const from = stranger();
        return async () => void (await it.say('/sys?op=Login', body, { remoteAddress: from }));
      };
    const ready = (work: () => Promise<void>) => async () => work;
    const pairs: [string, string, () => Promise<() => Promise<void>>, () => Promise<() => Promise<void>>][] = [
      ['B32', 'a table without right, an unknown one', ready(table('project')), ready(table('nothing'))],
      ['E1', 'a wrong password, an unknown user', wrong('viewer'), wrong('nobody9')],
      ['E1', 'a wrong password, an unknown sub-account', wrong('viewer'), wrong('viewer', 'nobody9')],
      ['E1', 'a wrong password, the same once more (what chance does)', wrong('viewer'), wrong('viewer')],
    ];
    for (const [id, what, one, other] of pairs) {
      const [a, b]: [number[], number[]] = [[], []];
      for (let at = 0; at < SAMPLES; at += 1) {
        a.push(await timed(await one()));
        b.push(await timed(await other()));
      }
      rows.push(`| ${id} | ${what} | ${middle(a)} | ${middle(b)} | ${probability(a, b).toFixed(3)} |`);
    }
    return ['| id | what is compared | median, ms | median, ms | p (above 0.01) |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
  } finally {
    await it.close();
    await stop();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
const middle = (of: readonly number[]): string => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)]!.toFixed(2);

/** How likely two samples of one distribution are to lie this far apart. */
function probability(one: readonly number[], other: readonly number[]): number {
  const share = (of: readonly number[], limit: number) => of.filter((value) => value <= limit).length / of.length;
  const distance = Math.max(...[...one, ...other].map((value) => Math.abs(share(one, value) - share(other, value))));
  const size = Math.sqrt((one.length * other.length) / (one.length + other.length));
  const scaled = (size + 0.12 + 0.11 / size) * distance;
  let sum = 0;
  for (let k = 1; k <= 100; k += 1) sum += (k % 2 ? 1 : -1) * Math.exp(-2 * k * k * scaled * scaled);
  return Math.min(1, Math.max(0, 2 * sum));
}
