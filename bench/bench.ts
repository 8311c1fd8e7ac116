import { historyBench } from './history.ts';

/** `npm run bench NAME`: measurements beside their reference in the same run. Never part of the tests. */
const BENCHES: Readonly<Record<string, () => Promise<string>>> = { history: historyBench };

async function main(): Promise<void> {
  const bench = BENCHES[process.argv[2] ?? ''];
  if (!bench) throw new Error(`npm run bench ${Object.keys(BENCHES).join(' | ')}`);
  process.stdout.write(`${await bench()}\n`);
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
