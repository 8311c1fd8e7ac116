import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDITIONS } from './additions.ts';
import { PROOF } from './proof.ts';

/** Every addition is made in a copy of the house, by hand as it were: it must compile there, and work. */
const root = new URL('../..', import.meta.url).pathname;
const MOST = 4;
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'formwork-breadth-'));
  const kept = (path: string) => !/\.test\.tsx?$/.test(path);
  for (const part of ['protocol', 'server', 'web', 'suites', 'scripts/client-ops', 'scripts/time'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: kept });
  for (const file of ['package.json', 'tsconfig.base.json', 'vitest.config.ts']) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { files } of ADDITIONS) for (const [path, edit] of Object.entries(files)) make(path, edit);
  const config = JSON.stringify({ extends: './tsconfig.json', include: ['src'] });
  for (const end of ['server', 'web']) writeFileSync(join(copy, end, 'tsconfig.copy.json'), config);
  for (const [path, text] of Object.entries(PROOF)) make(path, text);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function make(path: string, edit: (typeof ADDITIONS)[number]['files'][string]): void {
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  let text = typeof edit === 'string' ? edit : readFileSync(file, 'utf8');
  for (const [stands, becomes] of typeof edit === 'string' ? [] : edit) {
    expect(text, `${path} has no longer: ${stands}`).toContain(stands);
    text = text.replace(stands, () => becomes);
  }
  writeFileSync(file, text);
}

function run(...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: copy });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    child.on('close', (code) => resolve({ code, said }));
  });
}

describe('META-01 FIELD-01 breadth costs few files', () => {
  it.each(ADDITIONS)('$what: at most four code files', ({ files }) => {
    expect(Object.keys(files).length).toBeLessThanOrEqual(MOST);
  });

  it('what the browser knows of the calls is written, and both ends compile', async () => {
    expect(await run('node_modules/tsx/dist/cli.mjs', 'scripts/client-ops/write.ts')).toMatchObject({ code: 0 });
    const ends = ['server', 'web'].map((end) => run('node_modules/typescript/bin/tsc', '-p', `${end}/tsconfig.copy.json`, '--noEmit'));
    for (const { code, said } of await Promise.all(ends)) expect({ code, said }).toEqual({ code: 0, said: '' });
  }, 600_000);

  it('all of it works', async () => {
    const { code, said } = await run('node_modules/vitest/vitest.mjs', 'run', ...Object.keys(PROOF));
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  }, 600_000);
});
