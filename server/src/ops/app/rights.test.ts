import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import { readShow } from '#server/records/read/show.ts';
import { type LabRows, putRows } from '#server/records/read/testing-rows.ts';
import { type Lab, NOW, openLab } from '#server/records/testing.ts';
import { reads, type Told } from './testing-call.ts';

let lab: Lab;
let rows: LabRows;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab();
  rows = await putRows(lab);
  send = reads(lab);
});
afterAll(() => lab.close());

type Form = Record<string, unknown>;
const as = async (login: string, op: string, form: Form, wish?: { company?: string; domain?: string }): Promise<Told> =>
  send(await lab.as(login, wish), op, form);
const page = (login: string, filters: unknown, rest: Form = {}) =>
  as(login, 'Page', { cloud: 'plan', filters: JSON.stringify(filters), ...rest });
const codes = (told: Told) => told.rows?.map((row) => row.code);
async function show(
  login: string,
  cloud: string,
  id: number,
  wish?: { company?: string; domain?: string },
): Promise<Record<string, unknown>> {
  const session = await lab.as(login, wish);
  const access = await openAccess(lab.house, session);
  return (await readShow(lab.house, access, access.grant(access.table(cloud), 'Show'), id)).record;
}

describe('B1 without a session nothing is read', () => {
  it.each(['Page', 'List', 'Group', 'Tree', 'Get'])('%s', async (op) => {
    expect((await send(null, op, { cloud: 'plan', id: 1, field: 'type' })).code).toBe(401);
  });
});

describe('B3 a record out of scope reads like one that never was', () => {
  it('Get and Show, byte for byte', async () => {
    const never = await as('own', 'Get', { cloud: 'plan', id: 999_999_999 });
    expect(never).toEqual({ code: 315, remark: '' });
    for (const name of ['dept', 'below', 'other', 'newYork', 'gone', 'foreign'] as const) {
      expect(await as('own', 'Get', { cloud: 'plan', id: rows.plan[name] }), name).toEqual(never);
      await expect(show('own', 'plan', rows.plan[name])).rejects.toMatchObject({ code: 315, remark: '' });
    }
    expect((await as('own', 'Get', { cloud: 'plan', id: rows.plan.mine })).code).toBe(200);
    expect((await as('none', 'Get', { cloud: 'plan', id: rows.plan.mine })).code).toBe(312);
  });
});

describe('B5 a hidden field helps nobody to find a row', () => {
  it.each([
    { fields: { secret: '7.000001' } },
    { fields: { secret: { op: 'filled' } } },
    { sort: [['secret', 'asc']] },
    { where: 'secret>1' },
    { where: 'amount>{secret}' },
  ])('%j is 317 for who never sees it', async (filters) => {
    expect((await page('dept', filters)).code).toBe(317);
    expect((await page('all', filters)).code).toBe(200);
  });
  it('its column, its sum and its group are not there', async () => {
    expect((await page('dept', {}, { fields: 'secret' })).code).toBe(317);
    const told = await page('dept', {}, { stat: 1 });
    expect(told.data?.stat).toEqual({ amount: '300.499999' });
    expect(JSON.stringify(told)).not.toMatch(/secret|CANARY|7\.000001/);
  });
  it('the keyword does not search what is hidden', async () => {
    expect(codes(await page('all', { key_word: '阿尔法' }))).toEqual(['P3', 'P2']);
    expect(codes(await page('dept', { key_word: '阿尔法' }))).toEqual(['P2']);
    expect(codes(await page('dept', { key_word: 'canary' }))).toEqual([]);
    expect(codes(await page('all', { key_word: 'canary' }))).toEqual(['P1']);
    expect(codes(await page('dept', { key_word: '阿' }))).toEqual(['P2']);
  });
  it('two roles: seen on the own rows, NULL on the others, in the row, the filter, the order and the sum', async () => {
    const told = await page('mixed', {}, { stat: 1 });
    expect(told.rows!.some((row) => 'secret' in row)).toBe(false);
    await lab.base.db.query(`update app.plan set create_entity = 7 where id = ${rows.plan.dept}`);
    const mine = await page('mixed', { sort: [['secret', 'desc']] }, { stat: 1 });
    expect(mine.rows!.map((row) => ('secret' in row ? row.secret : 'absent'))).toEqual(['1.000000', 'absent', 'absent']);
    expect(mine.data?.stat).toEqual({ amount: '300.499999', secret: '1.000000' });
    expect(codes(await page('mixed', { fields: { secret: ['0', '100'] } }))).toEqual(['P2']);
    expect(codes(await page('mixed', { key_word: '阿尔法' }))).toEqual(['P2']);
    await lab.base.db.query(`update app.plan set create_entity = 3 where id = ${rows.plan.dept}`);
  });
});

describe('B6 a path through a reference needs the right at its end', () => {
  it('create_entity.mobile', async () => {
    const path = { fields: { 'create_entity.mobile': '13000000002' } };
    expect(codes(await page('all', path))).toEqual(['P1']);
    expect((await page('nodept', path)).code).toBe(317);
    expect((await page('nodept', { sort: [['create_entity.mobile', 'asc']] })).code).toBe(317);
    expect((await page('nodept', { where: 'create_entity.mobile=1' })).code).toBe(317);
    expect((await page('all', { fields: { 'vault_entity.code': 'V1' } })).code).toBe(317);
    expect((await page('all', { where: 'vault_entity.code=V1' })).code).toBe(317);
    expect(codes(await page('root', { fields: { 'vault_entity.code': 'V1' } }))).toEqual(['P1']);
  });
});

describe('B7 a reference that may not be read has no name and no id', () => {
  it('in the page, the record, the group; and it cannot be filtered for', async () => {
    for (const login of ['own', 'dept', 'all']) {
      const told = [
        await page(login, {}),
        await as(login, 'Get', { cloud: 'plan', id: rows.plan.mine }),
        await show(login, 'plan', rows.plan.mine),
      ];
      expect(JSON.stringify(told)).not.toContain('CANARY-vault');
      expect(JSON.stringify(told)).toContain('{"id":0,"unauthorized":1}');
    }
    expect(codes(await page('all', { fields: { vault_entity: rows.vault.one } }))).toEqual([]);
    expect(codes(await page('root', { fields: { vault_entity: rows.vault.one } }))).toEqual(['P1']);
    expect((await as('all', 'Group', { cloud: 'plan', field: 'vault_entity' })).rows).toEqual([
      { id: null, key_name: '', num: 3 },
      { id: 0, unauthorized: 1, num: 1 },
    ]);
    expect((await as('root', 'Get', { cloud: 'plan', id: rows.plan.mine })).data).toMatchObject({
      vault_entity: { id: rows.vault.one, key_name: 'CANARY-vault' },
      vaults: [{ id: rows.vault.one, key_name: 'CANARY-vault' }],
    });
  });
});

describe('B7 where some rows of the target may be read', () => {
  it('the id of another is no value to filter by, no parent to open, and shows as unauthorised', async () => {
    const here = { company_id: 1, subcompany_id: 11, key_name: 'f' };
    const hidden = await lab.put('folder', { ...here, create_entity: 4 });
    const top = await lab.put('folder', { ...here, create_entity: 2, parent_entity: hidden });
    const leaf = await lab.put('folder', { ...here, create_entity: 2, parent_entity: top });
    const below = async (login: string, parent_entity: number) =>
      (await as(login, 'Page', { cloud: 'folder', filters: JSON.stringify({ fields: { parent_entity } }) })).rows!.map((row) => row.id);
    expect([await below('own', hidden), await below('own', top), await below('all', hidden)]).toEqual([[], [leaf], [top]]);
    const tree = async (form: Form) => (await as('own', 'Tree', { cloud: 'folder', ...form })).rows!.map((row) => [row.id, row.parent_id]);
    expect(await tree({ id: String(hidden) })).toEqual([]);
    expect(await tree({ id: '0' })).toEqual([[top, null]]);
    expect(await tree({})).toEqual([
      [leaf, top],
      [top, null],
    ]);
    expect((await as('own', 'Group', { cloud: 'folder', field: 'parent_entity' })).rows).toEqual([
      { id: top, key_name: 'f', num: 1 },
      { id: 0, unauthorized: 1, num: 1 },
    ]);
  });
});

describe('B10 a field is there in its states and where its condition holds', () => {
  it('absent, not empty; neither found nor sorted by', async () => {
    const put = (row: Form) =>
      lab.put('request', { company_id: 1, subcompany_id: 11, create_entity: 2, verdict: 'CANARY-verdict', bonus: 'CANARY-bonus', ...row });
    const draft = await put({ key_name: 'draft', review_state: 1, amount: '5' });
    const sent = await put({ key_name: 'sent', review_state: 2, amount: '5000', reviewers: [8] });
    const get = async (id: number) => (await as('own', 'Get', { cloud: 'request', id })).data!;
    expect(Object.keys(await get(draft))).not.toEqual(expect.arrayContaining(['verdict']));
    expect(JSON.stringify(await get(draft))).not.toContain('CANARY');
    expect(await get(sent)).toMatchObject({ verdict: 'CANARY-verdict', bonus: 'CANARY-bonus', review_entity: ',8,' });
    const found = async (filters: unknown) =>
      (await as('own', 'Page', { cloud: 'request', filters: JSON.stringify(filters) })).rows!.map((row) => row.key_name);
    expect(await found({ fields: { verdict: 'CANARY' } })).toEqual(['sent']);
    expect(await found({ fields: { bonus: { op: '=', value: 'CANARY-bonus' } } })).toEqual(['sent']);
    expect(await found({ key_word: 'canary' })).toEqual(['sent']);
    expect(await found({ sort: [['verdict', 'asc']] })).toEqual(['sent', 'draft']);
  });
  it('LIST-07 actions go by creator, reviewer and item', async () => {
    const actions = async (login: string) => {
      const told = await as(login, 'Page', { cloud: 'request', filters: '{"sort":[["id","asc"]]}' });
      return told.rows!.map((row) => [row.key_name, (row._actions as { op: string }[]).map((action) => action.op).join()]);
    };
    expect(await actions('own')).toEqual([
      ['draft', 'Show,Modify'],
      ['sent', 'Show'],
    ]);
    expect(await actions('all')).toEqual([
      ['draft', 'Show'],
      ['sent', 'Show'],
    ]);
  });
});

describe('B20 companies and domains are apart', () => {
  it('nothing of company 1 answers to company 2, and the other way', async () => {
    const other = { company: 'other' };
    expect((await as('admin2', 'Page', { cloud: 'plan' }, other)).rows!.map((row) => row.id)).toEqual([rows.plan.foreign]);
    for (const name of ['mine', 'dept', 'newYork', 'gone'] as const)
      expect((await as('admin2', 'Get', { cloud: 'plan', id: rows.plan[name] }, other)).code).toBe(315);
    expect((await as('root', 'Get', { cloud: 'plan', id: rows.plan.foreign })).code).toBe(315);
    expect((await as('admin', 'Get', { cloud: 'plan', id: rows.plan.foreign })).code).toBe(315);
    for (const id of [11, 12, 21]) expect([200, 317]).toContain((await page('root', { fields: { subcompany_id: id } })).code);
    expect(JSON.stringify(await page('root', {}))).not.toContain('CANARY-other');
    expect(JSON.stringify(await as('root', 'Page', { cloud: 'user', rows: 1000 }))).not.toContain('别家');
  });
  it('a domain shows its own rows only, also to the administrator', async () => {
    expect(codes(await as('root', 'Page', { cloud: 'plan' }, { domain: '纽约市' }))).toEqual(['P5']);
    expect((await as('root', 'Get', { cloud: 'plan', id: rows.plan.mine }, { domain: '纽约市' })).code).toBe(315);
    expect(codes(await page('root', { fields: { subcompany_id: 12 } }))).toEqual([]);
  });
});

describe('B27 nothing where nothing is given', () => {
  it('no department: no rows by department, never all', async () => {
    await lab.put('plan', { company_id: 1, subcompany_id: 11, key_name: 'no department', create_entity: 4 });
    for (const op of ['Page', 'List']) expect((await as('nodept', op, { cloud: 'plan' })).rows).toEqual([]);
    expect((await as('nodept', 'Group', { cloud: 'plan', field: 'type' })).rows).toEqual([]);
  });
  it('a role without grants: 312', async () => {
    expect(await as('none', 'Page', { cloud: 'plan' })).toEqual({ code: 312, remark: '' });
  });
});

describe('a to-do row opens its record, and nothing more', () => {
  it('Show and Get of that record with its sub-tables, no list; also under another domain', async () => {
    const make = (row: Form) =>
      lab.put('request', { company_id: 1, subcompany_id: 11, key_name: 'case', create_entity: 2, review_state: 2, ...row });
    const [mine, others, away] = [await make({}), await make({}), await make({ subcompany_id: 12 })];
    const todo = (rowid: number, holder: number) =>
      lab.base.db.query(`insert into fw.flow_todo (company_id, source, rowid, review_entity) values (1, 'request', ${rowid}, ${holder})`);
    await todo(mine, 6);
    await todo(others, 3);
    await todo(away, 2);
    await todo(away, 3);
    expect((await show('none', 'request', mine)).key_name).toBe('case');
    await expect(show('none', 'request', others)).rejects.toMatchObject({ code: 312 });
    expect((await as('none', 'Page', { cloud: 'request' })).code).toBe(312);
    expect((await show('own', 'request', away)).key_name).toBe('case');
    expect((await as('own', 'Page', { cloud: 'request' })).rows!.map((row) => row.id)).not.toContain(away);
    await expect(show('dept', 'request', away)).rejects.toMatchObject({ code: 315 });
    await lab.base.db.query(
      `insert into fw.flow_agent values (1, 3, 6, $1::timestamptz - interval '1 day', $1::timestamptz + interval '1 day', null),
         (1, 2, 6, $1::timestamptz - interval '2 day', $1::timestamptz - interval '1 day', null)`,
      [NOW],
    );
    expect((await show('none', 'request', others)).key_name).toBe('case');
    await expect(show('none', 'request', away)).rejects.toMatchObject({ code: 312 });
  });
});

describe('a sub-table goes by its parent', () => {
  it('rows of visible parents only; Show brings them in their order', async () => {
    const prices = async (login: string) => (await as(login, 'List', { cloud: 'plan_item' })).rows!.map((row) => row.price);
    expect(await prices('own')).toEqual(['2.000000', '1.000000']);
    expect(await prices('all')).toEqual(['3.000000', '2.000000', '1.000000']);
    expect(await prices('nodept')).toEqual([]);
    const shown = await show('own', 'plan', rows.plan.mine);
    expect((shown._subtables as Record<string, { price: string }[]>)['plan_item.plan_entity']!.map((row) => row.price)).toEqual([
      '1.000000',
      '2.000000',
    ]);
  });
  it('Show is one statement, which sees one instant, whatever lies below the record', async () => {
    const session = await lab.as('own');
    const access = await openAccess(lab.house, session);
    const asked: string[] = [];
    const query: typeof lab.house.db.query = (text, values) => {
      asked.push(text);
      return lab.house.db.query(text, values);
    };
    const db = { ...lab.house.db, query, tx: () => Promise.reject(new Error('no transaction is needed')) };
    const { record } = await readShow({ ...lab.house, db }, access, access.grant(access.table('plan'), 'Show'), rows.plan.mine);
    expect((record._subtables as Record<string, unknown[]>)['plan_item.plan_entity']).toHaveLength(2);
    expect(asked).toHaveLength(1);
  });
  it('WIRE-09 a cloud with a variant that there is not, of a table that there is not, or spelt otherwise is none: 312', async () => {
    const odd = ['plan[]', 'plan[big', 'planbig]', 'plan [big]', 'plan[big][big]', 'plan[Big]', '[big]'];
    for (const cloud of ['plan[ghost]', 'ghost[big]', 'vault[big]', 'email[send]', ...odd])
      expect((await as('all', 'Page', { cloud })).code, cloud).toBe(312);
  });
  it('WIRE-09 a variant is narrower and has its ops', async () => {
    expect(codes(await as('all', 'Page', { cloud: 'plan[big]' }))).toEqual(['P2', 'P1']);
    expect((await as('all', 'Page', { cloud: 'plan[big]', fields: 'memo' })).code).toBe(317);
    expect(codes(await as('all', 'Page', { cloud: 'plan[big]', filters: '{"key_word":"canary"}' }))).toEqual([]);
  });
});
