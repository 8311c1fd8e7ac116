import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { install } from '../../scripts/launch/ready.mjs';

const root = new URL('../..', import.meta.url).pathname;
/** Half again as many libraries as all the others together: who only starts the server does without. */
const stryker = `${root}bench/mutation/stryker`;
/** What was tried is kept here, file by file; a folder outside of the tree outlives it. */
const reports = `${process.env.MUTATION_DIR ?? `${root}.cache/mutation`}/`;
/** Statuses of a mutant that the tests found. One that ran out of its time is told apart: on a busy machine it may have been slow only. */
const FOUND = new Set(['Killed', 'Timeout']);

/** The pure kernels, the most valuable first: folders whole, and files of folders that also speak with the database. */
const KERNELS = [
  'server/src/flow/kernel/',
  'server/src/flow/kernel/commands/',
  'server/src/access/grants/merge-grants.ts',
  'server/src/access/rules.ts',
  'server/src/access/access.ts',
  'protocol/src/rules/',
  ...['read/steps', 'definition/definition'].map((name) => `server/src/flow/${name}.ts`),
  'server/src/flow/soundness/',
];

interface Mutant {
  mutatorName: string;
  replacement: string;
  status: string;
  location: { start: { line: number; column: number } };
}
type Report = { files: Readonly<Record<string, { source: string; mutants: readonly Mutant[] }>> };
interface Row {
  file: string;
  source: string;
  tried: readonly Mutant[];
  late: number;
  lived: readonly Mutant[];
}

/**
 * `npm run bench mutation [FILES]`: changes the pure kernels at every place that a mutator knows, and says which changes no test of theirs
 * found. Installs its tools when they are not there. File by file, at the lowest priority; what was tried on the same text with the same
 * tests is not tried again. The result of the day holds every file that was tried as it stands now.
 */
export async function mutationBench(): Promise<string> {
  const asked = process.argv.slice(3);
  const all = KERNELS.flatMap((path) => (path.endsWith('/') ? sourcesIn(path) : [path]));
  await install(stryker);
  mkdirSync(reports, { recursive: true });
  for (const file of asked.length ? asked : all) {
    const began = Date.now();
    const failed = await tryFile(file).then(
      () => '',
      (error: Error) => `, ${error.message}`,
    );
    process.stderr.write(`${file}: ${Math.round((Date.now() - began) / 1000)} s${failed}\n`);
    writeFileSync(`${root}bench/results/${new Date().toISOString().slice(0, 10)}-mutation.md`, written(rowsOf(all)));
  }
  return written(rowsOf(asked.length ? asked : all));
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('testing'))
    .map((name) => folder + name);

const reportOf = (file: string): string => `${reports}${file.replaceAll('/', '.')}.json`;

function tryFile(file: string): Promise<void> {
  const args = [
    `${stryker}/node_modules/@stryker-mutator/core/bin/stryker.js`,
    'run',
    'bench/mutation/stryker.config.json',
    '--mutate',
    file,
    '--incremental',
    '--incrementalFile',
    reportOf(file),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (child.pid) setPriority(child.pid, 19);
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`stryker ended with ${code}`))));
  });
}

/** What was found of the files as they stand now. */
function rowsOf(files: readonly string[]): Row[] {
  return files.flatMap((file): Row[] => {
    if (!existsSync(reportOf(file))) return [];
    const report = JSON.parse(readFileSync(reportOf(file), 'utf8')) as Report;
    const { source, mutants } = report.files[file] ?? { source: '', mutants: [] };
    if (source !== readFileSync(root + file, 'utf8')) return [];
    const tried = mutants.filter(({ status }) => FOUND.has(status) || status === 'Survived' || status === 'NoCoverage');
    const late = tried.filter(({ status }) => status === 'Timeout').length;
    return [{ file, source, tried, late, lived: tried.filter(({ status }) => !FOUND.has(status)) }];
  });
}

function written(rows: readonly Row[]): string {
  const tried = rows.reduce((sum, row) => sum + row.tried.length, 0);
  const lived = rows.reduce((sum, row) => sum + row.lived.length, 0);
  const score = (all: number, of: number) => (all ? (((all - of) / all) * 100).toFixed(1) : '-');
  return [
    '# Mutants of the pure kernels (`npm run bench mutation`)',
    '',
    `${tried} mutants, ${lived} lived: ${score(tried, lived)} % found. Tried against the tests that need no database (bench/mutation/vitest.config.ts).`,
    '',
    '| file | mutants | ran out of time | lived | found % |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) => `| ${row.file} | ${row.tried.length} | ${row.late} | ${row.lived.length} | ${score(row.tried.length, row.lived.length)} |`,
    ),
    '',
    '## Those that lived',
    '',
    ...rows.flatMap((row) => row.lived.map((mutant) => lineOf(row.file, row.source, mutant))),
    '',
  ].join('\n');
}

function lineOf(file: string, source: string, { mutatorName, replacement, location }: Mutant): string {
  const { line, column } = location.start;
  const text = source.split('\n')[line - 1]!.trim();
  return `* ${file}:${line}:${column} ${mutatorName}: \`${text.slice(0, 120)}\` became \`${replacement.replace(/\s+/g, ' ').slice(0, 80)}\``;
}
