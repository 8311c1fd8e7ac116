import { setup } from '#server/db/testing-server.ts';
import { expectModest } from '../asserts.ts';
import { openTarget } from '../target.ts';
import { knownRecords } from './corpus.ts';
import { fire, recorded, shots } from './fuzz.ts';

const VOLLEY = 1_000;

/** `npm run attack fuzz [how many] [seed]`: 100,000 mutated raw requests, in volleys; the first fault ends it with its bytes. */
export async function fuzzCommand([count = '100000', seed = String(Date.now())]: readonly string[]): Promise<string> {
  const stop = await setup();
  try {
    const target = await openTarget();
    const from = await recorded(target, await knownRecords(target));
    const heard = new Map<string, number>();
    await expectModest(async () => {
      for (let done = 0; done < Number(count); done += VOLLEY) {
        target.statements.length = 0;
        for (const [what, times] of await fire(target, from, shots(VOLLEY, Number(seed) + done), 200))
          heard.set(what, (heard.get(what) ?? 0) + times);
        process.stderr.write(`${done + VOLLEY} of ${count}\r`);
      }
    });
    await target.close();
    const rows = [...heard].sort(([, a], [, b]) => b - a).map(([what, times]) => `| ${what} | ${times} |`);
    return [
      `${count} requests, seed ${seed}: no fault, no leak, one process.`,
      '',
      '| answered (HTTP status, code) | times |',
      '| --- | --- |',
      ...rows,
    ].join('\n');
  } finally {
    await stop();
  }
}
