import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '#protocol/rules/report/past/past.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-past-'));
  app = await testApp(diskFiles(folder));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true });
});

const ask = (op: string, form: Record<string, string>, who: string | null = 'leader') => app.call('/report', op, form, who);
const totalOf = ({ data }: { data?: object }) => (data as { total: Record<string, unknown> }).total;

describe('/report as of a month of the past', () => {
  it('WIRE-05 not signed in: 401; a name that is none of his: 312 before the month is looked at; no month that has ended: 317', async () => {
    for (const op of ['Index', 'Chart', 'Export']) {
      expect(await ask(op, { cloud: 'project_by_class', as_of: '2020-02' }, null)).toMatchObject({ code: 401 });
      expect(await ask(op, { cloud: 'nothing', as_of: '2026-02-30' })).toMatchObject({ code: 312 });
      for (const as_of of ['2026-02-30', '2026-13', '9999-12', '2099-01', '__proto__', "2020-02'--", '[]'])
        expect(await ask(op, { cloud: 'project_by_class', as_of }, 'admin'), as_of).toMatchObject({ code: 317, data: { field: 'as_of' } });
      expect(await ask(op, { cloud: 'city_budgets', as_of: '2020-02' }, 'admin')).toMatchObject({ code: 317, data: { field: 'as_of' } });
    }
    expect(await ask('Index', { cloud: 'EI', as_of: '2099-01' })).toMatchObject({ code: 317, data: { field: 'as_of' } });
    expect(await ask('Index', { cloud: 'EI', as_of: '2020-02' }, 'applicant')).toMatchObject({ code: 312 });
  });

  it('B23 WIRE-05 the first month is told with a definition where one asks for it, else not; anything but 1 is 317', async () => {
    const load = (form: Record<string, string>, who: string | null = 'leader') =>
      app.call('/sys', 'LoadReport', { cloud: 'EI', ...form }, who);
    expect(await load({ since: '1' }, null)).toMatchObject({ code: 401 });
    expect(await load({ since: '1' }, 'applicant')).toMatchObject({ code: 312 });
    for (const since of ['2', '0', '', 'x', '2020-02', '-1', '1e9'])
      expect(await load({ since }), since).toMatchObject({ code: 317, data: { field: 'since' } });
    expect((await load({})).data).not.toHaveProperty('since');
    const [ledger, all] = [await load({ cloud: 'project_by_class', since: '1' }, 'admin'), await load({ since: '1' })];
    const monthOf = ({ data }: { data?: object }) => (data as { since: string }).since;
    expect(monthOf(all)).toMatch(/^20\d\d-\d\d$/);
    expect(monthOf(all) < monthOf(ledger)).toBe(true);
    expect(monthOf(all)).toBe(
      String(
        (
          await app.base.db.query(
            `select to_char(least((select min(period) from app.plan_month), (select min(period) from app.fund_exec)), 'YYYY-MM') as month`,
          )
        )[0]!.month,
      ),
    );
  });

  it('CAPEX-02 the leadership view of a month before: figures of then, and of nothing that came later', async () => {
    // all that was seeded stood at the beginning of 2024, and half of it was changed in 2025
    await app.base.db.query(`alter table app.project disable trigger user;
      update app.project set create_time = '2024-01-05Z', modify_time = null; delete from hist.project; alter table app.project enable trigger user`);
    const before = await ask('Index', { cloud: 'project_by_class' });
    await app.base.db.query(`update app.project set total_price = total_price + 1000, modify_time = '2025-06-15Z' where id % 2 = 0`);
    const now = totalOf(await ask('Index', { cloud: 'project_by_class' }));
    const then = await ask('Index', { cloud: 'project_by_class', as_of: '2025-05' });
    expect(totalOf(then)).toEqual(totalOf(before));
    expect(totalOf(then).total_price).not.toBe(now.total_price);
    const view = (await ask('Index', { cloud: 'EI', as_of: '2025-05' })) as unknown as {
      data: object;
      rows: { uid: string; report: string; now?: 1; data: object }[];
    };
    expect(view.data).toMatchObject({ as_of: '2025-05' });
    expect(view.rows.filter((row) => row.now)).toEqual([]);
    expect(totalOf(view.rows.find(({ uid }) => uid === 'capex.b.ei.total')!)).toMatchObject({ total_price: totalOf(before).total_price });
    const unit = view.rows.find(({ uid, report }) => uid === 'capex.b.ei.unit' && report === 'unit_investment')!;
    expect(unit.data).toMatchObject({ range: ['2025-01-01', '2025-12-31'] });
    expect((await ask('Index', { cloud: 'EI', as_of: '2023-12' })).data).toMatchObject({ since: '2024-01' });
  });

  it('LIST-13 a list and its groups take a month as well as an instant; of one that has not ended 317', async () => {
    const page = (as_of: string, who: string | null = 'admin') =>
      app.call('/app', 'Page', { cloud: 'project', exact: '1', stat: '1', as_of }, who);
    expect(await page('2025-05', null)).toMatchObject({ code: 401 });
    for (const as_of of ['2099-01', '2026-13', '2026-1', '2026-02-30', 'last'])
      expect(await page(as_of), as_of).toMatchObject({ code: 317 });
    const [month, instant, after] = [await page('2025-05'), await page(endOf('2025-05', 'Asia/Shanghai')), await page('2025-06')];
    expect(month).toMatchObject({ total: instant.total, data: instant.data! });
    expect(month.data).not.toEqual(after.data);
    const levels = await app.call(
      '/app',
      'Group',
      { cloud: 'project', field: 'level', order: 'value', stat: '1', as_of: '2025-05' },
      'admin',
    );
    expect(levels.data).toMatchObject({ all: month.total, stat: (month.data as { stat: object }).stat });
  });
});
