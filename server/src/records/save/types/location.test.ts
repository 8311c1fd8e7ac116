import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from '../testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const add = (spot: unknown) => desk.ask(own, 'Add', { cloud: 'order', key_name: '订单', spot });
const found = async (filters: object): Promise<unknown[]> => {
  const { code, rows } = await desk.ask(own, 'Page', { cloud: 'order', filters: JSON.stringify(filters) });
  expect(code).toBe(200);
  return rows.map((row) => row.id);
};

describe('FIELD-06 a place', () => {
  it('out of range, too fine, or without one of its parts is refused, and nothing is kept', async () => {
    for (const [spot, text] of [
      ['181,0,甲', '$placeRange'],
      ['0,-90.000001,甲', '$placeRange'],
      ['120.1550701,30,甲', '$placeDegrees'],
      ['120.1,x,甲', '$placeDegrees'],
      ['120.1,30.2,', '$placeParts'],
      ['钱江路', '$placeParts'],
    ])
      expect(await add(spot)).toMatchObject({ code: 317, remark: text });
    expect(await add(`120.15507,30.274085,${'x'.repeat(41)}`)).toMatchObject({ code: 316, remark: '$fieldTooLong', data: { limit: 40 } });
    expect(await desk.base.db.query('select 1 from app."order" where spot is not null')).toEqual([]);
  });

  it('D6 is kept and read as it is, markup as text; changed, the history has both', async () => {
    const { data } = await add(' 120.155070 , 30.2740850 , 钱江路 1 号, <svg onload=x()> ');
    const kept = '120.15507,30.274085,钱江路 1 号, <svg onload=x()>';
    expect((await lying(desk, 'order', Number(data.id))).spot).toBe(kept);
    const again = await desk.ask(own, 'Modify', { cloud: 'order', id: data.id, spot: kept });
    expect([again.code, (await lying(desk, 'order', Number(data.id))).version]).toEqual([200, 1]);
    expect((await desk.ask(own, 'Modify', { cloud: 'order', id: data.id, spot: '121,31,外滩' })).code).toBe(200);
    const { data: shown } = await desk.ask(own, 'Show', { cloud: 'order', id: data.id });
    expect(shown.spot).toBe('121,31,外滩');
    const history = JSON.stringify(await desk.ask(own, 'History', { cloud: 'order', id: data.id }));
    for (const one of [kept, '121,31,外滩']) expect(history).toContain(one);
  });

  it('LIST-09 is found by its address, by no digit of its degrees', async () => {
    const { data } = await add('119.87654,29.54321,富春江北岸, 三号门');
    for (const word of ['富春江', '北岸, 三号门']) {
      expect(await found({ key_word: word }), word).toEqual([data.id]);
      expect(await found({ fields: { spot: { op: 'like', value: word } } }), word).toEqual([data.id]);
      expect(await found({ fields: { spot: word } }), word).toEqual([data.id]);
    }
    for (const digits of ['119.8', '87654', '54321']) {
      expect(await found({ key_word: digits }), digits).toEqual([]);
      expect(await found({ fields: { spot: { op: 'like', value: digits } } }), digits).toEqual([]);
    }
    expect(await found({ fields: { spot: { op: 'filled' } }, key_word: '富春江' })).toEqual([data.id]);
  });
});
