import cluster from 'node:cluster';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openTeam, type Part, type Team, type TeamOptions } from './team.ts';

/** A server process that serves after `AFTER` milliseconds, and goes when told. */
const PROGRAM = `process.on('message', () => process.exit(0));
setTimeout(() => process.send({ ready: { url: 'here', lines: [] } }), Number(process.env.AFTER));`;
const folder = mkdtempSync(join(tmpdir(), 'formwork-team-'));
const program = join(folder, 'worker.mjs');
writeFileSync(program, PROGRAM);
afterAll(() => rmSync(folder, { recursive: true }));

let team: Team | undefined;
afterEach(async () => {
  await team?.stop(true);
  team = undefined;
});

const workers = () => Object.values(cluster.workers ?? {}).flatMap((one) => one ?? []);
const ended = (): Promise<void> => new Promise((resolve) => cluster.once('exit', () => resolve()));

/** A team whose first process needs so long, and each next one. */
async function open(after: Record<Part, number>, options: Partial<TeamOptions> = {}): Promise<Team> {
  const env = (part: Part) => ({ AFTER: String(after[part]) });
  team = await openTeam({ size: 1, program, env, say: () => undefined, leaveWithinMs: 10_000, ...options });
  return team;
}

it('6 the process that prepares the database has as long as it needs; any other is ended at its limit', async () => {
  await open({ first: 1_500, next: 0 }, { readyWithinMs: 300 });
  expect(workers()).toHaveLength(1);
  await expect(open({ first: 0, next: 60_000 }, { size: 2, readyWithinMs: 1_000 })).rejects.toThrow('ended before it served');
});

it('6 a seat that is replaced while it is rolled gets one process, which the stop ends', async () => {
  // the roll's process is the slower one: it finds the seat filled, where the replacement did not wait for it
  const after = { first: 100, next: 0 };
  const { roll } = await open(after);
  after.first = 1_500;
  const gone = ended();
  workers()[0]!.process.kill('SIGKILL');
  await gone;
  await roll();
  expect(workers()).toHaveLength(1);
});

it('6 a roll that fails leaves its dead seat to the replacement', async () => {
  const after = { first: 0, next: 0 };
  const filled: string[] = [];
  const { roll } = await open(after, { say: (line) => filled.push(line) });
  const gone = ended();
  workers()[0]!.process.kill('SIGKILL');
  await gone;
  after.first = 60_000;
  const next = new Promise<void>((resolve) =>
    cluster.once('fork', (one) => setTimeout(() => one.process.kill('SIGKILL'), 500) && resolve()),
  );
  const rolled = roll();
  await next;
  await rolled;
  expect(filled).toContain('a server process ended before it served: the others go on as they are');
  await new Promise<void>((resolve) => cluster.once('message', () => resolve()));
  expect(workers()).toHaveLength(1);
});
