import { defineConfig } from 'vitest/config';

/** The tests of the pure kernels: no database, no server. What they do not kill, nothing that is quick kills. */
export default defineConfig({
  test: {
    include: [
      'protocol/src/**/*.test.ts',
      'server/src/flow/kernel/*.test.ts',
      'server/src/flow/kernel/{commands,random}/**/*.test.ts',
      'server/src/flow/read/steps.test.ts',
      'server/src/flow/soundness/**/*.test.ts',
      'server/src/access/grants/merge-grants.test.ts',
      'server/src/access/gate.test.ts',
    ],
    // plays what the other file of random plans plays, with another seed
    exclude: ['**/decide-plans.test.ts'],
    // these plant faults into the text of the sources themselves
    testNamePattern: /^(?!.*the invariants notice bugs)/,
    setupFiles: ['bench/mutation/setup.ts'],
    testTimeout: 60_000,
  },
});
