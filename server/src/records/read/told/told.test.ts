import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite } from '#protocol/meta/suite.ts';
import { defineTable } from '#protocol/meta/table.ts';
import type { LoadedField } from '#protocol/rules/form/locked.ts';
import { openAccess } from '#server/access/access.ts';
import type { Session } from '#server/meta/session.ts';
import { loadBoard } from '../../board/load.ts';
import { loadReport } from '../../report/load.ts';
import { type Desk, lying, openDesk } from '../../save/testing-save.ts';
import { readDefinition } from '../effective.ts';

const named = (name: string) => ({ key_name: `${name}名`, key_name_en: name });
const field = (table: string, field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `deal.${table}.${field_name}`, field_name, ...named(field_name), data_type },
  ...rest,
});
const states = (table: string): StateDef[] =>
  [
    { value: '*', ops: ['List', 'Add'] },
    { value: '1', ops: ['Show', 'Modify', 'Delete'] },
  ].map(({ value, ops }) => ({
    ...{ uid: `deal.${table}.s${value.replace('*', 'bar')}`, value, ...named(value) },
    actions: ops.map((op) => ({ uid: `deal.${table}.${value.replace('*', 'bar')}.${op}`, op, ...named(op) })),
  }));
const items = [1, 2].map((id) => ({ id, ...named(`kind${id}`), code: `K${id}` }));

/** Fields that go by `fee`, `sort` and `risk`, which a role hides, and by `kind`, which it does not. */
const deal = defineTable({
  ...{ uid: 'deal.deal', table_name: 'deal', ...named('deal') },
  fields: [
    field('deal', 'key_name', 'text', { length: 20, notnull: 1 }),
    field('deal', 'kind', 'select', { items, onchange: 'days=if(kind=1,fee,30);note=key_name' }),
    field('deal', 'sort', 'select', { items, notnull: 1, defvalue: 1 }),
    field('deal', 'fee', 'numeric', { length: '12,2' }),
    field('deal', 'risk', 'text', { length: 20 }),
    field('deal', 'code', 'text', { length: 30, number: 'D{sort}-{yyyy}-{00}' }),
    field('deal', 'days', 'int'),
    field('deal', 'note', 'text', { length: 20 }),
    field('deal', 'needed', 'text', { length: 20, need_where: 'fee>500' }),
    field('deal', 'shown', 'text', { length: 20, view_where: 'fee>500', notnull: 1 }),
    field('deal', 'opened', 'text', { length: 20, edit_where: 'fee>500', need_where: 'kind=1' }),
    field('deal', 'plain', 'text', { length: 20, view_where: 'kind=1', need_where: 'kind=1', edit_where: 'kind=1' }),
    field('deal', 'twice', 'numeric', { calc: 'fee*2' }),
    field('deal', 'sum', 'numeric', { calc: 'days*2' }),
    field('deal', 'asset_entity', 'entity', {
      source: 'asset',
      query: 'sort={sort}&kind={kind}&label=Q',
      fetch: 'risk=label&note=label&days=grade&opened=label',
    }),
  ],
  states: states('deal'),
});
const asset = defineTable({
  ...{ uid: 'deal.asset', table_name: 'asset', ...named('asset') },
  fields: [
    field('asset', 'key_name', 'text', { length: 20 }),
    field('asset', 'label', 'text', { length: 20 }),
    field('asset', 'grade', 'int'),
    field('asset', 'sort', 'int'),
    field('asset', 'kind', 'int'),
  ],
  states: states('asset'),
});
const ALL = ['List', 'Add', 'Modify', 'Delete'];
const deals = defineSuite({
  ...{ uid: 'deal', code: 'deal', version: '0.1.0', ...named('deal'), requires: ['sys', 'lab'], modules: [], dicts: [], seed: [] },
  roles: [
    {
      ...{ uid: 'deal.role.clerk', code: 'clerk', ...named('clerk') },
      grants: [
        { group: 'deal', scope: 2, items: ALL, hide: ['fee', 'sort', 'risk'] },
        { group: 'asset', scope: 2, items: ALL, hide: ['grade'] },
      ],
    },
  ],
  tables: [deal, asset],
  reports: [
    {
      ...{ uid: 'deal.r', report_name: 'deal_board', ...named('board') },
      sources: [{ name: 'd', cloud: 'deal' }],
      searchs: { fields: ['kind', 'needed', 'asset_entity'].map((name) => ({ name, fields: name })) },
      targets: [{ name: 'kind', fields: 'kind' }],
      indexs: [
        { name: 'num', of: 'count' },
        { name: 'twice', of: 'sum', field: 'twice' },
      ],
    },
  ],
  boards: [
    {
      ...{ uid: 'deal.b', board_name: 'deal_page', ...named('page'), columns: ['1fr', '1fr'], rows: ['auto'] },
      widgets: [
        { uid: 'deal.b.l', kind: 'list', at: [1, 1, 1, 1], cloud: 'deal', fields: 'key_name,kind,needed,asset_entity,twice' },
        { uid: 'deal.b.r', kind: 'report', at: [2, 1, 1, 1], report: 'deal_board' },
      ],
    },
  ],
} as never);

let desk: Desk;
let own: Session;
let all: Session;
beforeAll(async () => {
  desk = await openDesk(deals, 'records-deals');
  [own, all] = await Promise.all([desk.as('own'), desk.as('admin')]);
});
afterAll(() => desk?.close());

async function fieldsFor(session: Session): Promise<Record<string, LoadedField>> {
  const access = await openAccess(desk.house, session);
  const { fields } = await readDefinition(desk.house, access, access.table('deal'));
  return Object.fromEntries(fields.map((one) => [one.field_name, one]));
}
const put = (values: Record<string, unknown>) =>
  desk.put('deal', { company_id: 1, subcompany_id: 11, key_name: '单', create_entity: 2, review_state: 1, ...values });
const ask = (op: string, form: Record<string, unknown>, session: Session | null = own) => desk.ask(session, op, { cloud: 'deal', ...form });

describe('B23 a definition names nothing that its reader does not see', () => {
  test('not signed in is 401, not allowed 312', async () => {
    expect((await ask('Page', { page: 1, rows: 1, definition: 1 }, null)).code).toBe(401);
    expect((await ask('Page', { page: 1, rows: 1, definition: 1 }, await desk.as('none'))).code).toBe(312);
  });
  test('B5 conditions that read a hidden field are left out, and so is what is demanded only while it is open', async () => {
    const [mine, whole] = [await fieldsFor(own), await fieldsFor(all)];
    expect(JSON.stringify(mine)).not.toMatch(/fee|sort|risk|grade/);
    expect(mine.needed).not.toHaveProperty('need_where');
    expect(mine.shown).toMatchObject({ veiled: 1 });
    for (const key of ['view_where', 'notnull']) expect(mine.shown).not.toHaveProperty(key);
    for (const key of ['edit_where', 'need_where', 'veiled']) expect(mine.opened).not.toHaveProperty(key);
    expect(mine.plain).toEqual(whole.plain);
    expect(whole.shown).toMatchObject({ view_where: 'fee>500', notnull: 1 });
    expect(whole.shown).not.toHaveProperty('veiled');
  });
  test('B5 copies, what narrows a choice, numbers, what follows and what is calculated are told as far as both sides are seen', async () => {
    const [mine, whole] = [await fieldsFor(own), await fieldsFor(all)];
    // neither a hidden target or source, nor a target of which he does not know whether it is open
    expect(mine.asset_entity).toMatchObject({ fetch: 'note=label', query: 'kind={kind}&label=Q' });
    expect(whole.asset_entity).toMatchObject({ fetch: 'risk=label&note=label&days=grade&opened=label' });
    expect([mine.code!.number, mine.kind!.onchange]).toEqual(['D-{yyyy}-{00}', 'note=key_name']);
    expect(mine.twice).toMatchObject({ auto_fill: 1, length: '18,2' });
    expect([mine.twice!.calc, mine.sum!.calc, whole.twice!.calc]).toEqual([undefined, 'days*2', 'fee*2']);
  });
  test('LoadReport and boards draw fields, and tell nothing of what forms go by', async () => {
    const access = await openAccess(desk.house, own);
    const report = loadReport(access, 'deal_board') as { searchs: { fields: { name: string; field: FieldDef }[] } };
    const board = await loadBoard(desk.house, access, 'deal_page');
    for (const told of [report, board]) {
      expect(JSON.stringify(told)).not.toMatch(/fee|sort=|\{sort|risk|grade|onchange|_where|"calc"|"fetch"/);
    }
    const searched = Object.fromEntries(report.searchs.fields.map((one) => [one.name, one.field]));
    expect(searched.kind).toMatchObject({ items: [{ id: 1 }, { id: 2 }] });
    expect(searched.asset_entity).toMatchObject({ source: 'asset', query: 'label=Q' });
    const { indexs } = report as unknown as { indexs: { name: string; field_def?: FieldDef }[] };
    expect(indexs.find(({ name }) => name === 'twice')!.field_def).toMatchObject({ length: '18,2' });
  });
});

describe('B5 the server holds to what it does not tell', () => {
  test('what it does not show does not come, and is changed by nobody; what it demands or keeps closed it says at the field', async () => {
    const [low, high] = [await put({ fee: '10' }), await put({ fee: '900', shown: '见' })];
    const record = async (id: number) => (await ask('Show', { id })).data;
    expect(await record(low)).not.toHaveProperty('shown');
    expect(await record(high)).toMatchObject({ shown: '见' });
    expect(await ask('Modify', { id: low, shown: '改' })).toMatchObject({ code: 312, data: { field: 'shown' } });
    expect(await ask('Modify', { id: low, opened: '改' })).toMatchObject({ code: 312, data: { field: 'opened' } });
    const refused = await ask('Modify', { id: high, needed: '', opened: '开' });
    expect(refused).toMatchObject({ code: 305, data: { field_name: 'needed' } });
    expect(JSON.stringify(refused)).not.toContain('fee');
    expect((await ask('Modify', { id: high, needed: '填', opened: '开', shown: '改' })).code).toBe(200);
    expect(await lying(desk, 'deal', high)).toMatchObject({ needed: '填', opened: '开', shown: '改' });
    expect((await ask('Modify', { id: low, note: '记' })).code).toBe(200);
  });
  test('a new record is refused at what is not shown in it, and saved without', async () => {
    expect(await ask('Add', { key_name: '新', shown: '甲' })).toMatchObject({ code: 312, data: { field: 'shown' } });
    expect(await ask('Add', { key_name: '新', shown: '' })).toMatchObject({ code: 200 });
  });
});
