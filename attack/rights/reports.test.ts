import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownIn } from '#protocol/rules/report/parts.ts';
import { askedBy, merged } from '#protocol/rules/report/where.ts';
import { capex } from '#suites/capex/suite.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { type Outside, openOutside } from '../outside.ts';

let it: Outside;
beforeAll(async () => {
  it = await openOutside();
});
afterAll(() => it?.close());

const REPORTS = [capex, opendata].flatMap((suite) => suite.reports ?? []);
const PEOPLE = ['admin', 'viewer', 'investmgr', 'applicant', 'depthead', 'finance', 'legal', 'leader'];

test('B2 B22 a report counts what the list of its source shows each person, and is nobody’s who has no list of it', async () => {
  const seen = new Set<number>();
  for (const person of PEOPLE)
    for (const { report_name: cloud, sources, searchs, indexs } of REPORTS) {
      const pages = [];
      for (const source of sources) {
        const filters = JSON.stringify({ fields: merged(askedBy(source.where)) });
        pages.push(await it.as(person, '/app?op=Page', { cloud: source.cloud, filters, exact: '1', rows: '1' }));
      }
      const page = pages.find(({ code }) => code !== 200) ?? pages[0]!;
      const must = searchs?.fields.some(({ notnull }) => notnull === 1);
      const index = await it.as(person, '/report?op=Index', { cloud });
      const at = `${cloud} of ${person}`;
      const code = page.code === 200 && must ? 314 : page.code;
      expect([index.code, (await it.as(person, '/report?op=Chart', { cloud })).code], at).toEqual([code, code]);
      expect((await it.as(person, '/sys?op=LoadReport', { cloud })).code, at).toBe(page.code);
      if (page.code === 312) expect(index.bytes, at).toBe('{"code":312,"remark":"","duration":0}');
      else if (indexs.some(({ name }) => name === 'num')) expect((index.data as { total: { num: number } }).total.num, at).toBe(page.total);
      seen.add(page.total ?? -1);
    }
  expect(seen.size).toBeGreaterThan(4);
});

test('B2 a report is taken away by those whose roles give that, and by nobody else who looks at it', async () => {
  const took: string[] = [];
  for (const person of PEOPLE) {
    const told = await it.as(person, '/report?op=Export', { cloud: 'unit_year' });
    const looks = (await it.as(person, '/report?op=Index', { cloud: 'unit_year' })).code === 200;
    if (told.bytes.startsWith('PK')) took.push(person);
    else expect([person, told.bytes]).toEqual([person, '{"code":312,"remark":"","duration":0}']);
    expect(looks || !took.includes(person)).toBe(true);
  }
  expect(took).toEqual(['admin', 'investmgr', 'depthead', 'finance']);
});
test('B2 B22 a part of the desktop tells each person what his report and his list tell him, and no part is told of that is not his', async () => {
  const board = capex.boards?.find((one) => one.board_name === 'desktop');
  const seen = new Set<number>();
  for (const person of PEOPLE) {
    const index = await it.as(person, '/report?op=Index', { cloud: 'desktop' });
    const load = await it.as(person, '/sys?op=LoadReport', { cloud: 'desktop' });
    expect(load.code, person).toBe(index.code);
    const parts = (index.rows ?? []) as unknown as Part[];
    const told = new Map(parts.map((row) => [keyOf(row), row]));
    expect((load.data as { widgets?: { uid: string }[] } | undefined)?.widgets?.map(({ uid }) => uid) ?? [], person).toEqual([
      ...new Set(parts.map(({ uid }) => uid)),
    ]);
    for (const { uid, report } of board!.widgets.flatMap((widget) => shownIn(widget).map((shown) => ({ ...shown, uid: widget.uid })))) {
      const own = await it.as(person, '/report?op=Index', { cloud: report });
      const part = told.get(keyOf({ uid, report }));
      expect(part !== undefined, `${uid} ${report} of ${person}`).toBe(own.code === 200);
      if (own.code === 200) expect(part!.data.total, `${uid} ${report} of ${person}`).toEqual((own.data as Part['data']).total);
      if (own.code === 200) seen.add((own.data as Part['data']).total.num ?? 0);
    }
  }
  expect(seen.size).toBeGreaterThan(2);
});

interface Part {
  uid: string;
  report?: string;
  data: { total: { num?: number } };
}
const keyOf = ({ uid, report }: Pick<Part, 'uid' | 'report'>): string => `${uid} ${report ?? ''}`;
