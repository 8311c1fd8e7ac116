import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AHEAD } from '../ahead.mjs';
import { BUDGETS } from '../first-page.mjs';
import { isAtLeast, isInstalled } from './ready.mjs';

const repository = new URL('../..', import.meta.url).pathname;
let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'formwork-start-'));
  for (const part of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(repository, part), join(house, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(house, 'node_modules'));
  for (const folder of ['server/src', 'protocol/src', 'web/src']) mkdirSync(join(house, folder), { recursive: true });
  writeFileSync(join(house, 'protocol/src/word.ts'), "export const word: string = 'one';\n");
  writeFileSync(
    join(house, 'server/src/main.ts'),
    "import { word } from '#protocol/word.ts';\nconsole.log('serving', word, process.cwd(), process.pid === Number(process.env.SHELL_PID));\n",
  );
  writeFileSync(
    join(house, 'web/vite.config.ts'),
    "export default { root: import.meta.dirname, build: { outDir: '../dist/web', emptyOutDir: true } };\n",
  );
  writeFileSync(join(house, 'web/index.html'), '<!doctype html><script type="module" src="/src/main.tsx"></script>');
  // The build weighs and names pages by their rooms, so even this small house has them.
  const named = [...BUDGETS.map(({ rooms, after = [] }) => [...rooms, ...after]), ...AHEAD.map(({ rooms }) => rooms)].flat();
  const rooms = [...new Set(named)].filter((room) => room !== 'main.tsx');
  const later = [...new Set(BUDGETS.flatMap(({ without = [] }) => without))];
  for (const room of [...rooms, ...later]) {
    mkdirSync(dirname(join(house, 'web/src', room)), { recursive: true });
    writeFileSync(join(house, 'web/src', room), `document.body.append(${JSON.stringify(room)});\n`);
  }
  const begin = [...rooms.map((room) => `import './${room}';`), ...later.map((room) => `void import('./${room}');`)];
  const main = [...begin, `document.title = ${JSON.stringify('long '.repeat(500))};\n`];
  writeFileSync(join(house, 'web/src/main.tsx'), main.join('\n'));
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

function start(): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: house, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe('npm start', () => {
  it('builds, says so, and serves; the second time it only serves', () => {
    expect(start()).toMatch(/^Building web and server …\n {2}done in \d+ s\nserving one .*\n$/);
    expect(start()).toMatch(/^serving one .*\n$/);
    const assets = readdirSync(join(house, 'dist/web/assets'));
    expect([...new Set(assets.map((name) => name.replace(/^.*\.js/, '.js')))].sort()).toEqual(['.js', '.js.br', '.js.gz']);
  });

  it('builds only what changed', () => {
    writeFileSync(join(house, 'server/src/other.ts'), 'export const other = 1;\n');
    expect(start()).toContain('Building server …');
    writeFileSync(join(house, 'server/src/other.test.ts'), '');
    expect(start()).not.toContain('Building');
    writeFileSync(join(house, 'protocol/src/word.ts'), "export const word: string = 'another';\n");
    expect(start()).toMatch(/Building web and server[\s\S]*serving another/);
  });

  it('serves in its own process, so that killing it kills all', async () => {
    const child = spawn(process.execPath, ['-e', "process.env.SHELL_PID = process.pid; import('./scripts/start.mjs')"], { cwd: house });
    let said = '';
    for await (const part of child.stdout) said += part;
    expect(said).toContain(`${house} true`);
  });

  it('a build that fails stops with what went wrong, and is tried again', () => {
    const path = join(house, 'protocol/src/word.ts');
    const sound = readFileSync(path, 'utf8');
    writeFileSync(path, 'export const word = ;\n');
    const { stderr, status } = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: house, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('Building web and server failed');
    expect(stderr).toContain('word.ts:1:20');
    writeFileSync(path, sound);
    expect(start()).toContain('serving another');
  });
});

describe('what is installed', () => {
  it.each([
    ['v20.19.0', true],
    ['v20.18.9', false],
    ['v18.20.0', false],
    ['v22.1.0', true],
  ])('Node %s is new enough: %s', (version, enough) => {
    expect(isAtLeast(version, '20.19.0')).toBe(enough);
  });

  it('is compared with the lock file: missing, older, complete', () => {
    const root = mkdtempSync(join(tmpdir(), 'formwork-lock-'));
    const write = (path: string, packages: object) => writeFileSync(join(root, path), JSON.stringify({ packages }));
    write('package-lock.json', {
      '': {},
      'node_modules/a': { version: '2.0.0' },
      'node_modules/win': { version: '1.0.0', optional: true },
    });
    expect(isInstalled(root)).toBe(false);
    mkdirSync(join(root, 'node_modules'));
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(root)).toBe(false);
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '2.0.0' } });
    expect(isInstalled(root)).toBe(true);
    rmSync(root, { recursive: true });
  });

  it('here is what the lock file names', () => {
    expect(isInstalled(repository)).toBe(true);
  });
});
