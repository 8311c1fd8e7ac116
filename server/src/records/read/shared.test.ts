import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayIn } from '#protocol/wire/clock.ts';
import { openAccess } from '#server/access/access.ts';
import { cacheBytes } from '#server/cache/cache.ts';
import type { SessionWish } from '#server/meta/testing-session.ts';
import { lockWith } from '../row/stored.ts';
import { type Lab, openLab } from '../testing.ts';
import { readPage } from './page.ts';
import { type LabRows, putRows } from './testing-rows.ts';

let lab: Lab;
let rows: LabRows;
beforeAll(async () => {
  lab = await openLab();
  rows = await putRows(lab);
});
afterAll(() => lab.close());

const opened = async (login: string, wish?: SessionWish) => openAccess(lab.house, await lab.as(login, wish));
async function page(login: string, wish?: SessionWish) {
  const access = await opened(login, wish);
  const { rows: found } = await readPage(lab.house, access, access.grant(access.table('plan'), 'Page'), {
    ...{ page: 1, rows: 50, filters: { fields: { code: 'P1' } } },
  });
  return found!;
}

it('LIST-01 two who read the same in two languages each read their own', async () => {
  const type = async (wish?: SessionWish) => (await page('all', wish)).map((row) => (row.type as { key_name: string }).key_name);
  for (let round = 0; round < 2; round += 1) expect([await type(), await type({ locale: 'en_US' })]).toEqual([['甲'], ['甲 en']]);
});

it('B4 a lock that is put together for one table is not that of another', async () => {
  const access = await opened('root');
  const { house } = lab;
  const now = house.clock.now();
  const { session } = access;
  const locked = (cloud: string, id: number) =>
    house.db.tx(async (tx) => {
      const work = {
        tx,
        catalogue: house.catalogueOf(null),
        session,
        access,
        now,
        today: dayIn(session.company.time_zone, now),
        engine: false,
        pepper: house.keys.pepper,
      };
      return (await lockWith(work, access.table(cloud), id, ['Modify'])).values.key_name;
    });
  const [plan] = await lab.base.db.query<{ id: number; key_name: string }>('select id, key_name from app.plan where id = $1', [
    rows.plan.mine,
  ]);
  const [vault] = await lab.base.db.query<{ id: number; key_name: string }>(
    'select id, key_name from app.vault where company_id = 1 limit 1',
  );
  expect([await locked('plan', plan!.id), await locked('vault', vault!.id)]).toEqual([plan!.key_name, vault!.key_name]);
});

it('R10 a thousand people of one set of roles keep no more than one of them', async () => {
  const session = await lab.as('all');
  const kept = () =>
    Object.entries(cacheBytes()).filter(([name]) => ['rules', 'grants', 'views', 'lists', 'records', 'rights'].includes(name));
  await page('all');
  const before = kept();
  for (let at = 0; at < 1_000; at += 1) {
    const access = await openAccess(lab.house, {
      ...session,
      sid: `s${at}`,
      user: { ...session.user, id: 50_000 + at },
      departments: [at],
    });
    const grant = access.grant(access.table('plan'), 'Page');
    await readPage(lab.house, access, grant, { page: 1, rows: 50, filters: { fields: { code: 'P1' } } });
  }
  expect(kept()).toEqual(before);
});
