import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{protocol,server,web,suites,attack,bench,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/src/db/testing-server.ts'],
    css: { include: [/tokens\.css/] },
    passWithNoTests: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
