import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Moving } from '#protocol/wire/moving.ts';
import type { Session } from '#server/meta/session.ts';
import { movingCall } from '#server/ops/app/moving.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import type { Op } from '#server/ops/op.ts';
import { type Lab, openLab } from '../testing.ts';

let lab: Lab;
let root: Session;
let own: Session;
beforeAll(async () => {
  lab = await openLab();
  [root, own] = await Promise.all([lab.as('root'), lab.as('own')]);
  await lab.base.db.query(`update app."user" set department_entity = 33 where company_id = 1 and id = 6`);
  const here = { company_id: 1, subcompany_id: 11, create_entity: 6 };
  for (const department_entity of [33, 33, 34]) await lab.put('plan', { ...here, key_name: '计划', department_entity });
  await lab.put('plan', { ...here, key_name: '已删', department_entity: 33, deleted_time: '2026-01-01T00:00:00Z' });
});
afterAll(() => lab?.close());

const op = movingCall as unknown as Op;
async function ask(session: Session | null, form: Record<string, unknown>): Promise<{ code: number; remark?: string; data?: Moving }> {
  const dispatch = createDispatch(lab.house, indexOps([op]));
  const caller = { address: '', userAgent: '', host: '', device: null };
  try {
    return { code: 200, ...((await dispatch(op, { form, caller, session })) as Reply) } as never;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark };
  }
}
const move = (id: number, parent?: number, session = root) => ask(session, { cloud: 'department', id, ...(parent ? { parent } : {}) });

describe('PAGES-03 what follows from a move, said before it', () => {
  test('B1 not signed in is 401; who may not change the table, and an unknown one, 312', async () => {
    expect((await ask(null, { cloud: 'department', id: 33 })).code).toBe(401);
    expect(await move(33, 34, own)).toEqual(await ask(own, { cloud: 'nothing', id: 33 }));
    expect((await move(33, 34, own)).code).toBe(312);
  });
  test('no tree, no id, a node or a parent that is not there, one of another company', async () => {
    expect((await ask(root, { cloud: 'role', id: 41 })).code).toBe(317);
    for (const id of ['', '0', 'x', '1e3', '-1']) expect([314, 317], id).toContain((await ask(root, { cloud: 'department', id })).code);
    for (const [id, parent] of [
      [999, 31],
      [35, 31],
      [33, 999],
      [33, 35],
    ])
      expect((await move(id!, parent)).code, `${id} ${parent}`).toBe(315);
  });
  test('A9 a place at or below the node itself is refused as the save would', async () => {
    for (const parent of [32, 33]) expect(await move(32, parent)).toMatchObject({ code: 317, remark: '$treeCycle' });
  });
  test('how many go along, whose rows grow and shrink by their department, and by how many', async () => {
    const { data } = await move(33, 34);
    expect(data).toEqual({
      below: 0,
      facts: [
        { kind: 'people', n: 1 },
        { kind: 'lose', n: 2, of: [{ id: 32, key_name: '投资部' }], tables: [{ key_name: 'plan', key_name_en: 'plan', rows: 2 }] },
      ],
    });
    expect((await move(34, 33)).data).toMatchObject({
      below: 0,
      facts: [
        { kind: 'people', n: 2 },
        { kind: 'gain', n: 2, of: [{ id: 32 }], tables: [{ key_name: 'plan', rows: 1 }] },
      ],
    });
  });
  test('who sees all rows and may change those of his department is told of apart', async () => {
    const set = (scopes: string, scope: number) =>
      lab.base.db.query(
        `update fw.role_grant set scope = $1, items = '{List,Modify}', item_scopes = $2 where company_id = 1 and role_id = 42 and group_uid = 'lab.plan'`,
        [scope, scopes],
      );
    const [before] = await lab.base.db.query<{ items: string[]; scope: number }>(
      `select items, scope from fw.role_grant where company_id = 1 and role_id = 42 and group_uid = 'lab.plan'`,
    );
    await set('{"Modify":1}', 2);
    const { data } = await move(34, 33);
    await set('{}', before!.scope);
    await lab.base.db.query(`update fw.role_grant set items = $1 where company_id = 1 and role_id = 42 and group_uid = 'lab.plan'`, [
      before!.items,
    ]);
    expect(data!.facts).toContainEqual(
      expect.objectContaining({ kind: 'gainActs', tables: [expect.objectContaining({ key_name: 'plan', rows: 1 })] }),
    );
    expect(data!.facts.flatMap((fact) => (fact.kind === 'gain' ? fact.tables : []))).toEqual([]);
  });
  test('at the top level, and where it stands already', async () => {
    expect((await move(32)).data).toMatchObject({ below: 1, facts: [{ kind: 'people', n: 4 }] });
    expect((await move(33, 32)).data).toEqual({ below: 0, facts: [{ kind: 'people', n: 1 }] });
  });
  test('who sees the whole table already, and who is not active, gains and loses nothing', async () => {
    await lab.base.db.query(`update app."user" set role_entities = '{42,43}' where company_id = 1 and id = 3`);
    await lab.base.db.query(`update app."user" set status = 2 where company_id = 1 and id = 7`);
    const { facts } = (await move(33, 34)).data!;
    expect(facts.filter(({ kind }) => kind === 'gain' || kind === 'lose')).toEqual([]);
    // another role of his has changes of the department alone
    expect(facts).toMatchObject([
      { kind: 'people', n: 1 },
      { kind: 'loseActs', n: 1 },
    ]);
    await lab.base.db.query(`update app."user" set role_entities = '{42,46}' where company_id = 1 and id = 3`);
    await lab.base.db.query(`update app."user" set status = 1 where company_id = 1 and id = 7`);
  });
  test('a tree of another table tells how many stand below, of those that one sees', async () => {
    const here = { company_id: 1, subcompany_id: 11, create_entity: 9 };
    const top = await lab.put('folder', { ...here, key_name: 'top' });
    const below = await lab.put('folder', { ...here, key_name: 'below', parent_entity: top });
    await lab.put('folder', { ...here, key_name: 'gone', parent_entity: below, deleted_time: '2026-01-01T00:00:00Z' });
    await lab.put('folder', { ...here, key_name: 'last', parent_entity: below });
    expect((await ask(root, { cloud: 'folder', id: top })).data).toEqual({ below: 2, facts: [] });
    expect((await ask(root, { cloud: 'folder', id: below })).data).toEqual({ below: 1, facts: [] });
  });
});
