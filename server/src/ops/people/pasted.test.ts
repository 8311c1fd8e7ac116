import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { answered, asForm, type Person } from '#protocol/testing-person.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';

let app: TestApp;
let admin: Person;
let applicant: Person;
beforeAll(async () => {
  app = await testApp(diskFiles('/nonexistent'));
  admin = await app.signIn('admin');
  applicant = await app.signIn('applicant');
});
afterAll(() => app?.close());

const toolbar = async (person: Person, key_name: string) => {
  const { code, data } = await person.call('/sys', 'LoadTable', { key_name });
  const { states = [] } = data as unknown as Partial<TableDef>;
  return [code, states.find(({ value }) => value === '*')?.actions?.map(({ op }) => op) ?? []];
};
/** As the page asks who is meant by words. */
const called = async (person: Person, cloud: string, name: string, words: readonly string[]) => {
  const filters = { fields: { [name]: { op: 'in', value: words } } };
  const fields = name === 'key_name' ? name : `key_name,${name}`;
  const { code, rows } = await person.call('/app', 'Page', { cloud, rows: 1000, fields, filters });
  return [code, rows.map((row) => row.key_name)];
};

it('ADMIN-12 nobody is told without a session what can be pasted', async () => {
  const told = answered(await app.server.send(asForm('/sys?op=LoadTable', { _os: 'web', key_name: 'user' })));
  expect(told.code).toBe(401);
});

it('ADMIN-12 LIST-02 rows can be pasted by who may add, and by nobody else', async () => {
  expect(await toolbar(admin, 'user')).toEqual([200, ['List', 'Add', 'Paste', 'Batch', 'Invite']]);
  expect(await toolbar(admin, 'department')).toEqual([200, ['List', 'Add', 'Paste']]);
  for (const table of ['user', 'department', 'invest_subject']) {
    const [, ops] = await toolbar(applicant, table);
    expect(ops).not.toContain('Paste');
    expect((await applicant.call('/app', 'Add', { cloud: table, key_name: '粘' })).code).not.toBe(200);
  }
});

it('FIELD-05 A13 words are names and codes, letter for letter, and nothing else', async () => {
  const { data } = await admin.call('/sys', 'LoadTable', { key_name: 'department' });
  expect(data.unique).toEqual([['code']]);
  expect(await called(admin, 'department', 'key_name', ['投资发展部', '投资发展', '%', "' or 1=1 --"])).toEqual([200, ['投资发展部']]);
  expect(await called(admin, 'department', 'code', ['010102', '01010'])).toEqual([200, ['投资发展部']]);
  expect(await called(admin, 'role', 'key_name', ['员工', '员'])).toEqual([200, ['员工']]);
});

it('ADMIN-12 a row that is sent once more is one person; another of the same name is refused', async () => {
  const [domain] = await app.base.db.query<{ id: number }>('select min(id) as id from app."domain" where company_id = 1');
  const row = { cloud: 'user', key_name: '粘一', login_name: 'pasted1', domain_entities: `,${domain!.id},`, _rid: randomUUID() };
  const [first, again] = [await admin.call('/app', 'Add', row), await admin.call('/app', 'Add', row)];
  expect([first.code, again.code, again.data.id]).toEqual([200, 200, first.data.id]);
  const other = await admin.call('/app', 'Add', { ...row, _rid: randomUUID() });
  expect(other.code).not.toBe(200);
});
