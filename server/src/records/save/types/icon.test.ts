import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from '../testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const add = (sign: unknown) => desk.ask(own, 'Add', { cloud: 'order', key_name: '订单', sign });
const found = async (filters: object): Promise<unknown[]> => {
  const { code, rows } = await desk.ask(own, 'Page', { cloud: 'order', filters: JSON.stringify(filters) });
  expect(code).toBe(200);
  return rows.map((row) => row.id);
};

it('D3 FIELD-01 an icon is one of the product’s own: no address, no markup, no name that every object has', async () => {
  for (const sign of [
    '/evil.svg',
    '//evil.example/a.svg',
    'javascript:x()',
    'data:image/svg+xml,<svg>',
    '<svg onload=x()>',
    'toString',
    'ghost',
  ])
    expect(await add(sign)).toMatchObject({ code: 317, remark: '$fieldIcon' });
  expect(await desk.base.db.query('select 1 from app."order" where sign is not null')).toEqual([]);
});

it('FIELD-01 an icon is kept by its name, found by a filter and by no keyword', async () => {
  const [money, flag] = [(await add('money')).data.id, (await add('flag')).data.id];
  expect((await lying(desk, 'order', Number(money))).sign).toBe('money');
  expect((await desk.ask(own, 'Modify', { cloud: 'order', id: flag, sign: '' })).code).toBe(200);
  expect((await lying(desk, 'order', Number(flag))).sign).toBeNull();
  expect(await found({ fields: { sign: { op: 'in', value: ['money', 'lock'] } } })).toEqual([money]);
  expect(await found({ fields: { sign: { op: 'filled' } } })).toEqual([money]);
  expect(await found({ key_word: 'money' })).toEqual([]);
});
