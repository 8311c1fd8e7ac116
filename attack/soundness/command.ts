import fc from 'fast-check';
import { compare } from './compare.ts';
import { playedFlows } from './flows.ts';

/**
 * `npm run attack soundness [definitions] [seed]`: random definitions, each checked and each played with every value at every step. Fails
 * on the first thing that the check misses, refuses wrongly, or cannot show.
 */
export async function soundnessCommand([definitions = '20000', seed = '1']: readonly string[]): Promise<string> {
  const count = { definitions: Number(definitions), shape: 0, sound: 0, findings: 0, missed: 0, wrong: 0, unplayed: 0 };
  const bad: string[] = [];
  for (const played of fc.sample(playedFlows, { numRuns: count.definitions, seed: Number(seed) })) {
    const { shape, sound, findings, ...open } = compare(played);
    count.shape += Number(shape);
    count.sound += Number(sound);
    count.findings += findings;
    for (const kind of ['missed', 'wrong', 'unplayed'] as const) count[kind] += open[kind].length;
    if (bad.length < 3 && open.missed.length + open.wrong.length + open.unplayed.length > 0)
      bad.push(JSON.stringify({ ...open, table: played.table }));
  }
  if (bad.length) throw new Error(`${JSON.stringify(count)}\n${bad.join('\n')}`);
  return `${count.definitions} definitions (seed ${seed}): ${count.shape} refused for their shape, ${count.sound} sound, ${count.findings} findings in the others; 0 missed, 0 wrong, 0 not played`;
}
