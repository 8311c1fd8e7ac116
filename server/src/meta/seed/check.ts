import type { Problem } from '#protocol/check/problem.ts';
import { holdsOn, recordNames } from '#protocol/rules/condition/holds.ts';
import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import { tenantColumns } from '../sync/indexes.ts';
import { uniqueKeys } from '../unique.ts';
import { freshRows, idsOf, type KnownIds } from './ids.ts';
import { allSeeds, type Demonstration, type Owner, ofRow, type SeedRow, seedRows, type Tell } from './plan.ts';
import { seedColumns } from './values.ts';
import type { Columns } from './write.ts';

/** More lines than that nobody reads. */
const MOST = 50;

/**
 * What an empty database would be refused of these rows, told without one: of the suites' own in a company that nobody named, and of them
 * together with the demonstration. Rows of tables that are left are known to others, and not looked at.
 */
export function checkSeeds(catalogue: Catalogue, demo: Demonstration, isLeft: (table: ResolvedTable) => boolean = () => false): Problem[] {
  const found = new Map<string, Problem>();
  const tell: Tell = (problem) => void found.set(`${problem.file} ${problem.path} ${problem.reason}`, problem);
  const look = (of: Demonstration, companies: ReadonlyMap<string, Owner>) => {
    const values = columnsOf(catalogue, of, companies, { isLeft, tell });
    tellTwice(values, tell);
    tellCircles(values, tell);
  };
  look({ companies: [], seeds: [] }, new Map([['', { id: 1 }]]));
  // by numbers of their own: an id that stands twice is told of its companies, not of all their rows
  if (demo.seeds.length) look(demo, new Map(demo.companies.map(({ key }, at) => [key, { id: at + 1 }])));
  return readable([...found.values()]);
}

function columnsOf(
  catalogue: Catalogue,
  demo: Demonstration,
  companies: ReadonlyMap<string, Owner>,
  { isLeft, tell }: { isLeft: (table: ResolvedTable) => boolean; tell: Tell },
): Map<SeedRow, Columns> {
  const known = idsOf([]);
  const fresh = freshRows(seedRows(catalogue, allSeeds(catalogue, demo), companies, tell), known, tell);
  const fixed = new Set(fresh.map(({ table, company, fixedId }) => `${table.name} ${company} ${fixedId}`));
  const ids = new Map(fresh.map((row, at) => [row, row.fixedId ?? FREE + at]));
  for (const [row, id] of ids) known.set(row, id);
  const reading: KnownIds = {
    ...known,
    has: (table, company, id) => fixed.has(`${table.name} ${table.tenancy === 'platform' ? 0 : company} ${id}`),
  };
  const looked = [...ids].filter(([{ table }]) => !isLeft(table));
  return new Map(looked.map(([row, id]) => [row, seedColumns(catalogue, row, id, reading, tell)]));
}

/** Ids that no row is given by hand. */
const FREE = 1_000_000_000;

/** What is unique in a table stands in one of its new rows. */
export function tellTwice(values: ReadonlyMap<SeedRow, Columns>, tell: Tell): void {
  const firsts = new Map<string, SeedRow>();
  for (const [row, columns] of values) {
    for (const { name: key, fields: names, where } of uniqueKeys(row.table)) {
      const said = names.map((name) => columns[name] ?? null);
      if (said.includes(null) || (where && !isAmong(row.table, columns, where))) continue;
      const tenant = tenantColumns(row.table).map((name) => columns[name]);
      const alike = JSON.stringify([key, tenant, said]);
      const first = firsts.get(alike);
      if (!first) firsts.set(alike, row);
      else {
        const [shown, list] = [said.map((one) => JSON.stringify(one)).join(', '), names.join(', ')];
        const reason = `${shown} stands twice, and ${list} of ${row.table.name} is unique: first in row ${first.name}`;
        ofRow(tell, row)(names[0]!, reason, `give one of the two rows another ${list}`);
      }
    }
  }
}

/** Whether a row counts for a unique rule: its condition speaks of whole numbers and of what is empty, so that nobody and no day matter. */
function isAmong({ def }: ResolvedTable, columns: Columns, where: string): boolean {
  const nobody = { user: { id: null, department_entity: null }, today: '' };
  const value = (name: string) => columns[name] ?? (name === 'review_state' ? 1 : null);
  return holdsOn(recordNames(def.fields), value, nobody)(where);
}

/** A row of a tree stands below itself. What was loaded before names no new row: a circle lies among the new ones. */
export function tellCircles(values: ReadonlyMap<SeedRow, Columns>, tell: Tell): void {
  const keyOf = ({ table, company }: SeedRow, id: unknown) => `${table.name} ${company} ${id}`;
  const parentOf = ({ table: { def } }: SeedRow) => (def.type === 'TREE' ? def.parent_field : undefined);
  const rows = [...values].filter(([row]) => parentOf(row) !== undefined);
  const above = new Map(rows.map(([row, columns]) => [keyOf(row, columns.id), keyOf(row, columns[parentOf(row)!])]));
  for (const [row, columns] of rows) {
    const start = keyOf(row, columns.id);
    const way = new Set<string>();
    for (let at = above.get(start); at !== undefined && !way.has(at); at = above.get(at)) way.add(at);
    if (way.has(start))
      ofRow(tell, row)(parentOf(row)!, `row ${row.name} of ${row.table.name} stands below itself`, 'name a parent that is not below it');
  }
}

/** The first of them, and how many more there are. */
export function readable(problems: readonly Problem[]): Problem[] {
  if (problems.length <= MOST) return [...problems];
  const more = problems.length - MOST;
  const { file, path } = problems[MOST]!;
  const last = { file, path: path.split(/[[.]/)[0]!, reason: `and ${more} more in rows`, mend: 'mend these first' };
  return [...problems.slice(0, MOST), last];
}
