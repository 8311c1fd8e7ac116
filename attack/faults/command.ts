import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedded, startEmbedded } from '#server/db/launcher/embedded.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { giveRights } from '#server/db/roles/grant.ts';
import { withAdmin } from '#server/db/testing-server.ts';
import { type Lab, labOn, settle } from './lab.ts';
import { recorder } from './play/history.ts';
import { type Random, random } from './play/random.ts';
import { SCENARIOS } from './play/scenarios.ts';
import { verdict } from './play/verdict.ts';
import { work } from './play/workload.ts';
import { everyDeath, killAt } from './run/kill.ts';
import { startServer } from './run/process.ts';

/** What one seed was: its kills, its calls by outcome, and what the checker has against it. */
interface Round {
  seed: number;
  killed: 'server' | 'PostgreSQL';
  kills: number;
  calls: Readonly<Record<'ok' | 'fail' | 'unknown', number>>;
  broken: string[];
}

/**
 * `npm run attack kills [SERVERS] [DATABASES] [MINUTES] [SEED]`: random kill -9 of two server processes (300) and of a durable
 * PostgreSQL (50) under the workload, each seed on a database of its own and judged by the checker, for so many minutes (60) at most;
 * then every death of every scenario.
 */
export async function killsCommand([servers = '300', databases = '50', minutes = '60', seed = '1']: readonly string[]): Promise<string> {
  const begun = Date.now();
  const home = mkdtempSync(join(tmpdir(), 'formwork-kills-'));
  chmodSync(home, 0o711);
  const embedded = await startEmbedded({ dataDir: join(home, 'data'), durable: true });
  try {
    const first = createDb(embedded.ownerUrl);
    await settle(first);
    await giveRights(first, new URL(embedded.url).username);
    await first.close();
    const late = () => Date.now() - begun > Number(minutes) * 60_000;
    const rounds: Round[] = [];
    const left = { server: Number(servers), PostgreSQL: Number(databases) };
    for (let at = Number(seed); left.server + left.PostgreSQL > 0 && !late(); at += 1) {
      const killed = at % 4 === 0 && left.PostgreSQL > 0 ? 'PostgreSQL' : left.server > 0 ? 'server' : 'PostgreSQL';
      const kills = Math.min(left[killed], killed === 'server' ? 15 : 8);
      const round = await oneRound(embedded, { seed: at, killed, kills, home, late });
      left[killed] -= round.kills;
      rounds.push(round);
      say(`seed ${at}: ${round.kills} kills of ${killed}, ${JSON.stringify(round.calls)}, ${round.broken.length} broken (${since(begun)})`);
    }
    const deaths = everyDeath(SCENARIOS);
    const enumerated = await killAt(deaths, () => copyOf(embedded));
    say(`${deaths.length} enumerated deaths, ${enumerated.length} broken (${since(begun)})`);
    return report({
      deaths: deaths.length,
      enumerated,
      rounds,
      took: since(begun),
      wanted: `${servers} of the server, ${databases} of PostgreSQL`,
    });
  } finally {
    await embedded.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const since = (begun: number): string => `${Math.round((Date.now() - begun) / 1000)} s`;

/** A copy of the settled database on the durable server. */
async function copyOf(embedded: Embedded): Promise<Lab> {
  const name = `lab_${randomBytes(5).toString('hex')}`;
  await withAdmin(embedded.adminUrl, (admin) => admin.query(`create database ${name} template formwork owner formwork`));
  const [url, servingUrl] = [embedded.ownerUrl, embedded.url].map((one) => Object.assign(new URL(one), { pathname: `/${name}` }).href);
  const db = createDb(url!, { max: 2 });
  const serving = createDb(servingUrl!, { max: 12 });
  const close = async () => {
    await Promise.all([db.close(), serving.close()]);
    await withAdmin(embedded.adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
  };
  return labOn({ url: url!, db, servingUrl: servingUrl!, serving, close });
}

interface Wanted {
  seed: number;
  killed: Round['killed'];
  kills: number;
  home: string;
  late: () => boolean;
}

async function oneRound(embedded: Embedded, { seed, killed, kills, home, late }: Wanted): Promise<Round> {
  const lab = await copyOf(embedded);
  const dice = random(seed * 7919);
  const start = (port?: string) => startServer({ url: lab.base.servingUrl, folder: lab.folder, env: port ? { PORT: port } : {} });
  const pair = [await start(), await start()];
  const urls = pair.map((server) => server.url);
  const seen = recorder(() => sleep(200 + dice.below(300)));
  let over = false;
  let done = 0;
  const nemesis = async () => {
    while (done < kills && !late()) {
      await sleep(150 + dice.below(900));
      if (killed === 'server') {
        const which = dice.below(2);
        await pair[which]!.kill();
        pair[which] = await start(new URL(urls[which]!).port);
      } else await killDatabase(embedded, home, dice);
      done += 1;
    }
    over = true;
  };
  try {
    await Promise.all([
      nemesis(),
      work({ seed, urls, tokens: lab.tokens, recorder: seen, calls: Number.POSITIVE_INFINITY, over: () => over }),
    ]);
    const broken = await verdict({
      url: lab.base.servingUrl,
      folder: lab.folder,
      did: seen.did,
      house: lab.house,
      server: { url: urls[0]!, tokens: lab.tokens },
    });
    const calls = { ok: 0, fail: 0, unknown: 0 };
    for (const one of seen.did) calls[one.came] += 1;
    return { seed, killed, kills: done, calls, broken };
  } finally {
    await Promise.all(pair.map((server) => server.kill()));
    await lab.close();
  }
}

/** kill -9 of the postmaster, or an immediate stop; the launcher brings it back, and this resolves when it answers again. */
async function killDatabase(embedded: Embedded, home: string, dice: Random): Promise<void> {
  const pid = Number(readFileSync(join(home, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, dice.chance(50) ? 'SIGKILL' : 'SIGQUIT');
  await sleep(50);
  for (let left = 600; left > 0; left -= 1) {
    const answers = await withAdmin(embedded.adminUrl, (admin) => admin.query('select 1')).catch(() => null);
    if (answers) return;
    await sleep(100);
  }
  throw new Error('the database did not come back within a minute');
}

function report(of: { deaths: number; enumerated: readonly string[]; rounds: readonly Round[]; took: string; wanted: string }): string {
  const sum = (killed: Round['killed']) =>
    of.rounds.filter((round) => round.killed === killed).reduce((all, round) => all + round.kills, 0);
  const broken = [...of.enumerated, ...of.rounds.flatMap((round) => round.broken.map((said) => `seed ${round.seed}: ${said}`))];
  const line = ({ seed, killed, kills, calls, broken: found }: Round) =>
    `| ${seed} | ${killed} | ${kills} | ${calls.ok} | ${calls.fail} | ${calls.unknown} | ${found.length} |`;
  return [
    `\`npm run attack kills\`: ${of.deaths} enumerated deaths; ${sum('server')} random kill -9 of a server process, ${sum('PostgreSQL')} of PostgreSQL (fsync on); wanted ${of.wanted}.`,
    `Node ${process.version}, ${cpus().length} cores, ${of.took}. Unknown: calls that never got an answer, after up to 12 tries with the same request id.`,
    '',
    broken.length === 0 ? 'The checker found nothing.' : `The checker found:\n${broken.map((said) => `- ${said}`).join('\n')}`,
    '',
    '| seed | killed | kills | done | refused | unknown | broken |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...of.rounds.map(line),
  ].join('\n');
}
