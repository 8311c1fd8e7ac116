import { dataType } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import type { LedgerRow } from '../memory.ts';
import { columnsOf, ownFields, syncedTables, typeOf } from './columns.ts';
import { namesOf, type Registered, registered, tableAt } from './names.ts';
import type { Column, Schema } from './schema.ts';

/** Columns of fields that no definition has any more: they stay with their values and history, out of the way of what takes their names. */
export interface Kept {
  /** columns that a table keeps, by the name that they have from now on */
  columns(table: ResolvedTable): ReadonlyMap<string, Column>;
  /** the name that a kept column has from now on, and the uid it is known by */
  fields(table: ResolvedTable): readonly { uid: string; name: string }[];
  /** rows of the ledger that stay: of kept columns, and of dictionaries */
  ledger: readonly LedgerRow[];
}

export const NOTHING_KEPT: Kept = { columns: () => new Map(), fields: () => [], ledger: [] };

interface KeptField {
  row: LedgerRow;
  name: string;
  column: Column;
}

/** What the ledger knows of and the definitions do not. */
export function keptOf(catalogue: Catalogue, current: Schema, ledger: readonly LedgerRow[]): Kept {
  const known = registered(ledger);
  const names = namesOf(known.tables);
  const fields = new Map(
    syncedTables(catalogue).map((table) => [table, keptFields(table, current, known, names.get(table.def.uid) ?? table.name)] as const),
  );
  return {
    fields: (table) => (fields.get(table) ?? []).map(({ row, name }) => ({ uid: row.uid, name })),
    columns: (table) => new Map((fields.get(table) ?? []).map(({ name, column }) => [name, column])),
    ledger: [
      ...[...fields.values()].flatMap((list) => list.map(({ row, name }) => ({ ...row, name }))),
      ...ledger.filter((row) => row.kind === 'dict'),
    ],
  };
}

function keptFields(table: ResolvedTable, current: Schema, ledger: Registered, was: string): KeptField[] {
  const columns = tableAt(current, 'app', was)?.columns;
  const here = new Set(ownFields(table).map((field) => field.def.uid));
  const names = new Set(columnsOf(table).keys());
  return ledger
    .fields(table.def.uid)
    .filter((row) => !here.has(row.uid))
    .flatMap((row) => {
      const type = columns?.get(row.name)?.type ?? definedType(row);
      return type ? [{ row, name: free(row.name, names), column: { type, notNull: false, value: null, generated: false } }] : [];
    });
}

/** For a database that is made anew beside a backup: the column that the field had. */
function definedType({ def }: LedgerRow): string | null {
  const { data_type } = def as Partial<FieldDef>;
  return data_type ? typeOf({ def: def as unknown as FieldDef, storage: dataType(data_type).storage }) : null;
}

/** The name itself, or with a number behind a point, which no definition may have. */
function free(name: string, taken: Set<string>): string {
  const base = name.replace(/\.\d+$/, '');
  let found = name;
  for (let at = 1; taken.has(found); at++) found = `${base}.${at}`;
  taken.add(found);
  return found;
}
