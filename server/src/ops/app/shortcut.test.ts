import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Op } from '#server/ops/op.ts';
import { readShortcutsOf } from '#server/records/board/shortcuts.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { addCall } from './add.ts';
import { deleteCall } from './delete.ts';
import { modifyCall } from './modify.ts';
import { reads, type Told } from './testing-call.ts';

let lab: Lab;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab({ key: 'shortcuts', suites: [], rooms: [flowMigrations] });
  send = reads(lab, [addCall, modifyCall, deleteCall] as unknown as readonly Op[]);
});
afterAll(() => lab.close());
beforeEach(() => lab.base.db.query('delete from app."shortcut"'));

const as = async (login: string, op: string, form: object, company = 'demo'): Promise<Told> =>
  send(await lab.as(login, { company }), op, { cloud: 'shortcut', ...form });
const keep = (login: string, content: unknown, company = 'demo') => as(login, 'Add', { content: JSON.stringify(content) }, company);
const USERS = 'sys.menu.user';

describe('DESK-04 shortcuts are each person’s own', () => {
  it.each(['Page', 'List', 'Add', 'Modify'])('B1 %s without a session is 401', async (op) => {
    expect((await send(null, op, { cloud: 'shortcut', id: 1, content: '[]' })).code).toBe(401);
  });
  it('B22 B18 another’s is 315 to change and to read, an administrator’s hand included', async () => {
    const id = Number((await keep('own', [USERS])).data?.id);
    for (const login of ['dept', 'none', 'root', 'admin']) {
      expect((await as(login, 'Modify', { id, version: 1, content: '[]' })).code, login).toBe(315);
      expect((await as(login, 'Get', { id })).code, login).toBe(315);
      expect((await as(login, 'List', {})).rows, login).toEqual([]);
    }
    expect((await as('all', 'Modify', { id, version: 1, content: '[]' }, 'other')).code).toBe(315);
    expect((await as('own', 'List', {})).rows).toHaveLength(1);
  });
  it.each<[string, string]>([
    ['no JSON', '[1'],
    ['an object', '{"0":"a"}'],
    ['a number', '[1]'],
    ['an entry twice', '["a.b","a.b"]'],
    ['what no uid is', '["a b"]'],
    ['too many', JSON.stringify(Array.from({ length: 31 }, (_, at) => `m.${at}`))],
  ])('%s is 317', async (_, content) => {
    expect(await as('own', 'Add', { content })).toMatchObject({ code: 317, remark: '$shortcutContent', data: { field_name: 'content' } });
  });
  it('one row a person: a second is 310, a late version 311', async () => {
    const id = Number((await keep('own', [USERS])).data?.id);
    expect((await keep('own', [])).code).toBe(310);
    expect((await keep('dept', [])).code).toBe(200);
    expect((await as('own', 'Modify', { id, version: 1, content: '[]' })).code).toBe(200);
    expect((await as('own', 'Modify', { id, version: 1, content: '["x"]' })).code).toBe(311);
  });
  it('those are shown that open something for him, in his order, with their module', async () => {
    const shown = async (login: string) => readShortcutsOf(lab.house, await openAccess(lab.house, await lab.as(login)));
    expect(await shown('admin')).toEqual({ rows: [], data: {} });
    for (const login of ['admin', 'own']) await keep(login, ['gone.menu', 'sys.menu.department', USERS]);
    const { rows, data } = await shown('admin');
    expect(rows?.map(({ uid, module, cloud }) => [uid, module, cloud])).toEqual([
      ['sys.menu.department', 'SYS', 'department'],
      [USERS, 'SYS', 'user'],
    ]);
    expect(data).toMatchObject({ version: 1 });
    expect((await shown('own')).rows).toEqual([]);
  });
});
