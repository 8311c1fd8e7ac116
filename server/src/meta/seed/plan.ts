import { createHash } from 'node:crypto';
import { unknown } from '#protocol/check/mend.ts';
import { below, fileOf, type Problem, type Report } from '#protocol/check/problem.ts';
import type { CompanyDef, DemoDef } from '#protocol/meta/demo.ts';
import type { SeedDef } from '#protocol/meta/suite.ts';
import type { Catalogue, ResolvedTable } from '../catalogue.ts';

/** What a start loads beside the suites' own rows; `file` is the demo.ts that a seed comes from, where that is known. */
export interface Demonstration extends Pick<DemoDef, 'seeds'> {
  companies: readonly CompanyDef[];
  file?: (seed: SeedDef) => string;
}

/** A seed, the file that it comes from, and what that calls its seeds. */
export interface Placed {
  seed: SeedDef;
  file: string;
  key: 'seed' | 'seeds' | 'roles' | 'posts';
}

/** One row of a seed, with the company that owns it (0: a platform table). */
export interface SeedRow {
  table: ResolvedTable;
  company: number;
  /** key of the domain, of a domain's table */
  domain: string | undefined;
  key: string;
  fixedId: number | undefined;
  values: Readonly<Record<string, unknown>>;
  /** how it is called in its file */
  name: string;
  file: string;
  path: string;
}

/** A company that rows are loaded for; one whose zone is not said is of each (a check that looks at all rows). */
export interface Owner {
  id: number;
  zone?: string;
}

export type Tell = (problem: Problem) => void;

/** A reporter of what is wrong with a row. */
export const ofRow = (tell: Tell, { file, path }: Pick<SeedRow, 'file' | 'path'>): Report =>
  below((at, reason, mend) => tell({ file, path: at, reason, mend }), path);

/** The suites' roles and posts as rows of the tables role and post, their own rows, and those of the demonstration. */
export function allSeeds(catalogue: Catalogue, demo: Demonstration): Placed[] {
  const own = catalogue.suites.flatMap(({ code, seed }) => seed.map((one): Placed => ({ seed: one, file: fileOf(code), key: 'seed' })));
  const shown = demo.seeds.map((seed): Placed => ({ seed, file: demo.file?.(seed) ?? 'demo.ts', key: 'seeds' }));
  return [...roleSeeds(catalogue), ...postSeeds(catalogue), ...own, ...shown];
}

function roleSeeds(catalogue: Catalogue): Placed[] {
  const table = catalogue.table('role');
  if (!table) return [];
  return catalogue.suites.map(({ code: suite, roles }) => {
    const rows = roles.map(({ code, key_name, key_name_en, root }) => {
      const said: Record<string, unknown> = { key_name, code, name_en: key_name_en, root: root ?? 0 };
      return { _key: code, ...Object.fromEntries(Object.entries(said).filter(([name]) => table.fields.has(name))) };
    });
    return { seed: { table: 'role', rows }, file: fileOf(suite), key: 'roles' };
  });
}

function postSeeds(catalogue: Catalogue): Placed[] {
  if (!catalogue.table('post')) return [];
  return catalogue.suites.flatMap(({ code: suite, posts = [] }): Placed[] => {
    const rows = posts.map(({ code, key_name, key_name_en }) => ({ _key: code, code, key_name, name_en: key_name_en, status: 1 }));
    return rows.length ? [{ seed: { table: 'post', rows }, file: fileOf(suite), key: 'posts' }] : [];
  });
}

/**
 * The rows of all seeds, each for its company: a seed without a company goes to the platform when its table is the platform's, else to
 * every company of its time zones. A row without `_key` is known by what it says.
 */
export function seedRows(catalogue: Catalogue, seeds: readonly Placed[], companies: ReadonlyMap<string, Owner>, tell: Tell): SeedRow[] {
  return seeds.flatMap((placed) => {
    const { seed, file, key } = placed;
    const path = `${key}[${[seed.table, seed.company, seed.domain].filter(Boolean).join(' ')}]`;
    const report = ofRow(tell, { file, path });
    const table = catalogue.table(seed.table);
    if (!table || table.variant || table.def.storage === 'view') {
      // of a suite's own it is told with the suite
      if (key === 'seeds' || table) report('table', ...noTable(catalogue, seed.table));
      return [];
    }
    return ownersOf(table, placed, companies, report).flatMap((company) => rowsOf(table, placed, company, path));
  });
}

const noTable = (catalogue: Catalogue, name: string): [string, string] => {
  const kept = catalogue.tables().filter((table) => table.def.storage !== 'view');
  const names = kept.map((table) => table.name);
  const reason = catalogue.table(name) ? `${name} keeps no rows of its own` : `unknown table ${name}`;
  return [reason, unknown(name, names, 'tables of the installed suites')];
};

function ownersOf(table: ResolvedTable, { seed, key }: Placed, companies: ReadonlyMap<string, Owner>, report: Report): readonly number[] {
  const refuse = (...problem: Parameters<Report>): [] => {
    report(...problem);
    return [];
  };
  const rows = `rows of ${table.name} belong to`;
  if (table.tenancy === 'platform') {
    if (!seed.company && !seed.domain) return [0];
    return refuse(seed.company ? 'company' : 'domain', `${rows} the platform`, 'take company and domain out');
  }
  if (table.tenancy === 'domain' && !seed.domain)
    return refuse('domain', `${rows} a domain`, "write domain: the _key of a row of domain: 'd'");
  if (table.tenancy === 'company' && seed.domain) return refuse('domain', `${rows} the whole company`, 'take domain out');
  const within = ({ zone }: Owner) => zone === undefined || (seed.zones?.includes(zone) ?? true);
  if (!seed.company) return [...companies.values()].filter(within).map(({ id }) => id);
  const company = companies.get(seed.company);
  if (company) return within(company) ? [company.id] : [];
  if (key === 'seeds')
    return refuse(
      'company',
      `there is no company ${seed.company}`,
      unknown(seed.company, companies.keys(), 'companies of the demonstration'),
    );
  return refuse(
    'company',
    `there is no company ${seed.company} where no demonstration is loaded`,
    'take company out, and every company gets these rows; or lay them into a demo.ts',
  );
}

function rowsOf(table: ResolvedTable, { seed, file }: Placed, company: number, path: string): SeedRow[] {
  const said = new Map<string, number>();
  return seed.rows.map((row, at) => {
    const { _key, _id, ...values } = row;
    const name = _key === undefined ? String(at) : String(_key);
    return {
      table,
      company,
      domain: seed.domain,
      key: _key === undefined ? contentKey(row, said) : String(_key),
      fixedId: _id === undefined ? undefined : Number(_id),
      values,
      name,
      file,
      path: `${path}.rows[${name}]`,
    };
  });
}

/** Equal rows are told apart by their count. */
function contentKey(row: object, said: Map<string, number>): string {
  const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 20);
  const times = (said.get(hash) ?? 0) + 1;
  said.set(hash, times);
  return times === 1 ? `#${hash}` : `#${hash}.${times}`;
}
