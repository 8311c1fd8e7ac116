import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putRows } from '#server/records/read/testing-rows.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { reads, type Told } from './testing-call.ts';

let lab: Lab;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab();
  await putRows(lab);
  send = reads(lab);
});
afterAll(() => lab.close());

const page = async (login: string, fields: Record<string, unknown>): Promise<Told> =>
  send(await lab.as(login), 'Page', {
    cloud: 'plan',
    rows: 100,
    exact: 1,
    fields: 'code,type,tags,owner_entity,team',
    filters: JSON.stringify({ fields }),
  });
const codes = ({ rows = [] }: Told) => rows.map(({ code }) => code).toSorted();
const any = (...value: unknown[]) => ({ op: 'in', value });

describe('LIST-09 a filter of several values', () => {
  it('401 without a session; 317 on a field that one does not see', async () => {
    expect((await send(null, 'Page', { cloud: 'plan', filters: JSON.stringify({ fields: { type: any(1) } }) })).code).toBe(401);
    expect((await page('own', { nothing: any(1) })).code).toBe(317);
  });
  it.each<[string, unknown]>([
    ['no list', { op: 'in', value: 1 }],
    ['words', any('甲')],
    ['a list in it', any([1])],
    ['part of a number', any(1.5, 'x')],
    ['more than a list takes', any(...Array.from({ length: 1001 }, (_, at) => at))],
  ])('%s of a choice or reference is refused', async (_, filter) => {
    for (const name of ['type', 'tags', 'owner_entity', 'team'])
      expect([317, 341], name).toContain((await page('all', { [name]: filter })).code);
  });
  it('more than 2,000 values in all are 341', async () => {
    const many = any(...Array.from({ length: 900 }, (_, at) => at));
    expect((await page('all', { type: many, tags: many, owner_entity: many })).code).toBe(341);
  });
  it.each(['type', 'tags', 'owner_entity', 'team'])(
    '%s: what is any of them is found, a value named twice once, one that there is not never',
    async (name) => {
      const all = (await page('all', {})).rows as Record<string, unknown>[];
      const idsOf = (row: Record<string, unknown>) => [row[name] ?? []].flat().map((one) => (one as { id: number }).id);
      const ids = [...new Set(all.flatMap(idsOf))].slice(0, 2);
      expect(ids.length).toBeGreaterThan(0);
      const expected = all.filter((row) => idsOf(row).some((id) => ids.includes(id))).map(({ code }) => code);
      expect(codes(await page('all', { [name]: any(...ids) }))).toEqual(expected.toSorted());
      expect(codes(await page('all', { [name]: any(...ids, ...ids, 999_999) }))).toEqual(expected.toSorted());
      expect(codes(await page('all', { [name]: any() }))).toEqual([]);
    },
  );
});
