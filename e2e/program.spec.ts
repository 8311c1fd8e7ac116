import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test('WIRE-01 AUTH-08 the program of docs/contract.md signs in and reads, as it stands there; a wrong password is 304', async ({
  baseURL,
}) => {
  const text = await readFile(new URL('../docs/contract.md', import.meta.url), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'formwork-program-'));
  const program = join(folder, 'sign-in.mjs');
  await writeFile(program, /```js\n([\s\S]*?)```/.exec(text)![1]!);
  const run = (password: string) => promisify(execFile)(process.execPath, [program, baseURL!, 'demo', 'viewer', password]);
  try {
    const { stdout } = await run(process.env.JOURNEYS_PASSWORD ?? '');
    expect(stdout).toMatch(/^林晓 sees 5 projects: \[/);
    await expect(run('not-the-password')).rejects.toThrow(/Login: 304/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
