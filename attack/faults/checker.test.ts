import { afterEach, describe, expect, test } from 'vitest';
import { injectFault } from '#server/ports/fault.ts';
import { BROKEN, type Build, breakAt, SOUND } from './broken.ts';
import { openLab, serve } from './lab.ts';
import { recorder } from './play/history.ts';
import { random } from './play/random.ts';
import { verdict } from './play/verdict.ts';
import { work } from './play/workload.ts';

afterEach(() => injectFault());

/** One seed of the workload on a build: what the checker has against it, and how many calls there were. */
async function judge(build: Build, seed: number, calls = 14): Promise<{ broken: string[]; did: number }> {
  const lab = await openLab();
  // two processes' worth: one alone lets nobody at a record whom somebody else is changing
  const house = build.house(lab.house);
  const [server, other] = [await serve(house), await serve(house)];
  try {
    if (build.prepare) await lab.base.db.query(build.prepare);
    const seen = recorder();
    breakAt(build.faults, random(seed));
    await work({ seed, urls: [server.url, other.url], tokens: lab.tokens, recorder: seen, calls });
    injectFault();
    const at = { url: lab.base.servingUrl, folder: lab.folder, did: seen.did };
    return { broken: await verdict({ ...at, house: lab.house, server: { url: server.url, tokens: lab.tokens } }), did: seen.did.length };
  } finally {
    await Promise.all([server, other].map((each) => each.close()));
    await lab.close();
  }
}

/** Of so many seeds at most a broken build may pass all but the last. */
const SEEDS = 30;

describe('the history checker', () => {
  test.each([1, 2])('42 finds nothing in the product while calls break, seed %i', async (seed) => {
    const { broken, did } = await judge(SOUND, seed, 24);
    expect(broken).toEqual([]);
    expect(did).toBeGreaterThan(80);
  });

  test.each(BROKEN)('42 catches $name', async (build) => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { broken } = await judge(build, seed);
      if (broken.length > 0) return;
    }
    expect.fail(`${SEEDS} seeds passed`);
  });
});
