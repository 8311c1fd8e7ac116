import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{protocol,server,web,suites,attack,bench,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/src/db/testing-server.ts'],
    // one file a core: most of a file's time is PostgreSQL's, or waiting
    maxWorkers: '100%',
    css: { include: [/tokens\.css/] },
    passWithNoTests: false,
    // for what hangs: on a slow machine beside others a test may take many times what it takes here
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
