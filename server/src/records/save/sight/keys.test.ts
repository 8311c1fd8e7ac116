import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '../testing-save.ts';

let desk: Desk;
let root: Session;
beforeAll(async () => {
  desk = await openDesk();
  root = await desk.as('admin');
});
afterAll(() => desk?.close());

const hide = async (group: string, names: readonly string[]) => {
  const uids = names.map((name) => `desk.${group}:desk.${group}.${name}`);
  await desk.base.db.query(`update fw.role_grant set hide_uids = $2 where company_id = 1 and role_id = 49 and group_uid = $1`, [
    `desk.${group}`,
    uids,
  ]);
  await desk.base.db.query('update fw.rights_version set version = version + 1');
};
afterEach(async () => {
  await hide('order', ['secret']);
  await hide('lease', ['most']);
});

/** One record of a clerk in the bin, and another that says the same: taking back the first is refused. */
async function takenBack(cloud: string, form: Record<string, unknown>) {
  const own = await desk.as('own');
  const add = async (session: Session) => (await desk.ask(session, 'Add', { cloud, key_name: '名', ...form })).data.id as number;
  const id = await add(own);
  expect((await desk.ask(own, 'Delete', { cloud, id: String(id) })).code).toBe(200);
  const other = await add(root);
  const ask = async () => desk.ask(await desk.as('own'), 'Restore', { cloud, id: String(id) });
  return { ask, end: () => desk.ask(root, 'Delete', { cloud, id: String(other) }) };
}

describe('B10 a key that is taken', () => {
  test('is told by its field to who sees that, and without its name to who does not', async () => {
    const { ask, end } = await takenBack('order', { tax_no: 'QQ777' });
    expect(await ask()).toMatchObject({ code: 310, remark: '$duplicate', data: { field_name: 'tax_no' } });
    await hide('order', ['secret', 'tax_no']);
    const told = await ask();
    expect(told).toMatchObject({ code: 310, remark: '$duplicateHidden' });
    expect(JSON.stringify(told)).not.toMatch(/tax_no/);
    await end();
  });
  test.each(['shelf_entity', 'kind'])('in the words of its rule, and in none where %s of it is hidden', async (name) => {
    const shelf_entity = (await desk.ask(root, 'Add', { cloud: 'shelf', key_name: '架' })).data.id;
    const { ask, end } = await takenBack('lease', { shelf_entity, kind: '1' });
    expect(await ask()).toMatchObject({ code: 310, remark: '$ruleBroken' });
    await hide('lease', ['most', name]);
    const told = await ask();
    expect(told).toMatchObject({ code: 310, remark: '$duplicateHidden' });
    expect(JSON.stringify(told)).not.toMatch(/shelf|open/);
    await end();
  });
});
