import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import type { LoadedField } from '#protocol/rules/form/locked.ts';
import { type LabRows, putRows } from '#server/records/read/testing-rows.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { pageCall } from '../app/page.ts';
import type { Op } from '../op.ts';
import { loadDictCall } from './load-dict.ts';
import { loadDomainCall } from './load-domain.ts';
import { loadMenuCall } from './load-menu.ts';
import { loadNavCall } from './load-nav.ts';
import { loadTableCall } from './load-table.ts';

let lab: Lab;
let rows: LabRows;
beforeAll(async () => {
  lab = await openLab();
  rows = await putRows(lab);
});
afterAll(() => lab.close());

async function call(op: unknown, login: string, request: Record<string, unknown>): Promise<Record<string, unknown>> {
  const session = await lab.as(login);
  const caller = { address: '', userAgent: '', host: '', device: null };
  return (op as Op).run(lab.house, { request, session, caller }) as Promise<Record<string, unknown>>;
}
const table = async (login: string, key_name: string) => (await call(loadTableCall, login, { key_name })).data as TableDef;
const names = (of: TableDef) => of.fields.map((field) => field.field_name);

describe('LoadTable gives the definition as the reader may use it', () => {
  it.each([
    ['none', 'plan'],
    ['all', 'vault'],
    ['all', 'nothing'],
    ['all', 'USER'],
    ['all', '__proto__'],
    ['none', 'request'],
    ['none', 'plan_item'],
  ])('B23 %s and %s: 312', async (login, key_name) => {
    await expect(table(login, key_name)).rejects.toMatchObject({ code: 312, remark: '' });
  });
  it('B23 hidden fields and what names them are left out; so are actions and sub-tables that are not given', async () => {
    const dept = await table('dept', 'plan');
    expect(names(dept)).not.toContain('secret');
    expect(names(dept)).toContain('amount');
    expect(dept.states.map((state) => state.actions?.map((action) => action.op))).toEqual([['List'], ['Show', 'Modify']]);
    expect((await table('all', 'plan')).states[0]?.actions?.map((action) => action.op)).toEqual(['List', 'Review']);
    expect(dept.subtables?.map((sub) => sub.table_name)).toEqual(['plan_item']);
    expect(JSON.stringify(dept)).not.toMatch(/secret|row_where/);
  });
  it('two roles: a field that one of them shows is there', async () => {
    expect(names(await table('mixed', 'plan'))).toContain('secret');
  });
  it('B23 FRAME-12 a reference says where its records have pages that the reader may open, and nothing to who may not list them', async () => {
    const said: string[] = [];
    for (const login of ['all', 'dept', 'mixed'])
      for (const name of ['plan', 'request']) {
        const found = await table(login, name).catch(() => null);
        for (const { source, leads } of (found?.fields ?? []) as LoadedField[]) {
          if (!source) continue;
          const lists = await call(pageCall, login, { cloud: source, page: 1, rows: 1 }).then(
            () => 1,
            () => undefined,
          );
          expect([login, source, leads]).toEqual([login, source, lists]);
          said.push(`${source} ${leads ?? 0}`);
        }
      }
    expect(new Set(said.map((each) => each.split(' ')[1]))).toEqual(new Set(['0', '1']));
  });
  it('a variant has its own fields', async () => {
    expect(names(await table('all', 'plan[big]'))).toEqual(['key_name', 'code', 'amount']);
  });
  it('a to-do row opens the definition to who has no right on the table', async () => {
    const rowid = await lab.put('request', { company_id: 1, subcompany_id: 11, key_name: 'r', create_entity: 2, review_state: 2 });
    await lab.base.db.query(`insert into fw.flow_todo (company_id, source, rowid, review_entity) values (1, 'request', ${rowid}, 6)`);
    expect(names(await table('none', 'request'))).toContain('amount');
    expect(JSON.stringify(await table('none', 'request'))).not.toContain('handler');
  });
});

describe('LoadNav and LoadMenu show what opens', () => {
  it('FRAME-04 modules by flag, menus by right; folders of nothing are left out', async () => {
    const nav = await call(loadNavCall, 'dept', {});
    expect(nav.rows).toEqual([{ code: 'lab', key_name: '试验', key_name_en: 'Laboratory', flag: 'zb' }]);
    expect((nav.data as { user: { login_name: string } }).user.login_name).toBe('dept');
    const menu = await call(loadMenuCall, 'dept', { module: 'lab' });
    expect(JSON.stringify(menu.rows)).toContain('lab.menu.plan');
    expect(JSON.stringify(menu.rows)).not.toMatch(/vault|lab.menu.closed/);
  });
  it('B23 a module that is not given is 312', async () => {
    await expect(call(loadMenuCall, 'all', { module: 'lab' })).rejects.toMatchObject({ code: 312 });
    await expect(call(loadMenuCall, 'dept', { module: 'SYS' })).rejects.toMatchObject({ code: 312 });
    expect((await call(loadNavCall, 'all', {})).rows).toEqual([]);
    expect(JSON.stringify((await call(loadMenuCall, 'root', { module: 'lab' })).rows)).toContain('lab.menu.closed');
  });
  it('B23 a dictionary of no table that one may use is 312', async () => {
    await expect(call(loadDictCall, 'dept', { key_name: 'nothing' })).rejects.toMatchObject({ code: 312 });
  });
  it('B21 LoadDomain: mine answers its unit and my department, another is 315', async () => {
    expect((await call(loadDomainCall, 'own', { id: 12 })).data).toEqual({
      id: 12,
      key_name: '纽约市',
      key_name_en: 'New York',
      currency: '万美元',
      currency_en: 'USD',
      department_entity: { id: 32, key_name: '投资部' },
    });
    for (const id of [21, 999]) await expect(call(loadDomainCall, 'own', { id })).rejects.toMatchObject({ code: 315 });
    await expect(call(loadDomainCall, 'dept', { id: 12 })).rejects.toMatchObject({ code: 315 });
    expect(rows.site).toBeGreaterThan(0);
  });
});
