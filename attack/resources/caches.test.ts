import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheBytes, definedCaches } from '#server/cache/cache.ts';
import { openTarget, type Target } from '../target.ts';

let target: Target;
/** Of a reader in the domain of the power units. */
let token: string;
beforeAll(async () => {
  target = await openTarget();
  const [domain] = await target.base.db.query<{ id: number }>('select subcompany_id as id from app.power_unit limit 1');
  const moved = await target.say('/cloud/app/sys/user/api/UserApi?op=SetDomain', { as: 'president', form: { id: String(domain!.id) } });

  token = String(moved.data?.token);
});
afterAll(() => target?.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes that are still reachable. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const MIB = 2 ** 20;
const ROUNDS = 120;
/** 2 MB of filters, another text each time, that thousands of rows fit. */
const filters = (at: number, letters: number): string => {
  const others = Array.from({ length: 900 }, (_, n) => `${at}-${n}`.padEnd(letters, 'x'));
  return JSON.stringify({ fields: { unit_name: { op: 'in', value: ['1', ...COMMON, ...others] } } });
};
let COMMON: string[] = [];
/** One of the first lists and one far down in turn: a statement, a total, a place. */
const list = (at: number, letters: number) =>
  target.say('/app?op=Page', {
    as: null,
    headers: { token },
    form: { cloud: 'power_unit', page: at % 2 ? '1' : '60', rows: '20', exact: '0', filters: filters(at, letters) },
  });

test('R10 F3 a hundred lists with two million letters of filters each leave none of them behind', async () => {
  const found = await target.base.db.query<{ unit: string }>(
    'select unit_name as unit from app.power_unit where unit_name is not null group by 1 order by count(*) desc limit 50',
  );
  COMMON = found.map(({ unit }) => unit);
  const [first] = [await list(0, 1_990), await list(1, 1_990)];
  expect([first.code, first.rows?.length, first.total]).toEqual([200, 20, 1200]);
  target.statements.length = 0;
  target.log.length = 0;
  const before = held();
  for (let at = 2; at < ROUNDS; at += 1) expect((await list(at, 1_990)).code).toBe(200);
  target.statements.length = 0;
  target.log.length = 0;
  expect(held() - before).toBeLessThan(60 * MIB);
  const bounds = new Map(definedCaches().map(({ name, bytes }) => [name, bytes]));
  for (const [name, bytes] of Object.entries(cacheBytes())) expect(bytes, name).toBeLessThanOrEqual(bounds.get(name)!);
});

test('R10 F3 thousands of lists of fields, of filters and of sorts are kept within the bounds of their caches', async () => {
  const fields = ['name_en', 'unit_name', 'kind', 'status', 'capacity_mw', 'technology', 'start_year', 'end_year', 'owner', 'place'];
  for (let at = 0; at < 600; at += 1) {
    const some = fields.filter((_, bit) => (at >> bit) & 1);
    const form = {
      ...{ cloud: 'power_unit', page: '1', rows: '5', fields: some.join(',') },
      filters: JSON.stringify({ where: `capacity_mw>${at}`, sort: [[fields[at % 8], at % 3 ? 'asc' : 'desc']] }),
    };
    expect((await target.say('/app?op=Page', { as: null, headers: { token }, form })).code).toBe(200);
  }
  const bounds = new Map(definedCaches().map(({ name, bytes }) => [name, bytes]));
  for (const [name, bytes] of Object.entries(cacheBytes())) expect(bytes, name).toBeLessThanOrEqual(bounds.get(name)!);
});
