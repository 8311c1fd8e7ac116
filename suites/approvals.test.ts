import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoDef } from '#protocol/meta/demo.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { loadSuites } from '#server/installed.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { tell } from '../scripts/suites/tell.ts';
import { foundBesideSys, readGuide } from './testing-guide.ts';

/** Plays what docs/guides/approvals.md shows, with the text that stands there. */
const guide = await readGuide('approvals');
const person = (login_name: string, roles: string[]) => ({
  ...{ _key: login_name, login_name, key_name: login_name, name_en: login_name, department_entity: '@department:office' },
  ...{ domain_entities: ['@domain:one'], role_entities: ['staff', ...roles].map((role) => `@role:${role}`), status: 1 },
});
const demo: DemoDef = {
  companies: [{ key: 'demo', id: 1, login_name: 'demo', key_name: '示例', key_name_en: 'Sample' }],
  seeds: [
    { table: 'domain', company: 'demo', rows: [{ _key: 'one', key_name: '单位', name_en: 'Unit', currency: '元', currency_en: 'CNY' }] },
    {
      table: 'department',
      company: 'demo',
      rows: [{ _key: 'office', code: '01', key_name: '室', name_en: 'Office', manager_entity: '@user:head' }],
    },
    {
      table: 'user',
      company: 'demo',
      rows: [
        { ...person('admin', ['root']), _id: 1 },
        ...[person('reader', ['reader']), person('head', ['reader']), person('keeper', ['keeper']), person('officer', ['secrecy'])],
      ],
    },
    { table: 'document', company: 'demo', domain: 'one', rows: [{ _key: 'plan', key_name: '总图', medium: 1 }] },
  ],
};

let base: TestDatabase;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await guide.copied();
  const { suites } = await foundBesideSys(folder);
  const catalogue = loadSuites(suites, folder);
  base = await templateDatabase('approvals-guide', async (db) => {
    await makeEngineTables(db);
    await makeTables(db, catalogue);
    await loadSeeds(db, catalogue, demo, loadGrants);
  });
  app = await serve(base, diskFiles(join(folder, 'files')), { catalogue });
});
afterAll(async () => {
  await app.close();
  await guide.clear();
});

const call = (login: string, op: string, form: Record<string, string>) => app.call('/app', op, { cloud: 'loan', ...form }, login);
const decide = (login: string, id: string, event: number, more = {}) => call(login, 'Modify', { id, _event: String(event), ...more });
async function submitted(): Promise<string> {
  const [document] = await base.db.query<{ id: number }>(`select id from app."document"`);
  const [department] = await base.db.query<{ id: number }>(`select id from app."department"`);
  const form = { key_name: '核对', document_entity: String(document!.id), department_entity: String(department!.id), _event: '11' };
  const { data } = await call('reader', 'Add', form);
  expect(data).toMatchObject({ holders: [{ key_name: 'head' }] });
  return String(data!.id);
}

describe('META-03 the suite that docs/guides/approvals.md shows', () => {
  it('is loaded without an error or a remark', async () => {
    expect(await tell(await foundBesideSys(folder), folder)).toEqual({ text: 'nothing is wrong with sys, archive', refused: false });
  });

  it('FLOW-04 is countersigned by both roles, the note by its officer alone, and written to the document at the end', async () => {
    const id = await submitted();
    await decide('head', id, 21);
    expect(await decide('keeper', id, 31, { secrecy_note: 'x' })).toMatchObject({ code: 312 });
    expect(await decide('keeper', id, 31)).toMatchObject({ data: { outcome: 'waiting', signed: 1, of: 2 } });
    expect(await decide('officer', id, 31)).toMatchObject({ code: 305, data: { field_name: 'secrecy_note' } });
    expect(await decide('officer', id, 31, { secrecy_note: '不得复印' })).toMatchObject({ data: { holders: [{ key_name: 'keeper' }] } });
    expect(await decide('keeper', id, 41)).toMatchObject({ code: 314, data: { field: 'handed' } });
    expect(await decide('keeper', id, 41, { handed: '2026-11-21' })).toMatchObject({ data: { outcome: 'approved' } });
    const [lent] = await base.db.query(`select code, note, u.login_name from app."document" d join app."user" u on u.id = d.lent_to`);
    expect(lent).toMatchObject({ note: '2026-11-21 核对', login_name: 'reader' });
  });

  it('FLOW-02 goes back to the chosen decision, by back_id', async () => {
    const id = await submitted();
    await decide('head', id, 21);
    const answer = await app.call('/flow', 'Reviewer', { cloud: 'loan', id, event: '32' }, 'keeper');
    const { backs } = answer.data as { backs: { id: number }[] };
    expect(backs).toHaveLength(2);
    expect(await decide('keeper', id, 32, { remark: '请核对' })).toMatchObject({ code: 314 });
    const back = (at: number) => decide('keeper', id, 32, { remark: '请核对', back_id: String(backs[at]!.id) });
    expect(await back(1)).toMatchObject({ data: { outcome: 'returned', holders: [{ key_name: 'head' }] } });
    expect(await decide('head', id, 21)).toMatchObject({
      data: { outcome: 'moved', holders: [{ key_name: 'keeper' }, { key_name: 'officer' }] },
    });
    expect(await back(0)).toMatchObject({ data: { outcome: 'returned', holders: [{ key_name: 'reader' }] } });
  });

  it('a way past the countersignature is refused with the way', async () => {
    const past = await guide.copied((text) => text.replace('next_state: 3 }', 'next_state: 4 }'));
    expect((await tell(await foundBesideSys(past), past)).text).toContain('step 90 can be reached without step 3');
  });
});
