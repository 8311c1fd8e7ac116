import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { type Lab, openLab } from '../testing.ts';
import { readPage } from './page.ts';

let lab: Lab;
const ids: number[] = [];
beforeAll(async () => {
  lab = await openLab();
  const row = { company_id: 1, subcompany_id: 11, create_entity: 4, department_entity: 34 };
  for (const [key_name, code] of [
    ['Operations (North)', 'OP-1'],
    ['Ｏｐｅｒａｔｉｏｎｓ （Ｎｏｒｔｈ）', 'ＯＰ－２'],
    ['运维（北）', '3'],
    ['运维（北）二', "4'"],
  ])
    ids.push(await lab.put('plan', { ...row, key_name, code }));
  await lab.put('plan', { ...row, company_id: 1, subcompany_id: 12, key_name: 'operations (north)' });
});
afterAll(() => lab?.close());

async function called(field: string, value: unknown, login = 'all'): Promise<number[]> {
  const access = await openAccess(lab.house, await lab.as(login));
  const grant = access.grant(access.table('plan'), 'Page');
  const filter = { op: 'called', value } as FieldFilter;
  const { rows } = await readPage(lab.house, access, grant, { page: 1, rows: 20, filters: { fields: { [field]: filter } } });
  return rows!.map(({ id }) => ids.indexOf(Number(id))).sort();
}

describe('FIELD-05 records that are called by a name, whatever the case and width of its letters', () => {
  it.each([
    ['no list', 'Operations (North)'],
    ['nothing', undefined],
  ])('A3 %s is refused', async (_, value) => expect(called('key_name', value)).rejects.toMatchObject({ code: 317 }));
  it('A3 neither numbers, references nor unknown fields are called', async () => {
    for (const field of ['amount', 'department_entity', 'create_time', 'ghost'])
      await expect(called(field, ['1'])).rejects.toMatchObject({ code: 317 });
  });
  it('A3 a name longer than any is refused', async () => {
    // as it was typed: to write it otherwise takes as long as it is
    await expect(called('key_name', ['e\u0301'.repeat(101)])).rejects.toMatchObject({ code: 316, remark: '$searchTooLong' });
    await expect(called('key_name', ['x'.repeat(201)])).rejects.toMatchObject({ code: 316, remark: '$searchTooLong' });
  });
  it('in the domain and the rows of the reader alone', async () => {
    expect(await called('key_name', ['OPERATIONS (NORTH)'])).toEqual([0, 1]);
    expect(await called('key_name', ['OPERATIONS (NORTH)'], 'own')).toEqual([]);
  });
  it.each([
    ['in other case', ['oPERATIONS (north)'], [0, 1]],
    ['in the other width, with blanks around', ['　ＯＰＥＲＡＴＩＯＮＳ (ＮＯＲＴＨ) '], [0, 1]],
    ['brackets of the other width', ['运维(北)'], [2]],
    ['several names', ['运维(北)二', 'operations (north)'], [0, 1, 3]],
    ['a part of a name is none', ['运维', 'operations'], []],
    ['signs of patterns are letters', ['operations_(north)', '%', "' or 1=1"], []],
    ['no name at all', ['', '  '], []],
    ['none', [], []],
  ])('%s', async (_, words, found) => expect(await called('key_name', words)).toEqual(found));
  it('a code in quotes', async () => {
    expect(await called('code', ['４＇'])).toEqual([3]);
    expect(await called('code', ['op-2', 'Op-1'])).toEqual([0, 1]);
  });
});
