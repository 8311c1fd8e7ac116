import { defineConfig } from '@playwright/test';
import { engine } from './support/launch.ts';

/** `npm test` sets these; alone (`npx playwright test --config e2e/playwright.config.ts`) the journeys use a folder of their own. */
const port = process.env.JOURNEYS_PORT ?? '8123';
const dataDir = process.env.JOURNEYS_DATA ?? '/tmp/formwork-journeys';
const password = process.env.JOURNEYS_PASSWORD ?? 'journeys-only-2026';
process.env.JOURNEYS_PASSWORD = password;

export default defineConfig({
  testDir: '.',
  outputDir: process.env.JOURNEYS_RESULTS ?? '../test-results',
  fullyParallel: false,
  workers: 1,
  // docs/decisions/219: in CI a second try tells what fails from what only came at a bad moment; .ci/run names both
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // for what hangs: CI may be much slower than a desk
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // what is not there is said, instead of waited for until the test's own end
    actionTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // a press upon what is still on its way meets something else: slow machines draw a few pictures a second (docs/decisions/219)
    contextOptions: { reducedMotion: 'reduce' },
    // CI keeps no files: what it prints must do (scripts/test.ts)
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: engine,
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: '..',
    url: `http://127.0.0.1:${port}/health`,
    env: { PORT: port, DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: password, LOG_LEVEL: 'warn' },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
