import { describe, expect, it } from 'vitest';
import { provinces } from '#suites/capex/seed/province.ts';
import { openDataSeeds } from './seed.ts';

const rowsOf = (table: string) => openDataSeeds.filter((seed) => seed.table === table).flatMap((seed) => seed.rows);
const units = rowsOf('power_unit');
const projects = rowsOf('project');
const reports = rowsOf('city_project_report');

/** Amounts in millionths of a dollar, exact. */
const millionths = (text: string) => scaled(text, 6);
const dollars = (text: string) => scaled(text, 10);

function scaled(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

describe('open data', () => {
  it('has 7,203 power units, 378 projects and 2,259 reports', () => {
    expect([units.length, projects.length, reports.length]).toEqual([7203, 378, 2259]);
    expect([1, 2, 3].map((kind) => units.filter((unit) => unit.kind === kind).length)).toEqual([5981, 886, 336]);
  });

  it('names every row once', () => {
    for (const rows of [units, projects, reports]) expect(new Set(rows.map((row) => row._key)).size).toBe(rows.length);
  });

  it('puts every power unit into one of the 34 provinces', () => {
    const codes = new Set(provinces.rows.map((row) => `@province:${row._key}`));
    expect(units.filter((unit) => !codes.has(String(unit.province_entity)))).toEqual([]);
  });

  it('says of each of the 30 placed rows and the spelling variants how the province was found', () => {
    const noted = units.filter((unit) => String(unit.remark ?? '').includes('province:'));
    const how = (word: string) => noted.filter((unit) => String(unit.remark).includes(word)).length;
    expect({ border: how('a border'), empty: how('empty in the source'), spelled: how('spelling variant') }).toEqual({
      border: 21,
      empty: 9,
      spelled: 71,
    });
  });

  it('keeps amounts to the cent: dollars of the last report that states them, in ten thousands', () => {
    for (const project of projects) {
      const stated = reports.filter((report) => report.project_entity === `@project:${project._key}` && Number(report.budget) > 0);
      const last = stated.toSorted((a, b) => (String(a.report_date) < String(b.report_date) ? -1 : 1)).at(-1);
      expect(project.total_price === undefined ? undefined : dollars(String(project.total_price))).toBe(
        last && millionths(String(last.budget)),
      );
    }
  });

  it('classes projects by the limits of the approval and says when the source is silent', () => {
    const wrong = projects.filter((project) => {
      const price = project.total_price === undefined ? null : Number(project.total_price);
      return project.project_type !== (price === null ? 99 : price >= 5000 ? 1 : price >= 500 ? 2 : 3);
    });
    expect(wrong).toEqual([]);
    expect(projects.filter((project) => project.project_state === 99 && !String(project.remark).includes('未说明'))).toEqual([]);
  });

  it('keeps the negative budget and the year 2108 in the reports, passes them over in the ledger, and says both', () => {
    expect(reports.filter((report) => Number(report.budget) < 0).map((report) => report.pid)).toEqual(['556']);
    expect(reports.filter((report) => String(report.forecast_completion ?? '') > '2100').map((report) => report.pid)).toEqual(['649']);
    for (const [key, note] of [
      ['nyc-0556', '零或负数'],
      ['nyc-0649', '2108'],
    ]) {
      const project = projects.find((one) => one._key === key)!;
      expect(project.remark).toContain(note);
      expect(Number(project.total_price) > 0 && String(project.plan_end ?? '') < '2100').toBe(true);
    }
  });

  it('spells Manhattan one way', () => {
    expect([...projects, ...reports].filter((row) => /Manhatten/.test(`${row.place}${row.borough}`))).toEqual([]);
  });

  it('says what New York measured: changes are differences of consecutive budgets, and two of three projects slipped', () => {
    const keys = [...new Set(reports.map((report) => report.project_entity))];
    const courses = keys.map((key) =>
      reports
        .filter((report) => report.project_entity === key)
        .toSorted((a, b) => (String(a.report_date) < String(b.report_date) ? -1 : 1)),
    );
    const stated = courses.flatMap((course) => course.slice(1).map((report, at) => [course[at]!, report] as const));
    const changes = stated.filter(([before, report]) =>
      [before.budget, report.budget, report.budget_change].every((amount) => amount !== undefined),
    );
    const dollar = 1_000_000n;
    const same = changes.filter(([before, report]) => {
      const off = millionths(String(report.budget)) - millionths(String(before.budget)) - millionths(String(report.budget_change));
      return off < dollar && off > -dollar;
    });
    expect([same.length, changes.length]).toEqual([1775, 1779]);
    const forecasts = courses
      .map((course) => course.flatMap(({ forecast_completion: day }) => (day ? [String(day)] : [])))
      .filter((days) => days.length > 1);
    const slipped = forecasts.filter((days) => days.at(-1)! > days[0]!);
    expect([slipped.length, forecasts.length, Math.round((slipped.length * 100) / forecasts.length)]).toEqual([203, 297, 68]);
  });
});
