import { settleUploads } from '#server/records/files/files.ts';
import { type Lab, openLab } from '../lab.ts';
import { recorder } from '../play/history.ts';
import { DONE, type Scenario } from '../play/scenarios.ts';
import { verdict } from '../play/verdict.ts';
import { startServer } from './process.ts';
import { readDisk } from './snapshot.ts';

/** One death: a scenario, and the point at which the server process kills itself with SIGKILL. */
export interface Death {
  scenario: Scenario;
  point: string;
}

/**
 * Lets a real server process die at each point in turn, starts another, sends the same call again, and judges the whole at the end:
 * answers what is broken. One database, two processes in turn: the next one starts while the last one dies.
 */
export async function killAt(deaths: readonly Death[], open: () => Promise<Lab> = openLab): Promise<string[]> {
  const lab = await open();
  const broken: string[] = [];
  const seen = recorder();
  const start = () => startServer({ url: lab.base.servingUrl, folder: lab.folder });
  let server = await start();
  let next = start();
  try {
    for (const { scenario, point } of deaths) {
      const at = () => ({ url: server.url, tokens: lab.tokens });
      const { wish, call } = await scenario.prepare(at());
      await server.arm(point.replace(/@|$/, (mark) => `:exit${mark}`));
      const answered = await call(at()).catch(() => null);
      if (answered) broken.push(`${scenario.name} survived ${point} with ${answered.code}`);
      await (answered ? server.kill() : server.gone);
      [server, next] = [await next, start()];
      const [stands] = await lab.base.db.query<{ n: number }>('select count(*) as n from fw.rid where rid = $1', [wish.rid]);
      if (wish.kind !== 'Upload' && stands!.n !== Number(DONE.includes(point)))
        broken.push(`${scenario.name} killed at ${point} stands ${stands!.n} times`);
      const { did } = await seen.run(wish, () => call(at()), 20);
      if (did.came !== 'ok') broken.push(`${scenario.name} killed at ${point}, sent again: ${did.code}`);
    }
    broken.push(
      ...(await verdict({
        url: lab.base.servingUrl,
        folder: lab.folder,
        did: seen.did,
        house: lab.house,
        server: { url: server.url, tokens: lab.tokens },
      })),
    );
    await settleUploads({ ...lab.house, clock: { now: () => new Date(Date.now() + 11 * 60_000) } });
    const kept = new Set((await lab.base.db.query<{ key: string }>('select key_name as key from fw.file')).map((row) => row.key));
    for (const name of (await readDisk(lab.folder)).keys()) if (!kept.has(name)) broken.push(`(8) ${name} lies about`);
    return broken;
  } finally {
    await Promise.all([server.kill(), next.then((spare) => spare.kill())]);
    await lab.close();
  }
}

/** All deaths of all scenarios. */
export const everyDeath = (scenarios: readonly Scenario[]): Death[] =>
  scenarios.flatMap((scenario) => scenario.points.map((point) => ({ scenario, point })));

/** Each point once, by the first scenario that passes it; of an upload each part. */
export function eachPointOnce(scenarios: readonly Scenario[]): Death[] {
  const met = new Set<string>();
  return everyDeath(scenarios).filter(({ point }) => !met.has(point) && met.add(point));
}
