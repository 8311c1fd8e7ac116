import { describe, expect, it } from 'vitest';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { SeedDef } from '#protocol/meta/suite.ts';
import { createCatalogue, type ResolvedField } from '#server/meta/catalogue.ts';
import { capex } from './capex/suite.ts';
import { demoCompanies } from './demo/companies.ts';
import { demoSeeds } from './demo/seed.ts';
import { openDataSeeds } from './opendata/seed.ts';
import { opendata } from './opendata/suite.ts';
import { sampleDemo } from './sample/demo.ts';
import { sample } from './sample/suite.ts';
import { sys } from './sys/suite.ts';

const catalogue = createCatalogue([sys, capex, opendata, sample]);
const roles = catalogue.roles().map((role) => ({ _key: role.code, code: role.code, key_name: role.key_name }));
const seeds: readonly SeedDef[] = [
  ...capex.seed,
  ...demoCompanies.map((company) => ({ table: 'role', company: company.key, rows: roles })),
  ...demoSeeds,
  ...openDataSeeds,
  ...sampleDemo.seeds,
];

type Row = Record<string, unknown>;
const tableOf = (seed: SeedDef) => catalogue.table(seed.table)!;
const ownerOf = (seed: SeedDef) => (tableOf(seed).tenancy === 'platform' ? '' : seed.company);
const every = seeds.flatMap((seed) => seed.rows.map((row) => ({ seed, row, table: tableOf(seed) })));
const rowsOf = (table: string, domain: string) =>
  seeds.filter((seed) => seed.table === table && seed.domain === domain).flatMap((seed) => seed.rows);
const keys = new Map<string, string | undefined>(
  every.map(({ seed, row }) => [`${ownerOf(seed)}/@${seed.table}:${row._key}`, seed.domain]),
);

const TODAY = '2026-11-15';

/** Fields of the standard columns that a seed may fill. */
const OPEN = ['key_name', 'remark', 'review_state', 'create_entity', 'create_time'];

/** The value with references turned into ids, as the loader does. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plain) : typeof value === 'string' && value.startsWith('@') ? 1 : value;

function faultOf(field: ResolvedField | undefined, name: string, value: unknown): string | null {
  if (!field || (field.standard && !OPEN.includes(name))) return 'no such field';
  const kind = fieldKind(field.def.data_type);
  const parsed = kind.parse(plain(value), field);
  const fault = parsed.fault ?? kind.check(parsed.value ?? null, field, TODAY);
  return fault ? JSON.stringify(fault) : null;
}

describe('META-01 the seeds fit the definitions', () => {
  it('every value passes its field', () => {
    const wrong = every.flatMap(({ row, table }) =>
      Object.entries(row)
        .filter(([name]) => !name.startsWith('_'))
        .flatMap(([name, value]) => {
          const fault = faultOf(table.fields.get(name), name, value);
          return fault ? [`${table.name}[${row._key}].${name}: ${fault}`] : [];
        }),
    );
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it('nothing that is demanded is missing; a draft may still lack its files', () => {
    const missing = every.flatMap(({ row, table }) =>
      [...table.fields.values()]
        .filter((field) => field.def.notnull && field.storage !== 'files' && (row[field.name] ?? '') === '')
        .map((field) => `${table.name}[${row._key}].${field.name}`),
    );
    expect(missing.slice(0, 20)).toEqual([]);
  });

  it('every row is named once, and every reference names a row of the same company and, where rows have domains, the same domain', () => {
    expect(keys.size).toBe(every.length);
    const wrong = every.flatMap(({ seed, row }) =>
      Object.values(row)
        .flat()
        .filter((value): value is string => typeof value === 'string' && /^@\w+:/.test(value))
        .filter((value) => {
          const company = /^@(province|city):/.test(value) ? '' : seed.company;
          const key = `${company}/${value}`;
          const domain = keys.get(key);
          return !keys.has(key) || (domain !== undefined && domain !== seed.domain);
        })
        .map((value) => `${seed.table}[${row._key}] ${value}`),
    );
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it('unique fields are unique', () => {
    for (const table of ['user', 'department', 'invest_subject', 'role']) {
      const field = table === 'user' ? 'login_name' : 'code';
      for (const company of ['demo', 'other']) {
        for (const domain of new Set(seeds.filter((seed) => seed.table === table).map((seed) => seed.domain))) {
          const values = seeds
            .filter((seed) => seed.table === table && seed.company === company && seed.domain === domain)
            .flatMap((seed) => seed.rows.map((row) => row[field]));
          expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
        }
      }
    }
  });
});

describe('the demonstration group', () => {
  const projects = rowsOf('project', 'yuanshan');
  const stages = rowsOf('project_stage', 'yuanshan');
  const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);

  it('has the people of the settings, admin as user 1, and admin2 next door', () => {
    const people = (company: string) =>
      seeds.filter((seed) => seed.table === 'user' && seed.company === company).flatMap((seed) => seed.rows);
    expect(people('demo').map((person) => person.login_name)).toEqual([
      'admin',
      'applicant',
      'depthead',
      'investmgr',
      'finance',
      'legal',
      'tech',
      'safety',
      'vicepres',
      'member1',
      'member2',
      'member3',
      'president',
      'viewer',
      'leader',
    ]);
    expect(people('demo')[0]).toMatchObject({ _id: 1, role_entities: ['@role:root'] });
    expect(people('other').map((person) => person.login_name)).toEqual(['admin2']);
  });

  it('CAPEX-08 has about 130 projects whose money adds up and whose stages agree', () => {
    expect(projects.length).toBeGreaterThan(120);
    const wrong = projects.filter((project) => {
      const sources = ['own_price', 'loan_price', 'fiscal_price', 'other_price'].map((name) => cents(project[name]));
      const latest = project.final_price ?? project.budget_price ?? project.approx_price ?? project.estimate_price;
      const mine = stages.filter((stage) => stage.project_entity === `@project:${project._key}`);
      const reached = mine.filter((stage) => stage.actual_begin !== undefined).map((stage) => Number(stage.level));
      return (
        sources.reduce((sum, part) => sum + part, 0) !== cents(project.total_price) ||
        project.total_price !== latest ||
        cents(project.paid_price) > cents(project.done_price) ||
        cents(project.done_price) > cents(project.total_price) ||
        Math.max(...reached) !== project.level ||
        (project.actual_end !== undefined) !== (Number(project.progress) === 100)
      );
    });
    expect(wrong.map((project) => project._key)).toEqual([]);
  });

  it('says that it is invented, in every project and in a message to all', () => {
    expect(projects.filter((project) => !String(project.remark).includes('虚构'))).toEqual([]);
    const messages = seeds.filter((seed) => seed.table === 'message' && seed.company === 'demo').flatMap((seed) => seed.rows as Row[]);
    expect(messages.some((message) => String(message.remark).includes('虚构') && String(message.remark_en).includes('invented'))).toBe(
      true,
    );
  });

  it('FORM-09 drafts: the funding of each adds up to its amount; amounts lie below, at and above both limits', () => {
    const drafts = rowsOf('initiation', 'yuanshan');
    const funds = rowsOf('initiation_fund', 'yuanshan');
    for (const draft of drafts) {
      const mine = funds.filter((fund) => fund.initiation_entity === `@initiation:${draft._key}`);
      expect(mine.reduce((sum, fund) => sum + cents(fund.price), 0)).toBe(cents(draft.est_price));
      expect(draft).toMatchObject({ review_state: 0, create_entity: '@user:applicant' });
    }
    expect(drafts.map((draft) => Number(draft.est_price)).toSorted((a, b) => a - b)).toEqual([180, 460, 999.99, 1000, 4999.99, 5000]);
  });

  it('B1 viewer owns some rows of every domain and never all of them', () => {
    const mine = /^@department:(research-1|ny-(dep|dsny|dpr|edc)|power-(east|central))$/;
    for (const [table, domain] of [
      ['project', 'yuanshan'],
      ['project', 'nyc'],
      ['city_project_report', 'nyc'],
      ['power_unit', 'power'],
    ] as const) {
      const rows = rowsOf(table, domain);
      const seen = rows.filter((row) => mine.test(String(row.department_entity))).length;
      expect(seen > 0 && seen < rows.length).toBe(true);
    }
  });

  it('D5 every text of the other company carries its mark, and no row of ours does', () => {
    const marked = (row: Row) => /他司|Other/.test(JSON.stringify(row));
    const others = every.filter(({ seed }) => seed.company === 'other' && seed.table !== 'role');
    expect(others.filter(({ row }) => !marked(row))).toEqual([]);
    const ours = every.filter(
      ({ seed }) => seed.company !== 'other' && seed.table !== 'role' && ['yuanshan', undefined].includes(seed.domain),
    );
    expect(ours.filter(({ row }) => /他司/.test(JSON.stringify(row)))).toEqual([]);
  });
});

it('LIST-03 a project’s stages are found by its name: they carry it, in both languages', () => {
  const projects = new Map(every.filter(({ seed }) => seed.table === 'project').map(({ row }) => [`@project:${row._key}`, row]));
  const stages = every.filter(({ seed }) => seed.table === 'project_stage');
  expect(stages.length).toBeGreaterThan(100);
  const strange = stages.filter(({ row }) => {
    const project = projects.get(String(row.project_entity));
    return !project || !String(row.key_name).startsWith(`${project.key_name} `) || row.name_en !== project.name_en;
  });
  expect(strange.map(({ row }) => row._key)).toEqual([]);
});
