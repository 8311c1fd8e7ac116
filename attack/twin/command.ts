import { reported } from '../report.ts';
import { type Run, runTwins, tellDifference } from './engine.ts';
import { ACTORS } from './people.ts';

/** `npm run attack twin [pairs] [seed]`: many pairs of requests, shared out among all kinds of people. */
export const twinCommand =
  (): ((args: readonly string[]) => Promise<string>) =>
  ([pairs = '20000', seed = String(Math.floor(Date.now() / 1000))]) =>
    reported('twin', async () => {
      const runs: Run[] = [];
      for (const actor of ACTORS) {
        const run = await runTwins(actor, { seed: Number(seed), count: Math.ceil(Number(pairs) / ACTORS.length) });
        process.stdout.write(`${actor.login}: ${run.pairs} pairs\n`);
        if (run.difference) throw new Error(tellDifference(run.difference, actor));
        if (run.sightings.length) throw new Error(`${actor.login}: ${JSON.stringify(run.sightings.slice(0, 20), null, 1)}`);
        runs.push(run);
      }
      return told(runs, seed);
    });

function told(runs: readonly Run[], seed: string): string {
  const all = runs.reduce((sum, run) => sum + run.pairs, 0);
  const rows = runs.map(({ actor, pairs, codes, served, changes }) => {
    const answered = [...codes].sort(([a], [b]) => a - b).map(([code, times]) => `${code === 0 ? 'bytes' : code} ${times}`);
    const hidden = `${changes.rows} rows, ${changes.fields} fields, ${changes.versions} versions, ${changes.gone} gone, ${changes.added} added, ${changes.flow} of flows, ${changes.files} files`;
    return `| ${actor.login} | ${actor.kind} | ${hidden} | ${pairs} | ${answered.join(', ')} | ${served.size} |`;
  });
  return [
    '# Twin worlds',
    '',
    `${all.toLocaleString('en')} pairs of requests, seed ${seed}: no pair differed in status, header or a byte of the body; no marker of a hidden`,
    'place in any answer, file, message or log line. `npm run attack twin PAIRS SEED` repeats it.',
    '',
    '| who | stands for | what world B changes | pairs | answers by code | ops answered |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
