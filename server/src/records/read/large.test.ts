import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { compilePage, compileTotal } from '#server/query/statements.ts';
import { effortOf } from '#server/query/testing-plan.ts';
import { type Lab, openLab } from '../testing.ts';
import { readingOf } from './page.ts';

const ROWS = 100_000;
const BATCH = 10_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  for (let from = 1; from < ROWS; from += BATCH) {
    await lab.base.db.query(
      `insert into app.plan (company_id, id, subcompany_id, key_name, code, amount, type, department_entity, create_entity)
     select 1, 10000 + n, 11, 'plan ' || n, 'C' || n * 7919 % 99991, n % 1000, 1 + n % 3, case when n % 2000 = 0 then 33 else 34 end, 4
     from generate_series($1::int, $2::int) n`,
      [from, from + BATCH - 1],
    );
  }
  await lab.base.db.query('analyze app.plan');
});
afterAll(() => lab.close());

describe('LIST-13 a list of 100,000 rows reads what its page shows, by a declared index', () => {
  const code = { sort: [['code', 'asc']] } satisfies Filters;
  const lists: [string, Filters, string][] = [
    ['newest first', {}, 'plan.id.list'],
    ['oldest first', { sort: [['id', 'asc']] }, 'plan.id.list'],
    ['a field with an index, upwards', code, 'plan.code.index'],
    ['downwards, empty ones last', { sort: [['code', 'desc']] }, 'plan.code.index_desc'],
    ['a filter that one in three passes', { fields: { type: 2 } }, 'plan.id.list'],
    ['a rare reference', { fields: { department_entity: 33 } }, 'plan.department_entity.index'],
  ];
  it.each(lists)('%s', async (_, filters, index) => {
    const access = await openAccess(lab.house, await lab.as('all'));
    const grant = access.grant(access.table('plan'), 'Page');
    const reading = readingOf(access, grant, { filters });
    const effort = await effortOf(lab.base.db, compilePage({ kind: 'page', ...reading, fields: [], limit: 20, offset: 0 }, access.asker));
    expect([effort.rows < 400, effort.kinds.includes('Seq Scan')]).toEqual([true, false]);
    expect(effort.indexes.includes(index) || effort.indexes.includes('plan.pkey')).toBe(true);
    const total = await effortOf(lab.base.db, compileTotal({ kind: 'total', ...reading, sums: [], bound: 1001 }, access.asker));
    expect(total.rows).toBeLessThan(4_000);
  });

  it('a field without one is read whole: what the numbers above are measured against', async () => {
    const access = await openAccess(lab.house, await lab.as('all'));
    const reading = readingOf(access, access.grant(access.table('plan'), 'Page'), { filters: { sort: [['amount', 'asc']] } });
    const effort = await effortOf(lab.base.db, compilePage({ kind: 'page', ...reading, fields: [], limit: 20, offset: 0 }, access.asker));
    expect(effort.rows).toBeGreaterThan(ROWS * 0.9);
  });
});
