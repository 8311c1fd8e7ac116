import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's browser and the fonts without which Chinese is boxes. */
const PACKAGES = ['chromium', 'fonts-noto-cjk'];
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where the browser of the journeys stands; CHROMIUM_PATH says so where it is none of the usual places. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...PATHS].find((path) => path && existsSync(path));
}

/** What the journeys lack on this machine, as Debian's package names. */
export function lacking(): string[] {
  const fonts = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' }).stdout?.trim();
  return PACKAGES.filter((name) => (name === 'chromium' ? !chromiumPath() : !fonts));
}

/** Installs what lacks where that is possible (root with apt); answers what still lacks. */
export function provide(): string[] {
  const packages = lacking();
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return packages;
  process.stdout.write(`installing ${packages.join(' and ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return lacking();
}
