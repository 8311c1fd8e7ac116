import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { readBoard } from '#server/records/board/read.ts';
import { sent } from '#server/records/report/kept/testing-kept.ts';
import { countReport, readReport } from '#server/records/report/read.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-lines-'));
  app = await testApp(diskFiles(folder));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true });
});

const index = (form: Record<string, string>, who: string | null) => app.call('/report', 'Index', form, who);
const VERSION = 'A'.repeat(24);

describe('/report?op=Index by version', () => {
  it('WIRE-05 not signed in: 401, not allowed: 312, no version: 317', async () => {
    for (const cloud of ['EI', 'unit_year']) expect(await index({ cloud, version: VERSION }, null)).toMatchObject({ code: 401 });
    expect(await index({ cloud: 'EI', version: VERSION }, 'applicant')).toMatchObject({ code: 312 });
    expect(await index({ cloud: 'fw', version: VERSION }, 'leader')).toMatchObject({ code: 312 });
    expect(await index({ cloud: 'EI', version: `${VERSION}A` }, 'leader')).toMatchObject({ code: 316 });
    for (const version of ['newest', "'; drop table fw", '__proto__', 'A'.repeat(23)])
      expect(await index({ cloud: 'EI', version }, 'leader'), version).toMatchObject({ code: 317 });
    expect(await index({ cloud: 'unit_year', period: 'WEEK', version: VERSION }, 'admin')).toMatchObject({ code: 317 });
    expect(await app.call('/report', 'Chart', { cloud: 'unit_year', version: VERSION }, 'admin')).toMatchObject({ code: 317 });
  });

  it('WIRE-05 CAPEX-02 who asks again is told that it is the same until a figure of it changes', async () => {
    for (const [cloud, who] of [
      ['EI', 'leader'],
      ['desktop', 'investmgr'],
      ['unit_year', 'investmgr'],
    ] as const) {
      const first = await index({ cloud }, who);
      const { version } = first.data as { version: string };
      const same = await index({ cloud, version }, who);
      expect(Object.keys(same).sort()).toEqual(['code', 'data', 'duration', 'remark', 'status']);
      expect(same.data).toEqual({ same: 1, version, made: expect.any(String) });
      await app.base.db.query('update app.fund_exec set paid_price = paid_price + 1; update app.project set total_price = total_price + 1');
      const changed = await index({ cloud, version }, who);
      expect(changed.rows?.length, cloud).toBe(first.rows!.length);
      expect((changed.data as { version: string }).version).not.toBe(version);
    }
  });

  it('AUTH-10 who lost the right is refused, whatever version he has', async () => {
    const { version } = (await index({ cloud: 'EI' }, 'leader')).data as { version: string };
    const role = `company_id = 1 and role_id = (select id from app."role" where company_id = 1 and code = 'leader')`;
    const flags = await app.base.db.query(`delete from fw.role_flag where ${role} returning *`);
    expect(flags.length).toBeGreaterThan(0);
    await app.base.db.query('update fw.rights_version set version = version + 1 where company_id = 1');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await index({ cloud: 'EI', version }, 'leader')).toMatchObject({ code: 312 });
    await app.base.db.query('insert into fw.role_flag select * from jsonb_populate_recordset(null::fw.role_flag, $1::jsonb)', [
      JSON.stringify(flags),
    ]);
    await app.base.db.query('update fw.rights_version set version = version + 1 where company_id = 1');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await index({ cloud: 'EI', version }, 'leader')).toMatchObject({ code: 200, data: { same: 1 } });
  });
});

describe('what is kept of the demonstration', () => {
  const accessOf = async (login: string) => openAccess(app.house, await sessionFor(app.base.db, login, { company: 'demo' }));

  it('R10 CAPEX-02 all of the leadership view is kept: of an unchanged one no table is read', async () => {
    const access = await accessOf('leader');
    const ask = () => readBoard(app.house, access, { cloud: 'EI' });
    await app.base.db.query('update app.project set key_name = key_name where company_id = 1');
    expect((await sent(app.house, ask)).length).toBeGreaterThan(5);
    expect(await sent(app.house, ask)).toEqual([]);
  });

  it('Q7 each report of each person is what it is without memory, the second time without a statement', async () => {
    let reports = 0;
    for (const login of ['admin', 'leader', 'viewer', 'investmgr', 'depthead', 'applicant']) {
      const access = await accessOf(login);
      for (const { report_name: cloud, searchs } of access.catalogue.reports()) {
        if (searchs?.fields.some(({ notnull }) => notnull === 1)) continue;
        const counted = await countReport(app.house, access, { cloud }).catch(() => undefined);
        if (!counted) continue;
        const first = await readReport(app.house, access, { cloud });
        let again: typeof first | undefined;
        const said = await sent(app.house, async () => {
          again = await readReport(app.house, access, { cloud });
        });
        expect(said, `${cloud} of ${login}`).toEqual([]);
        expect(first.rows).toEqual(counted.rows);
        expect(again).toEqual({ ...first, data: { ...first.data, made: expect.any(String) } });
        reports += 1;
      }
    }
    expect(reports).toBeGreaterThan(30);
  });
});
