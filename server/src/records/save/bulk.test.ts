import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
let dept: Session;
let none: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, dept, none] = await Promise.all([desk.as('own'), desk.as('dept'), desk.as('none')]);
});
afterAll(() => desk?.close());

const added = async (form: Record<string, unknown> = {}, session = own, cloud = 'order'): Promise<number> => {
  const answer = await desk.ask(session, 'Add', { cloud, key_name: '订单', ...form });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
};
const batch = (ids: readonly number[], form: Record<string, unknown>, session: Session | null = own, cloud = 'order') =>
  desk.ask(session, 'Batch', { cloud, id: `,${ids.join(',')},`, ...form });
const row = (id: number, table = 'order') => lying(desk, table, id);
const codes = ({ rows }: { rows: Record<string, unknown>[] }) => rows.map(({ id, code }) => [id, code]);

describe('WIRE-03 PAGES-02 one change of several records', () => {
  test('not signed in is 401, not allowed 312, and so is a table whose list does not offer it', async () => {
    const id = await added();
    expect((await batch([id], { note: '改' }, null)).code).toBe(401);
    expect((await batch([id], { note: '改' }, none)).code).toBe(312);
    expect((await batch([id], { note: '改' }, none)).remark).toBe((await batch([id], { note: '改' }, none, 'pg_shadow')).remark);
    const parcel = await added({ weight: '1' }, own, 'parcel');
    expect((await batch([parcel], { weight: '2' }, own, 'parcel')).code).toBe(312);
    expect(await row(id)).toMatchObject({ note: null, version: 1 });
  });
  test('bad input: no record, nothing to change, a field that is not of several, one that is hidden or unknown, versions beside the ids', async () => {
    const id = await added();
    expect(await desk.ask(own, 'Batch', { cloud: 'order', note: '改' })).toMatchObject({ code: 314 });
    expect(await desk.ask(own, 'Batch', { cloud: 'order', id: '', note: '改' })).toMatchObject({ code: 314, data: { field: 'id' } });
    expect(await batch([id], {})).toMatchObject({ code: 314, remark: '$batchNothing' });
    for (const name of ['pieces', 'secret', 'nothing', 'constructor'])
      expect(await batch([id, id + 1], { note: '改', ...JSON.parse(`{"${name}":"1"}`) }), name).toMatchObject({
        code: 317,
        data: { field: name },
      });
    expect(await batch([id], { note: '改', versions: '1,2' })).toMatchObject({ code: 317, data: { field: 'versions' } });
    expect(await batch([id], { amount: '12x' })).toMatchObject({ code: 317, data: { field_name: 'amount' } });
    expect(
      (
        await batch(
          Array.from({ length: 1001 }, (_, at) => at + 1),
          { note: '改' },
        )
      ).code,
    ).toBe(341);
    expect(await row(id)).toMatchObject({ note: null, amount: null, version: 1 });
  });
  test('each is saved as by Modify: what it calculates follows, nothing else is written, and its history says it', async () => {
    const [a, b] = [await added({ pieces: '2', note: '甲' }), await added({ pieces: '3', amount: '1' })];
    const answer = await batch([b, a], { amount: '10.5' });
    expect(answer).toMatchObject({
      code: 200,
      rows: [
        { id: a, code: 200, version: 2 },
        { id: b, code: 200, version: 2 },
      ],
    });
    expect(await row(a)).toMatchObject({ amount: '10.50', total: '21.00', note: '甲' });
    expect(await row(b)).toMatchObject({ amount: '10.50', total: '31.50' });
    const history = await desk.ask(own, 'History', { cloud: 'order', id: b });
    expect(JSON.stringify(history)).toContain('10.5');
    expect(await batch([a], { note: '' })).toMatchObject({ code: 200, data: { id: a } });
    expect((await row(a)).note).toBeNull();
  });
  test('what is refused of one leaves the others: 343 with a row each, 300 when all were', async () => {
    const [good, wrong] = [await added({ kind: '2' }), await added({ kind: '1' })];
    const others = await added({}, dept);
    const answer = await batch([good, wrong, others, 999_999_999], { later: '补' });
    expect(answer.code).toBe(343);
    expect(codes(answer)).toEqual([
      [good, 200],
      [wrong, 312],
      [others, 315],
      [999_999_999, 315],
    ]);
    expect((await row(good)).later).toBe('补');
    expect((await row(wrong)).later).toBeNull();
    expect((await row(others)).later).toBeNull();
    const none = await batch([wrong, others], { later: '补' });
    expect(none.code).toBe(300);
    expect(codes(none)).toEqual([
      [wrong, 312],
      [others, 315],
    ]);
  });
  test('a role keeps its people from a field here too, and a bound of the field holds', async () => {
    const [a, b] = [await added(), await added()];
    expect(codes(await batch([a, b], { price_role: '5' }))).toEqual([
      [a, 312],
      [b, 312],
    ]);
    expect(codes(await batch([a, b], { amount: '-1' }))).toEqual([
      [a, 305],
      [b, 305],
    ]);
  });
  test('who sends what he read overwrites nobody: a record that was changed since is 311; a strict table asks for it', async () => {
    const [a, b] = [await added(), await added()];
    expect(await desk.ask(own, 'Modify', { cloud: 'order', id: b, note: '乙' })).toMatchObject({ code: 200 });
    const answer = await batch([b, a], { note: '改', versions: ',1,1,' });
    expect(codes(answer)).toEqual([
      [a, 200],
      [b, 311],
    ]);
    expect((await row(b)).note).toBe('乙');
    const [c, d] = [await added({ code: 'B-1' }, own, 'customer'), await added({ code: 'B-2' }, own, 'customer')];
    expect(codes(await batch([c, d], { remark: '改' }, own, 'customer'))).toEqual([
      [c, 314],
      [d, 314],
    ]);
    expect(await batch([c, d], { remark: '改', versions: '1,1' }, own, 'customer')).toMatchObject({ code: 200 });
  });
  test('sent again with the same _rid it is done once, and sent as it stands it changes nothing', async () => {
    const [a, b] = [await added(), await added()];
    const _rid = '5f0c1d52-8a5e-4f57-9a38-3a4f6f9f0b22';
    const first = await batch([a, b], { note: '一次', _rid });
    expect(await batch([a, b], { note: '一次', _rid })).toEqual(first);
    expect(await batch([a, b], { note: '两次', _rid })).toMatchObject({ code: 317 });
    await batch([a, b], { note: '一次' });
    expect(await row(a)).toMatchObject({ note: '一次', version: 2 });
  });
});
