import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from './testing-save.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

const rule = (field: string) => `desk.order:${/^(create|modify)_/.test(field) ? 'std' : 'desk.order'}.${field}`;
/** What the role of clerks hides from now on, of orders. */
async function hiding(...fields: string[]) {
  await desk.base.db.query(`update fw.role_grant set hide_uids = $1 where company_id = 1 and group_uid = 'desk.order' and role_id = 49`, [
    ['secret', ...fields].map(rule),
  ]);
  await desk.base.db.query('update fw.rights_version set version = version + 1');
  return desk.as('own');
}

test('R4 R6 a stale save says who and when only as far as the reader may see that of the record', async () => {
  const own = await hiding();
  const ask = (session: typeof own, op: string, form: Record<string, unknown>) => desk.ask(session, op, { cloud: 'order', ...form });
  const id = (await ask(own, 'Add', { key_name: '单' })).data.id as number;
  const stale = async (session: typeof own) => (await ask(session, 'Modify', { id, version: 9, note: 'x' })) as unknown as Answered;
  type Answered = { code: number; remark: string; data: Record<string, unknown> };
  const who = { id: 2, key_name: '张三' };
  expect(await stale(own)).toMatchObject({ code: 311, remark: '$recordStale', data: { who, modify_entity: who, version: 1 } });
  await ask(own, 'Modify', { id, note: '改' });
  const told = await stale(own);
  expect(told.data).toEqual({
    who,
    when: told.data.modify_time,
    modify_entity: who,
    modify_time: expect.any(String),
    version: 2,
    stale: 1,
  });
  const silent = { code: 311, remark: '$recordStaleSilent' };
  for (const [hidden, data] of [
    [['modify_entity'], { when: told.data.modify_time, modify_time: told.data.modify_time, version: 2, stale: 1 }],
    [['modify_time'], { who, modify_entity: who, version: 2, stale: 1 }],
    [['modify_entity', 'modify_time'], { version: 2, stale: 1 }],
  ] as const) {
    const answer = await stale(await hiding(...hidden));
    expect(answer, String(hidden)).toMatchObject(silent);
    expect(answer.data).toEqual(data);
  }
  expect(await stale(await hiding('create_entity', 'create_time'))).toMatchObject({ remark: '$recordStale' });
  await desk.base.db.query('update app."order" set modify_entity = null, modify_time = null where id = $1', [id]);
});

test('R6 the history names nobody and no time where the role hides who and when', async () => {
  const own = await hiding();
  const id = (await desk.ask(own, 'Add', { cloud: 'order', key_name: '单' })).data.id as number;
  await desk.ask(own, 'Modify', { cloud: 'order', id, note: '改' });
  const rows = async (...hidden: string[]) => {
    const answer = await desk.ask(await hiding(...hidden), 'History', { cloud: 'order', id });
    return answer.rows.map(({ actor, time }) => [actor, time]);
  };
  const who = { id: 2, key_name: '张三' };
  const hidden = { id: 0, unauthorized: 1 };
  const [[, changed], [, made]] = (await rows()) as [[unknown, string], [unknown, string]];
  expect([typeof changed, typeof made]).toEqual(['string', 'string']);
  expect(await rows()).toEqual([
    [who, changed],
    [who, made],
  ]);
  expect(await rows('modify_entity', 'modify_time')).toEqual([
    [hidden, null],
    [who, made],
  ]);
  expect(await rows('create_entity', 'create_time')).toEqual([
    [who, changed],
    [hidden, null],
  ]);
});
