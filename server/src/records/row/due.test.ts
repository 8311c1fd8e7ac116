import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '../save/testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const LINES = 'customer_fee.customer_entity';
const save = async (op: 'Add' | 'Modify', form: Record<string, unknown>, rows: object[] = []) => {
  const [lies] = await desk.base.db.query<{ version: number }>('select version from app.customer where id = $1', [form.id ?? 0]);
  return desk.ask(own, op, {
    cloud: 'customer',
    ...(lies ? { version: lies.version } : {}),
    ...form,
    _subtables: JSON.stringify({ [LINES]: rows }),
  });
};

test('FIELD-03 a record is saved also after the day that it was due by, and so are its rows; another day is bounded from today', async () => {
  const id = (await save('Add', { key_name: '单', due: '2099-01-01' }, [{ op: 'Add', note: '行', due: '2099-01-01' }])).data.id as number;
  const [row] = await desk.base.db.query<{ id: number }>('select id from app.customer_fee where customer_entity = $1', [id]);
  await desk.base.db.query(`update app.customer set due = '2020-01-01' where id = $1`, [id]);
  await desk.base.db.query(`update app.customer_fee set due = '2020-01-01' where id = $1`, [row!.id]);
  expect((await save('Modify', { id, remark: '改' })).code).toBe(200);
  expect((await save('Modify', { id, due: '2020-01-01', remark: '又' }, [{ op: 'Modify', id: row!.id, note: '行二' }])).code).toBe(200);
  expect(await save('Modify', { id, due: '2020-01-02' })).toMatchObject({ code: 305, remark: '$fieldMin' });
  expect(await save('Modify', { id }, [{ op: 'Modify', id: row!.id, due: '2020-01-02' }])).toMatchObject({ code: 301 });
  expect((await save('Modify', { id }, [{ op: 'Add', note: '新', due: '2020-01-01' }])).code).toBe(301);
  expect((await save('Add', { key_name: '新', due: '2020-01-01' })).code).toBe(305);
});
