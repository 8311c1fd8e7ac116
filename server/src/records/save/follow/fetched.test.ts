import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite } from '#protocol/meta/suite.ts';
import { defineTable } from '#protocol/meta/table.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from '../testing-save.ts';

const named = (name: string) => ({ key_name: `${name}名`, key_name_en: name });
const field = (table: string, field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `claims.${table}.${field_name}`, field_name, ...named(field_name), data_type },
  ...rest,
});
const states = (table: string): StateDef[] =>
  Object.entries({ '*': ['List', 'Add', 'Batch'], '1': ['Show', 'Modify', 'Delete'] }).map(([value, ops]) => ({
    ...{ uid: `claims.${table}.s${value.replace('*', 'bar')}`, value, ...named(value) },
    actions: ops.map((op) => ({ uid: `claims.${table}.${value.replace('*', 'bar')}.${op}`, op, ...named(op) })),
  }));

const asset = defineTable({
  ...{ uid: 'claims.asset', table_name: 'asset', ...named('asset') },
  fields: [
    field('asset', 'key_name', 'text', { notnull: 1 }),
    field('asset', 'risk', 'int', { batch: 1 }),
    field('asset', 'place', 'text'),
  ],
  states: states('asset'),
});
/** What is open, shown and needed hangs on what a choice copies into a field that nobody types. */
const fields = (table: string): FieldDef[] => [
  field(table, 'key_name', 'text', { length: 20, notnull: 1 }),
  field(table, 'asset_entity', 'entity', { source: 'asset', batch: 1, fetch: 'risk=risk&place=place' }),
  field(table, 'risk', 'int', { readonly: 1 }),
  field(table, 'reason', 'text', { need_where: 'risk=3' }),
  field(table, 'lock', 'text', { edit_where: 'risk!=3' }),
  field(table, 'why', 'text', { view_where: 'risk=3' }),
  // open where the asset is a risk: else what the asset says
  field(table, 'place', 'text', { edit_where: 'risk=3' }),
];
const claim = defineTable({
  ...{ uid: 'claims.claim', table_name: 'claim', ...named('claim') },
  fields: [
    ...fields('claim'),
    field('claim', 'owner_entity', 'entity', { source: 'user', defvalue: '{user.id}', fetch: 'account=login_name' }),
    field('claim', 'account', 'text', { readonly: 1 }),
    field('claim', 'site_entity', 'entity', { source: 'asset', fetch: 'spot=place' }),
    field('claim', 'qty', 'int'),
    field('claim', 'total', 'int', { calc: 'qty*10' }),
    field('claim', 'spot', 'text', { edit_where: 'total>=100' }),
  ],
  states: states('claim'),
  subtables: [{ uid: 'claims.claim.part', ...named('part'), table_name: 'claim_part', parent_field: 'claim_entity', inline: 1 }],
});
const part = defineTable({
  ...{ uid: 'claims.part', table_name: 'claim_part', ...named('part'), permission: 'claim' },
  fields: [field('part', 'claim_entity', 'entity', { source: 'claim', notnull: 1, hidden: 1 }), ...fields('part')],
  states: states('part'),
});
const ALL = ['List', 'Add', 'Modify', 'Delete'];
const claims = defineSuite({
  ...{ uid: 'claims', code: 'claims', version: '0.1.0', ...named('claims'), requires: ['sys', 'lab'], modules: [], dicts: [], seed: [] },
  roles: [
    {
      ...{ uid: 'claims.role.clerk', code: 'clerk', ...named('clerk') },
      grants: [
        { group: 'claim', scope: 2, items: ALL },
        { group: 'asset', scope: 2, items: ALL },
        { group: 'user', scope: 2, items: ['List'] },
      ],
    },
  ],
  tables: [asset, claim, part],
});

let desk: Desk;
let own: Session;
const assets: number[] = [];
beforeAll(async () => {
  desk = await openDesk(claims, 'records-claims');
  own = await desk.as('own');
  for (const risk of [1, 3]) assets.push(await added({ key_name: `物${risk}`, risk: String(risk), place: `处${risk}` }, 'asset'));
});
afterAll(() => desk?.close());

const ask = (op: string, form: Record<string, unknown>, cloud = 'claim', session: Session | null = own) =>
  desk.ask(session, op, { cloud, ...form });
async function added(form: Record<string, unknown>, cloud = 'claim'): Promise<number> {
  const answer = await ask('Add', form, cloud);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
}
const rows = (...of: Record<string, unknown>[]) => JSON.stringify({ 'claim_part.claim_entity': of });
const [calm, risky] = [() => String(assets[0]), () => String(assets[1])];

describe('FORM-08 conditions go by what a choice copies', () => {
  test('not signed in is 401, not allowed 312', async () => {
    expect((await ask('Add', { key_name: '索', asset_entity: calm() }, 'claim', null)).code).toBe(401);
    expect((await ask('Add', { key_name: '索', asset_entity: calm() }, 'claim', await desk.as('none'))).code).toBe(312);
  });

  test('B9 FORM-06 what is needed by it is needed, of a new record, a changed one, each of several', async () => {
    expect(await ask('Add', { key_name: '索', asset_entity: risky() })).toMatchObject({ code: 305, data: { field_name: 'reason' } });
    const id = await added({ key_name: '索', asset_entity: calm() });
    expect(await ask('Modify', { id, asset_entity: risky() })).toMatchObject({ code: 305, data: { field_name: 'reason' } });
    const several = await ask('Batch', { id: `,${id},`, asset_entity: risky() });
    expect(JSON.stringify(several)).toContain('305');
    expect(await lying(desk, 'claim', id)).toMatchObject({ risk: 1, reason: null });
    expect((await ask('Modify', { id, asset_entity: risky(), reason: '因' })).code).toBe(200);
    expect(await lying(desk, 'claim', id)).toMatchObject({ risk: 3, reason: '因' });
  });

  test('B9 what is closed by it is closed, and what is shown by it is taken', async () => {
    const id = await added({ key_name: '索', asset_entity: calm() });
    expect((await ask('Modify', { id, asset_entity: risky(), reason: '因', lock: '改' })).code).toBe(312);
    expect((await ask('Modify', { id, why: '何' })).code).toBe(312);
    expect((await ask('Modify', { id, asset_entity: risky(), reason: '因', why: '何' })).code).toBe(200);
    expect(await lying(desk, 'claim', id)).toMatchObject({ risk: 3, lock: null, why: '何' });
    expect((await ask('Modify', { id, asset_entity: calm(), why: '没' })).code).toBe(312);
    expect((await ask('Add', { key_name: '索', asset_entity: risky(), reason: '因', why: '何' })).code).toBe(200);
  });

  test('what is open by it comes from its sender, what is closed from the record that was chosen', async () => {
    const id = await added({ key_name: '索', asset_entity: risky(), reason: '因', place: '别处' });
    expect(await lying(desk, 'claim', id)).toMatchObject({ place: '别处' });
    expect((await ask('Modify', { id, asset_entity: calm(), place: '别处' })).code).toBe(200);
    expect(await lying(desk, 'claim', id)).toMatchObject({ risk: 1, place: '处1' });
    expect((await ask('Modify', { id, asset_entity: calm(), place: '又一处' })).code).toBe(312);
  });

  test('what is open by what is calculated is open: typed it stays, closed it goes with the record that was chosen', async () => {
    const typed = await added({ key_name: '索', site_entity: calm(), qty: '20', spot: '自己写的' });
    expect(await lying(desk, 'claim', typed)).toMatchObject({ total: 200, spot: '自己写的' });
    expect((await ask('Modify', { id: typed, site_entity: risky(), qty: '1' })).code).toBe(200);
    expect(await lying(desk, 'claim', typed)).toMatchObject({ total: 10, spot: '处3' });
    expect((await ask('Modify', { id: typed, site_entity: calm(), spot: '又写' })).code).toBe(312);
  });

  test('SUB-05 the same in rows', async () => {
    const row = (form: Record<string, unknown>) => ({ key_name: '行', ...form });
    const add = (form: Record<string, unknown>) => ask('Add', { key_name: '索', _subtables: rows({ op: 'Add', ...row(form) }) });
    expect(await add({ asset_entity: risky() })).toMatchObject({ code: 301, data: { field_name: 'reason' } });
    expect((await add({ asset_entity: risky(), reason: '因', lock: '改' })).code).toBe(312);
    expect((await add({ asset_entity: risky(), reason: '因', why: '何' })).code).toBe(200);
    const id = await added({ key_name: '索', _subtables: rows({ op: 'Add', ...row({ asset_entity: calm() }) }) });
    const [known] = await desk.base.db.query<{ id: number }>('select id from app.claim_part where claim_entity = $1', [id]);
    const change = (form: Record<string, unknown>) => ask('Modify', { id, _subtables: rows({ op: 'Modify', id: known!.id, ...form }) });
    expect((await change({ asset_entity: risky() })).code).toBe(301);
    expect((await change({ asset_entity: risky(), reason: '因', why: '何' })).code).toBe(200);
  });

  test('what a new record’s default chooses copies too, said or not', async () => {
    const mine = { account: expect.stringMatching(/./), owner_entity: own.user.id };
    expect(await lying(desk, 'claim', await added({ key_name: '索' }))).toMatchObject(mine);
    expect(await lying(desk, 'claim', await added({ key_name: '索', owner_entity: String(own.user.id) }))).toMatchObject(mine);
    expect(await lying(desk, 'claim', await added({ key_name: '索', owner_entity: '' }))).toMatchObject({ account: null });
  });
});
