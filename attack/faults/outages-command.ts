import { crowd } from './play/crowd.ts';
import { openOwn } from './run/own.ts';
import { until } from './run/product.ts';

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
const seconds = (times: readonly number[]): string =>
  `${(median(times) / 1000).toFixed(1)} s (${(Math.min(...times) / 1000).toFixed(1)} to ${(Math.max(...times) / 1000).toFixed(1)})`;

/** `npm run attack outages [ROUNDS]`: the database ends again and again under load; how long until the same server answers, and what was lost. */
export async function outagesCommand([rounds = '20']: readonly string[]): Promise<string> {
  const own = await openOwn();
  const kinds = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
  const took: Record<string, number[]> = {};
  const people = crowd(own.product.url, own.token, 4);
  for (let round = 0; round < Number(rounds); round += 1) {
    const signal = kinds[round % kinds.length]!;
    const { met } = people;
    await until(
      async () => met.acknowledged.length,
      (count) => count > 10,
    );
    own.end(signal);
    await until(
      async () => met.failed.length,
      (count) => count > 0,
    );
    const known = met.acknowledged.length;
    took[signal] = [
      ...(took[signal] ?? []),
      await until(
        async () => met.acknowledged.length,
        (count) => count > known,
      ),
    ];
    const odd = met.failed.splice(0).filter((said) => !said.endsWith(': 200 103'));
    if (odd.length > 0) throw new Error(`round ${round}, ${signal}: ${[...new Set(odd)].join('; ')}`);
  }
  const { acknowledged } = await people.over();
  const there = await own.named('crowd ');
  await own.close();
  const lost = acknowledged.filter((name) => !there.has(name)).length;
  const lines = Object.entries(took).map(([signal, times]) => `${signal}: ${times.length} times, first write after ${seconds(times)}`);
  return [`${acknowledged.length} writes acknowledged, ${lost} lost; refused meanwhile only with 103`, ...lines].join('\n');
}

/** `npm run attack rolling [ROUNDS]`: all server processes are replaced again and again under load; what failed, and how long it took. */
export async function rollingCommand([rounds = '10']: readonly string[]): Promise<string> {
  const own = await openOwn({ WORKERS: '2' });
  const people = crowd(own.product.url, own.token, 4);
  const times: number[] = [];
  const done = () => own.product.said().split('all server processes are new').length;
  for (let round = 0; round < Number(rounds); round += 1) {
    await people.acknowledged(10);
    const before = done();
    own.product.child.kill('SIGHUP');
    times.push(
      await until(
        async () => done(),
        (count) => count > before,
      ),
    );
  }
  const met = await people.over();
  const there = await own.named('crowd ');
  await own.close();
  const lost = met.acknowledged.filter((name) => !there.has(name)).length;
  return `${times.length} times both of 2 processes replaced in ${seconds(times)}: ${met.acknowledged.length} writes acknowledged, ${lost} lost; ${met.reads} lists; ${met.failed.length} calls failed ${[...new Set(met.failed)].join('; ')}`;
}
