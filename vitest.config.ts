import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first: one that began last would leave all cores but one idle. Others follow in vitest's order,
 * attacks after all: where time is short (scripts/time) it goes to what says most of a change.
 */
const LONG = [
  'attack/twin/twin',
  'server/src/db/launcher/embedded',
  'attack/literals/literals',
  'attack/faults/outage-database',
  'attack/faults/nodes-leave',
  'attack/rights/matrix',
  'attack/faults/nodes-two',
  'attack/resources/load',
  'attack/faults/kills',
  'scripts/launch/product',
  'server/src/set-up',
  'attack/faults/races',
  'server/src/ops/app/matrix',
  'attack/faults/checker',
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const long = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`)) + 1 || LONG.length + 1;
      return moduleId.includes('/attack/') ? LONG.length + 1 + long : long;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** Attacks, measurements and what the house's scripts do start processes, turn clocks and stop servers; pages keep what a browser keeps. */
const APART = '{attack,bench,scripts,web}';

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    sequence: { sequencer: LongestFirst },
    runner: './scripts/time/runner.ts',
    globalSetup: ['server/src/db/testing-server.ts'],
    // one file a core: most of a file's time is PostgreSQL's, or waiting
    maxWorkers: '100%',
    css: { include: [/tokens\.css/] },
    passWithNoTests: false,
    // for what hangs: on a slow machine beside others a test may take many times what it takes here
    testTimeout: 900_000,
    hookTimeout: 600_000,
    projects: [
      // one worker goes from file to file: to read the server anew for each would take longer than most of them do
      { extends: true, test: { name: 'server', include: ['{protocol,server,suites}/**/*.test.{ts,tsx}'], isolate: false } },
      { extends: true, test: { name: 'apart', include: [`${APART}/**/*.test.{ts,tsx}`] } },
    ],
  },
});
