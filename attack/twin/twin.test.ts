import { describe, expect, test } from 'vitest';
import { runTwins, tellDifference } from './engine.ts';
import { laidAlone } from './laid-requests.ts';
import { ACTORS } from './people.ts';
import { PLANTED } from './planted.ts';

/** Pairs of requests a run; `npm run attack twin 20000` sends more. Another seed is another 2,000. */
const PAIRS = 2000;
const SEED = 20_261_121;
const EACH = Math.ceil(PAIRS / ACTORS.length);

describe('twin worlds: what a person may not see changes no byte of what he is told', () => {
  test.each(ACTORS.map((actor) => [actor.login, actor.kind, actor] as const))('G9 B4 B5 B20 %s (%s)', async (_login, _kind, actor) => {
    const run = await runTwins(actor, { seed: SEED, count: EACH });
    expect(run.difference ? tellDifference(run.difference, actor) : 'alike').toBe('alike');
    expect(run.sightings).toEqual([]);
    // a world that hides nothing, or a run of refusals alone, would show nothing
    expect(run.changes.rows).toBeGreaterThan(50);
    expect(run.codes.get(200)).toBeGreaterThan(actor.login === 'twinguest' ? 5 : EACH / 5);
  });
});

describe('the engine itself', () => {
  const planted = Object.entries(PLANTED).flatMap(([login, leaks]) =>
    Object.entries(leaks).map(([name, ops]) => [name, login, ops] as const),
  );
  test.each(planted)('G9 finds %s among the pairs of a run (%s)', async (_name, login, ops) => {
    const actor = ACTORS.find((one) => one.login === login)!;
    const requests = login === 'twineditor' ? { requests: laidAlone, asFound: true } : {};
    const run = await runTwins(actor, { seed: SEED, count: 4 * PAIRS, ops, ...requests });
    expect(run.difference?.requests.length).toBe(1);
    expect(tellDifference(run.difference!, actor)).toContain('can tell the two worlds apart');
  });
});
