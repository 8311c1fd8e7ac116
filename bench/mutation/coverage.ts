import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { install } from '../../scripts/launch/ready.mjs';

const root = new URL('../..', import.meta.url).pathname;
const tools = `${root}bench/mutation/stryker`;
const reports = `${root}.cache/coverage`;

interface Place {
  start: { line: number; column: number };
}
/** As istanbul writes it: places by number, and how often each way of them was taken. */
interface Covered {
  path: string;
  branchMap: Readonly<Record<string, { type: string; loc: Place; locations: readonly Place[] }>>;
  b: Readonly<Record<string, readonly number[]>>;
}

/**
 * `npm run bench coverage [folder]`: which ways of the kernel's branches its tests take, by the same quick tests that mutants are tried
 * against, and each way that none takes.
 */
export async function coverageBench(): Promise<string> {
  const folder = process.argv[3] ?? 'server/src/flow/kernel/';
  await install(tools);
  rmSync(reports, { recursive: true, force: true });
  await tests(folder);
  const files = Object.values(JSON.parse(readFileSync(`${reports}/coverage-final.json`, 'utf8')) as Record<string, Covered>);
  const rows = files.map(rowOf).sort((one, other) => one.name.localeCompare(other.name));
  const [ways, taken] = [sum(rows.map((row) => row.ways)), sum(rows.map((row) => row.ways - row.missed.length))];
  return [
    `${taken} of ${ways} ways of branches taken (${((taken / Math.max(1, ways)) * 100).toFixed(1)} %)`,
    '',
    '| file | ways | taken |',
    '| --- | --- | --- |',
    ...rows.map(({ name, ways: all, missed }) => `| ${name} | ${all} | ${all - missed.length} |`),
    '',
    ...rows.flatMap(({ missed }) => missed.map((line) => `* ${line}`)),
  ].join('\n');
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function tests(folder: string): Promise<void> {
  const options = {
    enabled: 'true',
    provider: 'custom',
    customProviderModule: `${root}bench/mutation/coverage-provider.mjs`,
    include: `${folder}**/*.ts`,
    exclude: '**/{testing*,*.test}.ts',
    reporter: 'json',
    reportsDirectory: reports,
  };
  const args = Object.entries(options).map(([name, value]) => `--coverage.${name}=${value}`);
  const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--config', 'bench/mutation/vitest.config.ts', ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, vitest, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`vitest ended with ${code}`))));
  });
}

function rowOf({ path, branchMap, b }: Covered): { name: string; ways: number; missed: string[] } {
  const name = path.replace(root, '');
  const text = readFileSync(path, 'utf8').split('\n');
  const missed = Object.entries(b).flatMap(([id, counts]) =>
    counts.flatMap((count, way) => {
      if (count > 0) return [];
      const { type, loc, locations } = branchMap[id]!;
      const line = locations[way]?.start.line ?? loc.start.line;
      return [`${name}:${line} ${type}, way ${way + 1}: \`${text[line - 1]!.trim().slice(0, 120)}\``];
    }),
  );
  return { name, ways: sum(Object.values(b).map((counts) => counts.length)), missed };
}
