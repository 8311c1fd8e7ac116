import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** `npm test` sets these; alone (`npx playwright test --config e2e/playwright.config.ts`) the journeys use a folder of their own. */
const port = process.env.JOURNEYS_PORT ?? '8123';
const dataDir = process.env.JOURNEYS_DATA ?? '/tmp/formwork-journeys';
const password = process.env.JOURNEYS_PASSWORD ?? 'journeys-only-2026';
process.env.JOURNEYS_PASSWORD = password;

/** The same engine without windows of its own comes first: two thirds of the processor time (docs/decisions/229). */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const chromium = [process.env.CHROMIUM_PATH, ...BROWSERS].find((path) => path && existsSync(path));
/**
 * What Playwright turns off (of two lists the last counts), and two panes of the address bar, for which Chromium 156 keeps a process at each
 * window though nobody ever sees it: half of what a journey's browser costs.
 */
const OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];
const args = [
  `--disable-features=${OFF.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
    launchOptions: { executablePath: chromium, args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args },
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
