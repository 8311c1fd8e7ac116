import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../..', import.meta.url).pathname;
/** Statuses of a mutant that the tests found. */
const FOUND = new Set(['Killed', 'Timeout']);

interface Mutant {
  mutatorName: string;
  replacement: string;
  status: string;
  location: { start: { line: number; column: number } };
}
type Report = { files: Readonly<Record<string, { source: string; mutants: readonly Mutant[] }>> };

/** `npm run bench mutation [FILES]`: changes the pure kernels at every place that a mutator knows, and says which changes no test of theirs found. */
export async function mutationBench(): Promise<string> {
  const files = process.argv.slice(3);
  await run(
    'node_modules/@stryker-mutator/core/bin/stryker.js',
    'run',
    'bench/mutation/stryker.config.json',
    ...(files.length ? ['--mutate', files.join(',')] : []),
  );
  return written(JSON.parse(readFileSync(`${root}.cache/mutation.json`, 'utf8')) as Report);
}

function run(...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`stryker ended with ${code}`))));
  });
}

function written({ files }: Report): string {
  const rows = Object.entries(files).map(([file, { source, mutants }]) => {
    const tried = mutants.filter(({ status }) => FOUND.has(status) || status === 'Survived' || status === 'NoCoverage');
    return { file, source, tried, lived: tried.filter(({ status }) => !FOUND.has(status)) };
  });
  const tried = rows.reduce((sum, row) => sum + row.tried.length, 0);
  const lived = rows.reduce((sum, row) => sum + row.lived.length, 0);
  const score = (all: number, of: number) => (all ? (((all - of) / all) * 100).toFixed(1) : '-');
  return [
    `${tried} mutants, ${lived} lived: ${score(tried, lived)} % found.`,
    '',
    '| file | mutants | lived | found % |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.file} | ${row.tried.length} | ${row.lived.length} | ${score(row.tried.length, row.lived.length)} |`),
    '',
    '## Those that lived',
    ...rows.flatMap((row) => row.lived.map((mutant) => lineOf(row.file, row.source, mutant))),
  ].join('\n');
}

function lineOf(file: string, source: string, { mutatorName, replacement, location }: Mutant): string {
  const { line, column } = location.start;
  const text = source.split('\n')[line - 1]!.trim();
  return `* ${file}:${line}:${column} ${mutatorName}: \`${text.slice(0, 120)}\` became \`${replacement.replace(/\s+/g, ' ').slice(0, 80)}\``;
}
