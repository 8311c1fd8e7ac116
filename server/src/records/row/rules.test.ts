import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import type { Session } from '#server/meta/session.ts';
import { planFor } from '#server/meta/sync/apply.ts';
import { readDefinition } from '../read/effective.ts';
import { type Desk, lying, openDesk } from '../save/testing-save.ts';

let desk: Desk;
let clerk: Session;
let both: Session;
let root: Session;
let none: Session;
beforeAll(async () => {
  desk = await openDesk();
  [clerk, both, root, none] = await Promise.all([desk.as('own'), desk.as('mixed'), desk.as('root'), desk.as('none')]);
});
afterAll(() => desk?.close());

type Form = Record<string, unknown>;
const add = (form: Form, session: Session | null = clerk) => desk.ask(session, 'Add', { cloud: 'lease', key_name: '租约', ...form });
const modify = (id: number, form: Form, session = clerk) => desk.ask(session, 'Modify', { cloud: 'lease', id, ...form });
const added = async (form: Form, session = clerk): Promise<number> => {
  const answer = await add(form, session);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
};
const parts = (list: Form[]) => ({ _subtables: JSON.stringify({ 'lease_part.lease_entity': list.map((row) => ({ op: 'Add', ...row })) }) });
const broken = (name: string, field_name: string) => ({
  code: 305,
  remark: '$ruleBroken',
  data: { field_name, rule: { zh_CN: `${name}不成立`, en_US: `${name} does not hold` } },
});

describe('FORM-06 rules between fields', () => {
  test('not signed in is 401, not allowed 312', async () => {
    expect((await add({ begin: '2026-02-01', finish: '2026-01-01' }, null)).code).toBe(401);
    expect((await add({ begin: '2026-02-01', finish: '2026-01-01' }, none)).code).toBe(312);
  });
  test('one that does not hold is refused in its own words, at the first field that may be changed, and nothing is written', async () => {
    expect(await add({ begin: '2026-02-01', finish: '2026-01-31' })).toMatchObject(broken('dates', 'finish'));
    const id = await added({ begin: '2026-02-01', finish: '2026-02-01' });
    expect(await modify(id, { begin: '2026-02-02' })).toMatchObject(broken('dates', 'finish'));
    expect(await lying(desk, 'lease', id)).toMatchObject({ version: 1 });
    expect((await modify(id, { begin: '2026-02-02', finish: '2026-03-01' })).code).toBe(200);
  });
  test('what is empty says nothing of it, unless the rule asks for that', async () => {
    const id = await added({ begin: '2026-02-01' });
    expect((await modify(id, { begin: '', finish: '2026-01-01' })).code).toBe(200);
    expect(await add({ kind: '3' })).toMatchObject(broken('either', 'kind'));
    expect((await add({ kind: '3', rent: '0' })).code).toBe(200);
  });
  test('all that is wrong is told at once, and a field that is wrong itself is not told of twice', async () => {
    const answer = await add({ key_name: '', begin: '2026-02-01', finish: '2026-01-01', kind: '3' });
    expect(answer.data.errors).toMatchObject([
      { code: 305, remark: '$fieldEmpty', data: { field_name: 'key_name' } },
      { code: 305, remark: '$ruleBroken', data: { field_name: 'finish' } },
      { code: 305, remark: '$ruleBroken', data: { field_name: 'kind' } },
    ]);
  });
  test('B10 it is not held against who does not see one of its fields, on whatever rows: he would learn it by trying', async () => {
    const id = await added({ rent: '90', most: '100' }, root);
    expect(await modify(id, { rent: '101' }, root)).toMatchObject(broken('rent', 'rent'));
    await desk.base.db.query('update app.lease set create_entity = $2 where id = $1', [id, clerk.user.id]);
    expect((await modify(id, { rent: '101' })).code).toBe(200);
    const mine = await added({ rent: '90' }, both);
    await desk.base.db.query('update app.lease set most = 100 where id = $1', [mine]);
    expect((await modify(mine, { rent: '101' }, both)).code).toBe(200);
  });
  test('rows of a record are asked theirs, and name the row', async () => {
    const row = { begin: '2026-02-01', finish: '2026-01-01' };
    expect(await add(parts([{ begin: '2026-01-01', finish: '2026-01-01' }, row]))).toMatchObject({
      code: 301,
      remark: '$rowRule',
      data: { row: 2, field_name: 'finish', rule: { zh_CN: 'parts不成立' } },
    });
  });
  test('the browser is told the rules between fields that its reader sees, and none that the database keeps', async () => {
    const of = async (session: Session) => {
      const access = await openAccess(desk.house, session);
      return (await readDefinition(desk.house, access, access.table('lease'))).rules?.map(({ uid }) => uid);
    };
    expect(await of(clerk)).toEqual(['desk.lease.dates', 'desk.lease.either']);
    expect(await of(root)).toEqual(['desk.lease.dates', 'desk.lease.rent', 'desk.lease.either']);
  });
});

describe('a unique rule', () => {
  test('of the records that its condition takes there is one; others are as many as one likes, and what lies in the bin is none', async () => {
    const shelf_entity = (await desk.ask(clerk, 'Add', { cloud: 'shelf', key_name: '架' })).data.id;
    const first = await added({ shelf_entity, kind: '1' });
    expect(await add({ shelf_entity, kind: '2' })).toMatchObject({
      code: 310,
      remark: '$ruleBroken',
      data: { field_name: 'shelf_entity', rule: { zh_CN: 'open不成立', en_US: 'open does not hold' } },
    });
    const other = await added({ shelf_entity, kind: '3', rent: '1' });
    await added({ shelf_entity });
    expect(await modify(other, { kind: '2' })).toMatchObject({ code: 310, remark: '$ruleBroken' });
    expect((await modify(first, { kind: '3', rent: '1' })).code).toBe(200);
    expect((await modify(other, { kind: '2' })).code).toBe(200);
    expect((await desk.ask(clerk, 'Delete', { cloud: 'lease', id: String(other) })).code).toBe(200);
    expect((await modify(first, { kind: '1' })).code).toBe(200);
    expect((await desk.ask(clerk, 'Restore', { cloud: 'lease', id: String(other) })).code).toBe(310);
  });
  test('its index is what the database says of it: nothing is left to be done', async () => {
    const plan = await desk.base.db.tx((tx) => planFor(tx, desk.house.catalogueOf(null)));
    expect(plan.steps).toEqual([]);
  });
});
