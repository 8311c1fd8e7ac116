import { existsSync } from 'node:fs';

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
/** A browser that draws by the processor and asks nobody for anything by itself: that of journeys and of what is measured. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const asRoot = (args: readonly string[]): string[] => [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args];
/** The arguments of what is measured: what Playwright turns off stays as Playwright has it. */
export const measuredArgs = asRoot(QUIET);
const ARGS = asRoot([`--disable-features=${OFF.join(',')}`, ...QUIET]);
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];

const launch = (names: readonly string[]) => {
  const paths = [process.env.CHROMIUM_PATH, ...names.map((name) => `/usr/bin/${name}`)];
  const executablePath = paths.find((path) => path && existsSync(path));
  return { ...(executablePath ? { executablePath } : {}), args: ARGS };
};

/** The engine without windows of its own where it is installed: two thirds of the processor time (docs/decisions/304). */
export const engine = launch(['chromium-headless-shell', ...WHOLE]);

/** The whole browser, which shows PDF too: for `test.use({ launchOptions: wholeBrowser })`. */
export const wholeBrowser = launch(WHOLE);
