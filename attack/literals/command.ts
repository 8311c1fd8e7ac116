import { reported } from '../report.ts';
import { type Run, runLiterals } from './engine.ts';
import { foreign, OWN } from './payloads.ts';
import { deepPlaces, filterPlaces, type Place, parameters } from './places.ts';
import { openGround, scanLog } from './run.ts';
import { runWritten } from './written.ts';

/** `npm run attack literals`: every payload at every place. */
export const literalsCommand = (): (() => Promise<string>) => () =>
  reported('literals', async () => {
    const ground = await openGround(5);
    const { pair, known } = ground;
    const payloads = [...new Set([...OWN, ...foreign()])];
    const run = async (name: string, places: readonly Place[]) =>
      row(name, places.length, await runLiterals(pair.b, pair.canary, places, payloads));
    const written = await runWritten(pair.b, pair.canary, { id: known.initiation }, payloads);
    const rows = [
      row(`fields written and read back (${written.stored} stored)`, 0, written),
      await run('parameters of ops', parameters(known)),
      await run('places inside filters', filterPlaces()),
      await run('deep parts of forms', deepPlaces(known)),
    ];
    scanLog(ground);
    const seen = pair.canary.sightings;
    await ground.close();
    if (seen.length) throw new Error(JSON.stringify(seen.slice(0, 20), null, 1));
    return [
      '# Metamorphic literals',
      '',
      `${payloads.length} payloads (${OWN.length} of our own, the others from Debian's wfuzz), each answered like a literal that matches nothing, or refused`,
      'for what it is; no fault, nothing of our innards, no marker of a hidden place, no token in the log.',
      '',
      '| where | places | calls |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });

function row(name: string, places: number, { calls, findings }: Run): string {
  if (findings.length) throw new Error(`${findings.length} findings: ${JSON.stringify(findings.slice(0, 20), null, 1)}`);
  return `| ${name} | ${places || ''} | ${calls.toLocaleString('en')} |`;
}
