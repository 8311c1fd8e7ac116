import { inflateRawSync } from 'node:zlib';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { openAccess } from '#server/access/access.ts';
import { putRows } from '../../read/testing-rows.ts';
import { type Lab, openLab } from '../../testing.ts';
import { putMany, reportsOf } from '../testing-report.ts';
import { exportReport } from './export.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
const def: ReportDef = {
  ...{ uid: 'lab.r.one', report_name: 'one', key_name: '树', key_name_en: 'Tree', type: 'TREE' },
  sources: [{ name: 'p', cloud: 'plan' }],
  targets: [{ name: 'unit', fields: 'department_entity' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'amount', of: 'sum', field: 'amount' },
  ],
};
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
  reports.put(def);
});
afterAll(() => lab.close());

const take = async (login: string, wish = {}) =>
  exportReport(reports.house, await openAccess(reports.house, await lab.as(login, wish)), { cloud: 'one' });
/** The text of a part of a zip, by its central directory. */
function partOf(bytes: Buffer, name: string): string {
  for (let at = bytes.readUInt32LE(bytes.length - 6); bytes.readUInt32LE(at) === 0x02014b50; ) {
    const [packed, called, extra, remark] = [
      bytes.readUInt32LE(at + 20),
      ...[28, 30, 32].map((place) => bytes.readUInt16LE(at + place)),
    ] as [number, number, number, number];
    const local = bytes.readUInt32LE(at + 42);
    if (bytes.toString('utf8', at + 46, at + 46 + called) === name) {
      const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      return inflateRawSync(bytes.subarray(begin, begin + packed)).toString();
    }
    at += 46 + called + extra + remark;
  }
  throw new Error(`no ${name}`);
}

describe('PAGES-07 WIRE-05 a tree is taken away as a spreadsheet', () => {
  it('B2 who may look and not take away is refused', async () => {
    for (const login of ['none', 'dept']) await expect(take(login)).rejects.toMatchObject({ code: 312 });
  });

  it('Q5 what a foreign program reads is what the page tells, line by line, a node itself named so in either language', async () => {
    for (const login of ['all', 'own'])
      for (const [locale, itself, total] of [
        ['zh_CN', (name: string) => `${name}（本级）`, '合计'],
        ['en_US', (name: string) => `${name} itself`, 'Total'],
      ] as const) {
        const told = await reports.ask(login, 'one', { rows: 1000 });
        const rows = (await readSheet((await take(login, { locale })).bytes))[0]!.data as (string | number | null)[][];
        const lines = rows.slice(-told.lines.length - 1);
        expect(lines.at(-1)).toEqual([total, told.total.num, Number(told.total.amount)]);
        for (const [at, line] of told.lines.entries()) {
          const unit = line.keys.unit as { key_name: string; own?: 1; id: number | null };
          const name = unit.id === null ? expect.any(String) : unit.own ? itself(unit.key_name) : unit.key_name;
          expect(lines[at]).toEqual([name, line.num, line.amount === null ? null : Number(line.amount)]);
        }
      }
  });

  it('its rows stand as far in as they stand below the top, and fold so, their sum above them', async () => {
    const { lines } = await reports.ask('all', 'one', { rows: 1000 });
    const text = partOf((await take('all')).bytes, 'xl/worksheets/sheet1.xml');
    const levels = [...text.matchAll(/<row r="\d+"[^>]*?(?: outlineLevel="(\d)")?>/g)].map(([, level]) => Number(level ?? 0));
    expect(levels.slice(-lines.length - 1)).toEqual([...lines.map(({ depth }) => depth - 1), 0]);
    expect(Math.max(...levels)).toBeGreaterThan(1);
    expect(text).toContain('<outlinePr summaryBelow="0"/>');
    expect(text).toContain(`outlineLevelRow="${Math.max(...levels)}"`);
  });
});
