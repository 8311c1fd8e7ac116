import { createHash } from 'node:crypto';
import type { SeedDef } from '#protocol/meta/suite.ts';
import type { Catalogue, ResolvedTable } from '../catalogue.ts';

/** One row of a seed, with the company that owns it (0: a platform table). */
export interface SeedRow {
  table: ResolvedTable;
  company: number;
  /** key of the domain, of a domain's table */
  domain: string | undefined;
  key: string;
  fixedId: number | undefined;
  values: Readonly<Record<string, unknown>>;
}

/** Something in a seed that cannot be loaded. */
export interface SeedProblem {
  table: string;
  row: string;
  field?: string;
  reason: string;
}

/** Everything wrong with the seeds, a line each. */
export class SeedError extends Error {
  constructor(readonly problems: readonly SeedProblem[]) {
    const shown = problems.slice(0, 50).map(({ table, row, field, reason }) => `  ${table}[${row}]${field ? `.${field}` : ''}: ${reason}`);
    const more = problems.length > 50 ? [`  … and ${problems.length - 50} more`] : [];
    super([`${problems.length} errors in the seeds`, ...shown, ...more].join('\n'));
    this.name = 'SeedError';
  }
}

/**
 * The rows of all seeds, each for its company: a seed without a company goes to the platform when its table is the platform's, else to
 * every company. A row without `_key` is known by what it says.
 */
export function seedRows(
  catalogue: Catalogue,
  seeds: readonly SeedDef[],
  companies: ReadonlyMap<string, number>,
  report: (problem: SeedProblem) => void,
): SeedRow[] {
  const rows: SeedRow[] = [];
  for (const seed of seeds) {
    const refuse = (reason: string) => report({ table: seed.table, row: '*', reason });
    const table = catalogue.table(seed.table);
    if (!table || table.def.storage === 'view') {
      refuse('no such table');
      continue;
    }
    const owners = ownersOf(table, seed, companies);
    if (typeof owners === 'string') refuse(owners);
    else for (const company of owners) rows.push(...rowsOf(table, seed, company));
  }
  return rows;
}

function ownersOf(table: ResolvedTable, seed: SeedDef, companies: ReadonlyMap<string, number>): number[] | string {
  if (table.tenancy === 'platform') return seed.company || seed.domain ? 'a platform table belongs to no company' : [0];
  if ((table.tenancy === 'domain') !== Boolean(seed.domain))
    return seed.domain ? 'rows of this table belong to the whole company' : 'the domain is missing';
  if (!seed.company) return [...companies.values()];
  const company = companies.get(seed.company);
  return company === undefined ? `unknown company ${seed.company}` : [company];
}

function rowsOf(table: ResolvedTable, seed: SeedDef, company: number): SeedRow[] {
  const said = new Map<string, number>();
  return seed.rows.map((row) => {
    const { _key, _id, ...values } = row;
    return {
      table,
      company,
      domain: seed.domain,
      key: _key === undefined ? contentKey(row, said) : String(_key),
      fixedId: _id === undefined ? undefined : Number(_id),
      values,
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
