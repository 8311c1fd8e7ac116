import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#server/db/testing.ts';
import { demoLines } from './demo.ts';
import { demonstration, houseOf } from './testing-app.ts';

let base: TestDatabase;
let folder: string;
beforeAll(async () => {
  base = await demonstration(undefined as never);
  folder = await mkdtemp(join(tmpdir(), 'demo-lines-'));
});
afterAll(async () => {
  await base.close();
  await rm(folder, { recursive: true });
});

const lines = async (wanted?: string) => demoLines(await houseOf(base.db, undefined as never), folder, wanted);
const UNUSED = /^DEMO_PASSWORD is not used: .* new DATA_DIR or database$/;

it('a start on a demonstration whose people have passwords says that DEMO_PASSWORD is not used, and never shows it', async () => {
  expect(await lines()).toEqual(['sign in with the passwords of before: this folder does not know them']);
  expect(await lines('Another-2026')).toEqual([
    expect.stringMatching(/^sign in with the passwords of before/),
    expect.stringMatching(UNUSED),
  ]);
  await writeFile(join(folder, 'demo-password'), 'Passw0rd-1');
  const [first, ...more] = await lines('Another-2026');
  expect(first).toMatch(/^sign in: sub-account demo, password Passw0rd-1, users .*applicant/);
  expect(more.at(-1)).toMatch(UNUSED);
  expect([first, ...more].join('\n')).not.toContain('Another-2026');
});

it('the password of before given again is nothing to talk about', async () => {
  await writeFile(join(folder, 'demo-password'), 'Passw0rd-1');
  for (const wanted of ['Passw0rd-1', undefined]) expect((await lines(wanted)).join('\n')).not.toContain('DEMO_PASSWORD');
});

it('names the people whom the demonstration brought, fifteen of a company at most, and says where the others stand', async () => {
  await writeFile(join(folder, 'demo-password'), 'Passw0rd-1');
  await base.db.query(`insert into app."user" (company_id, login_name, status) select 1, 'own' || n, 1 from generate_series(1, 30) n`);
  const named = async () => (await lines()).find((line) => line.includes('sub-account demo'))!.split(', users ')[1]!;
  expect((await named()).split(', ')).toHaveLength(15);
  expect(await named()).not.toMatch(/own|more/);
  await base.db.query(`insert into fw.seed (table_name, company_id, key, id)
    select 'user', 1, login_name, id from app."user" where login_name like 'own%'`);
  expect(await named()).toMatch(/^admin, applicant, .*, leader and 30 more: all of them stand in the list of users that admin sees$/);
});
