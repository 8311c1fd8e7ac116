import { opDef } from '#protocol/meta/ops.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import { PERSONAL } from '#server/query/asker.ts';
import { columnNamed } from '#server/query/names.ts';
import { asksFor, column, type Sql } from '#server/query/sql.ts';
import { groundRows, hasOwners, parentsOf } from './rows.ts';
import type { Grant } from './rules.ts';

/** What a row says of whose it is: with what `scopeRows` compares the one who asks, as columns, so that rows are counted for many of them at once. */
export interface Marks {
  /** the same to everybody of the company */
  ground: Sql;
  /** undefined where rows are in no domain */
  domain: Sql | undefined;
  department: Sql;
  /** undefined where a row has several */
  owner: Sql | undefined;
}

/** Of live rows; undefined where they go by more than these: by those of a parent, by a view, or by a rule of the definition that asks who asks. */
export function marksOf(table: ResolvedTable, catalogue: Catalogue, alias: string): Marks | undefined {
  if (table.def.storage === 'view' || parentsOf(catalogue, table).length > 0) return undefined;
  const ground = groundRows(table, catalogue, alias);
  const asked = asksFor(ground);
  if (PERSONAL.some((name) => asked.has(name))) return undefined;
  return {
    ground,
    domain: table.tenancy === 'domain' ? column(alias, 'subcompany_id') : undefined,
    department: columnNamed(alias, table, table.departmentField),
    owner: hasOwners(table) ? undefined : columnNamed(alias, table, table.ownerField),
  };
}

/** Whether all ways in which a grant gives rows go by these: not by taking part, and not those of the recycle bin. */
export const goesBy = ({ owner }: Marks, { op, scopes, participant }: Grant): boolean =>
  !participant && opDef(op).ofDeleted !== true && (owner !== undefined || !scopes.includes(0));
