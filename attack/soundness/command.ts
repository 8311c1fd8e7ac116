import fc from 'fast-check';
import { type Compared, compare } from './compare.ts';
import { type Played, playedFlows } from './flows.ts';

/** Definitions that are made and played before it is said how it stands. */
const BLOCK = 500;
const KINDS = ['missed', 'wrong', 'unplayed'] as const;

/**
 * `npm run attack soundness [definitions] [seed] [begin]`: random definitions, each checked and each played with every value at every step.
 * Fails on what the check misses, refuses wrongly, or cannot show. After each block it says how far it is: who stopped it goes on at `begin`.
 */
export async function soundnessCommand([definitions = '20000', seed = '1', begin = '0']: readonly string[]): Promise<string> {
  const count = { definitions: 0, shape: 0, sound: 0, findings: 0, missed: 0, wrong: 0, unplayed: 0 };
  const bad: string[] = [];
  let told = 0;
  for (let from = Number(begin); from < Number(definitions); from += BLOCK) {
    for (const played of block(Number(seed), from, Math.min(BLOCK, Number(definitions) - from))) {
      const found = compare(played);
      add(count, found);
      if (KINDS.some((kind) => found[kind].length)) bad.push(JSON.stringify({ ...found, table: played.table }));
    }
    process.stderr.write(`${from + BLOCK}: ${JSON.stringify(count)}\n`);
    for (const one of bad.slice(told)) process.stderr.write(`${one}\n`);
    told = bad.length;
  }
  if (bad.length) throw new Error(`${JSON.stringify(count)}\n${bad.slice(0, 3).join('\n')}`);
  return `${count.definitions} definitions (seed ${seed}): ${count.shape} refused for their shape, ${count.sound} sound, ${count.findings} findings in the others; 0 missed, 0 wrong, 0 not played`;
}

/** The same definitions whenever they are made: each block has a seed of its own. */
const block = (seed: number, from: number, numRuns: number): Played[] =>
  fc.sample(playedFlows, { numRuns, seed: seed * 1_000 + Math.floor(from / BLOCK) });

function add(count: Record<string, number>, found: Compared): void {
  count.definitions! += 1;
  count.shape! += Number(found.shape);
  count.sound! += Number(found.sound);
  count.findings! += found.findings;
  for (const kind of KINDS) count[kind]! += found[kind].length;
}
