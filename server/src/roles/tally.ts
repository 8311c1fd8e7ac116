import { groupedBy } from '#protocol/meta/grouped.ts';
import type { Marks } from '#server/access/marks.ts';
import { standing } from '#server/access/rows.ts';
import type { Grant } from '#server/access/rules.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Asker } from '#server/query/asker.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, constant, or, type Sql, sql, TRUE } from '#server/query/sql.ts';

/** Rows of a table that are gone over at most, and as how many cells they come. */
export interface Most {
  rows: number;
  cells: number;
}
export const MOST: Most = { rows: 1_000_000, cells: 100_000 };
const NOTHING = constant('null::bigint');

/**
 * How many rows name the same domain, department and owner; null for what nobody asks, or the rows do not say. Column by column: tens of thousands of
 * rows or objects take longer to write, read and clear away than they take to count.
 */
interface Cells {
  domain: readonly (number | null)[];
  department: readonly (number | null)[];
  owner: readonly (number | null)[];
  rows: readonly number[];
}

interface Wish {
  grant: Grant;
  askers: readonly Asker[];
}

/** Whose rows somebody's own are: his, and those of whom he acts for. */
type OwnersOf = (asker: Asker) => readonly number[];

/**
 * How many rows these grants give each of these people. The table is gone over once, however many they are: its rows are counted by what they say of whose
 * they are, and each one's are put together of that. null where there are too many.
 */
export async function tallied(
  tx: Tx,
  table: ResolvedTable,
  marks: Marks,
  wishes: readonly Wish[],
  { sight, most }: Pick<Asked, 'sight' | 'most'>,
): Promise<number[][] | null> {
  const askers = [...new Set(wishes.flatMap((wish) => wish.askers))];
  const scopes = new Set<number>(wishes.flatMap(({ grant }) => grant.scopes));
  const owning = wishes.flatMap(({ grant, askers: some }) => (grant.scopes.includes(0) ? some : []));
  const ownersOf = await ownersIn(tx, table, [...new Set(owning)]);
  const cells = await cellsOf(tx, table, marks, { askers, scopes, owners: [...new Set(owning.flatMap(ownersOf))], sight, most });
  if (!cells) return null;
  const given = givenBy(cells, marks, ownersOf);
  return wishes.map(({ grant, askers: some }) => some.map((asker) => given(asker, grant.scopes)));
}

async function ownersIn(tx: Tx, table: ResolvedTable, people: readonly Asker[]): Promise<OwnersOf> {
  if (table.def.flow !== 1 || !people[0]) return ({ user }) => [user];
  const ids = bound(
    people.map(({ user }) => user),
    'bigint[]',
  );
  const { text, values } = compile(standing(table, ids), people[0]);
  const rows = await tx.query<{ asker: number; principal: number }>(text, values);
  const principals = groupedBy(rows, ({ asker }) => asker);
  return ({ user }) => [...new Set([user, ...(principals.get(user) ?? []).map(({ principal }) => principal)])];
}

interface Asked {
  askers: readonly Asker[];
  scopes: ReadonlySet<number>;
  owners: readonly number[];
  /** beside what anybody is given: no other row is counted */
  sight: Sql;
  most: Most;
}

/** Rows that somebody may be given, by the columns that are asked of; of owners only those of whom it is asked, all others are one. */
async function cellsOf(tx: Tx, table: ResolvedTable, marks: Marks, { askers, scopes, owners, sight, most }: Asked): Promise<Cells | null> {
  // as a list that is read, which every plan looks up: a plan for any array goes through thousands of it for each row
  const any = (column: Sql, ids: readonly number[]) => sql`${column} in (select unnest(${bound([...new Set(ids)], 'bigint[]')}))`;
  const { domain = NOTHING, owner = NOTHING } = marks;
  const department = scopes.has(1) ? marks.department : NOTHING;
  const below = [...new Set(askers.map((asker) => asker.departments))].flat();
  const his = scopes.has(0) ? any(owner, owners) : undefined;
  const somebodys = or(...(scopes.has(1) ? [any(department, below)] : []), ...(his ? [his] : []));
  const inside = marks.domain
    ? any(
        domain,
        askers.map((asker) => asker.domain),
      )
    : TRUE;
  const columns = sql`${domain} as domain, ${department} as department, ${his ? sql`case when ${his} then ${owner} end` : NOTHING} as owner`;
  const rows = sql`select ${columns} from ${relation(table)} t
    where ${and(sight, marks.ground, inside, scopes.has(2) ? TRUE : somebodys)} limit ${constant(String(most.rows + 1))}`;
  const counted = sql`select domain, department, owner, count(*)::int as rows from (${rows}) x group by 1, 2, 3 limit ${constant(String(most.cells + 1))}`;
  const listed = ['domain', 'department', 'owner', 'rows'].map((name) => `coalesce(json_agg("${name}"), '[]') as "${name}"`).join(', ');
  const { text, values } = compile(sql`select ${constant(listed)} from (${counted}) c`, askers[0]);
  const [cells] = (await tx.query<Cells>(text, values)) as [Cells];
  return cells.rows.length > most.cells || sum(cells.rows) > most.rows ? null : cells;
}

function sum(counts: readonly number[]): number {
  let rows = 0;
  for (const count of counts) rows += count;
  return rows;
}

/** How many rows scopes give somebody in the domain in which he works: all of them, or those of his departments and beside them his own. */
function givenBy(cells: Cells, marks: Marks, ownersOf: OwnersOf): (asker: Asker, scopes: readonly number[]) => number {
  const inside = shelved(cells);
  return (asker, scopes) => {
    const shelf = inside.get(marks.domain ? asker.domain : null);
    if (!shelf) return 0;
    if (scopes.includes(2)) return shelf.whole;
    const below = scopes.includes(1) ? shelf.below(asker.departments) : NOBODYS;
    if (!scopes.includes(0)) return below.rows;
    let { rows } = below;
    for (const owner of ownersOf(asker))
      for (const own of shelf.owners.get(owner) ?? [])
        if (own.department === null || !below.departments.has(own.department)) rows += own.rows;
    return rows;
  };
}

interface Below {
  departments: ReadonlySet<number>;
  rows: number;
}
const NOBODYS: Below = { departments: new Set(), rows: 0 };

/** What the cells of each domain come to. */
function shelved({ domain, department, owner, rows }: Cells): ReadonlyMap<number | null, Shelf> {
  const shelves = new Map<number | null, Shelf>();
  rows.forEach((count, n) => {
    const key = domain[n] ?? null;
    const shelf = shelves.get(key) ?? new Shelf();
    shelves.set(key, shelf);
    shelf.add(department[n] ?? null, owner[n] ?? null, count);
  });
  return shelves;
}

class Shelf {
  whole = 0;
  readonly owners = new Map<number, { department: number | null; rows: number }[]>();
  private readonly departments = new Map<number | null, number>();
  private readonly known = new Map<readonly number[], Below>();

  add(department: number | null, owner: number | null, rows: number): void {
    this.whole += rows;
    this.departments.set(department, (this.departments.get(department) ?? 0) + rows);
    if (owner === null) return;
    const own = this.owners.get(owner);
    if (own) own.push({ department, rows });
    else this.owners.set(owner, [{ department, rows }]);
  }

  /** What lies below a list of departments, worked out once: all of a department have the same (people.ts). */
  below(ids: readonly number[]): Below {
    const found = this.known.get(ids) ?? {
      departments: new Set(ids),
      rows: ids.reduce((rows, id) => rows + (this.departments.get(id) ?? 0), 0),
    };
    this.known.set(ids, found);
    return found;
  }
}
