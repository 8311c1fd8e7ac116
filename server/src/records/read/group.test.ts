import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { type Lab, openLab } from '../testing.ts';
import { effectiveTable } from './effective.ts';
import { readGroup } from './group.ts';
import { readPage } from './page.ts';
import { type LabRows, putRows } from './testing-rows.ts';

let lab: Lab;
let rows: LabRows;
beforeAll(async () => {
  lab = await openLab();
  rows = await putRows(lab);
});
afterAll(() => lab.close());

type Ask = Parameters<typeof readGroup>[3];
async function group(login: string, ask: Ask, cloud = 'plan') {
  const access = await openAccess(lab.house, await lab.as(login));
  return readGroup(lab.house, access, access.grant(access.table(cloud), 'Group'), ask);
}
async function count(login: string, filters: Filters, cloud = 'plan') {
  const access = await openAccess(lab.house, await lab.as(login));
  return (await readPage(lab.house, access, access.grant(access.table(cloud), 'Page'), { page: 1, rows: 100, filters })).total;
}
const brief = async (login: string, ask: Ask, cloud?: string) =>
  (await group(login, ask, cloud)).rows!.map((row) => {
    const { id, num, below } = row as unknown as { id: number | null; num: number; below?: number };
    return below === undefined ? [id, num] : [id, num, below];
  });
const below = (path: string, value: unknown): Filters => ({ fields: { [path]: { op: 'below', value: value as number } } });

describe('PAGES-04 counts by the values of a field', () => {
  it('what the reader may not see is not counted; all is each record once', async () => {
    expect(await brief('own', { field: 'department_entity' })).toEqual([[32, 1]]);
    expect((await group('own', { field: 'department_entity' })).data).toEqual({ all: 1 });
    expect((await group('all', { field: 'department_entity' })).data).toEqual({ all: 4 });
    expect(await group('all', { field: 'department_entity', filters: { fields: { code: 'none' } } })).toMatchObject({
      rows: [],
      data: { all: 0 },
    });
  });
  it.each(['code', 'amount', 'ghost', 'department_entity.code', 'create_entity.mobile'])('by %s: 317', async (field) => {
    await expect(group('all', { field })).rejects.toMatchObject({ code: 317 });
  });
  it('choices', async () => {
    expect((await group('all', { field: 'type' })).rows).toEqual([
      { id: 2, key_name: '乙', num: 2 },
      { id: 1, key_name: '甲', num: 1 },
      { id: null, key_name: '', num: 1 },
    ]);
  });
  it('several choices: a record stands in each of its groups, and once among all', async () => {
    const told = await group('all', { field: 'tags' });
    expect(told.rows).toEqual([
      { id: null, key_name: '', num: 2 },
      { id: 1, key_name: '红', num: 1 },
      { id: 2, key_name: '绿', num: 1 },
      { id: 3, key_name: '蓝', num: 1 },
    ]);
    expect(told.data).toEqual({ all: 4 });
  });
  it('several references, by the names that the reader may see', async () => {
    const told = await group('all', { field: 'team' });
    expect(told.rows).toEqual([
      { id: null, key_name: '', num: 3 },
      { id: 2, key_name: '张三', num: 1 },
      { id: 3, key_name: '李四', num: 1 },
    ]);
    expect(told.data).toEqual({ all: 4 });
  });
  it('B7 several references that may not be read are one group without id or name', async () => {
    expect((await group('all', { field: 'vaults' })).rows).toEqual([
      { id: null, key_name: '', num: 3 },
      { id: 0, unauthorized: 1, num: 1 },
    ]);
    expect((await group('root', { field: 'vaults' })).rows).toContainEqual({ id: rows.vault.one, key_name: 'CANARY-vault', num: 1 });
  });
});

it('B23 a field that a role hides is no group of the table, nor named as one', async () => {
  const told = async (login: string) => {
    const access = await openAccess(lab.house, await lab.as(login));
    return effectiveTable(access, access.grant(access.table('user'), 'LoadTable')).group;
  };
  expect([await told('own'), await told('all')]).toEqual(['department_entity', 'department_entity,role_entities']);
  await expect(group('own', { field: 'role_entities' }, 'user')).rejects.toMatchObject({ code: 317 });
});

describe('PAGES-04 a branch of the tree that a field refers to', () => {
  it('each node is told with all below it, also those that have no record of their own', async () => {
    expect(await brief('all', { field: 'department_entity', below: 1 })).toEqual([
      [31, 0, 3],
      [32, 2, 3],
      [33, 1, 1],
      [34, 1, 1],
    ]);
    expect(await brief('own', { field: 'department_entity', below: 1 })).toEqual([
      [31, 0, 1],
      [32, 1, 1],
    ]);
  });
  it('what is counted is what the list below that node finds', async () => {
    for (const login of ['own', 'dept', 'mixed', 'all', 'root'])
      for (const [id, , num] of await brief(login, { field: 'department_entity', below: 1 }))
        expect([login, id, await count(login, below('department_entity', id))]).toEqual([login, id, num]);
  });
  it('a field that refers to no tree is counted as without', async () => {
    expect(await brief('all', { field: 'type', below: 1 })).toEqual(await brief('all', { field: 'type' }));
  });
  it('rows without a value stand last, as they are', async () => {
    const bare = await lab.put('plan', { company_id: 1, subcompany_id: 11, key_name: 'bare', create_entity: 4 });
    try {
      expect((await brief('all', { field: 'department_entity', below: 1 })).at(-1)).toEqual([null, 1, 1]);
    } finally {
      await lab.house.db.query('update app."plan" set deleted_time = now() where company_id = 1 and id = $1', [bare]);
    }
  });
  it('a circle ends, and a node of another company is none', async () => {
    const here = { company_id: 1, subcompany_id: 11, create_entity: 4 };
    const one = await lab.put('folder', { ...here, key_name: 'one' });
    const two = await lab.put('folder', { ...here, key_name: 'two', parent_entity: one });
    await lab.house.db.query('update app."folder" set parent_entity = $2 where company_id = 1 and id = $1', [one, two]);
    expect(await brief('all', { field: 'parent_entity', below: 1 }, 'folder')).toEqual([
      [one, 1, 2],
      [two, 1, 2],
    ]);
    expect(await count('all', below('parent_entity', one), 'folder')).toBe(2);
    expect(await count('all', below('department_entity', 35))).toBe(0);
  });
  it('B7 a branch ends at a node that the reader may not see: neither its count nor its list says what lies behind', async () => {
    const here = { company_id: 1, subcompany_id: 11, key_name: 'f' };
    const top = await lab.put('folder', { ...here, create_entity: 2 });
    const hidden = await lab.put('folder', { ...here, create_entity: 4, parent_entity: top });
    const leaf = await lab.put('folder', { ...here, create_entity: 2, parent_entity: hidden });
    await lab.put('folder', { ...here, create_entity: 2, parent_entity: leaf });
    const told = await brief('own', { field: 'parent_entity', below: 1 }, 'folder');
    expect(told).toContainEqual([leaf, 1, 1]);
    expect(told.some(([id]) => id === hidden || id === top)).toBe(false);
    for (const node of [top, hidden]) expect(await count('own', below('parent_entity', node), 'folder')).toBe(0);
    expect(await count('all', below('parent_entity', top), 'folder')).toBe(3);
  });
  it.each([
    ['type', 1],
    ['owner_entity', 2],
    ['code', 1],
    ['ghost', 1],
    ['department_entity', '1 or 1=1'],
    ['department_entity', null],
    ['department_entity', -1],
    ['department_entity', [31, 'x']],
  ])('%s below %j: 317', async (path, value) => {
    await expect(count('all', below(path, value))).rejects.toMatchObject({ code: 317 });
  });
});
