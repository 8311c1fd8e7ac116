import type { LedgerRow } from '../memory.ts';
import type { Schema, Table } from './schema.ts';
import { keyOf } from './schema.ts';

/** Which standing thing is which desired one: by uid where the ledger knows it, else by name. */
export interface Match {
  /** desired name to the name it has now */
  known: ReadonlyMap<string, string>;
  /** names that stand and nobody desires any more */
  gone: readonly string[];
}

/** Names are matched by uid first, so that a swap of two names moves the data; what has no uid yet is matched by name. */
export function match(
  desired: readonly { uid?: string; name: string }[],
  current: readonly string[],
  named: ReadonlyMap<string, string>,
): Match {
  const standing = new Set(current);
  const taken = new Set<string>();
  const known = new Map<string, string>();
  const owners = new Set(named.values());
  for (const { uid, name } of desired) {
    const was = uid === undefined ? undefined : named.get(uid);
    if (was === undefined || !standing.has(was)) continue;
    known.set(name, was);
    taken.add(was);
  }
  for (const { uid, name } of desired) {
    if (known.has(name) || taken.has(name) || !standing.has(name)) continue;
    if (uid !== undefined && owners.has(name)) continue;
    known.set(name, name);
    taken.add(name);
  }
  return { known, gone: current.filter((name) => !taken.has(name)) };
}

/** Moves from old to new names, through a passing name where the new one is still in use. */
export function moves(known: ReadonlyMap<string, string>): [from: string, to: string][] {
  const changed = [...known].filter(([name, was]) => name !== was);
  const inUse = new Set(changed.map(([, was]) => was));
  const direct = changed.filter(([name]) => !inUse.has(name));
  const crossed = changed.filter(([name]) => inUse.has(name));
  const passing = crossed.map(([, was], at): [string, string] => [was, `fw_moving_${at}`]);
  const landing = crossed.map(([name], at): [string, string] => [`fw_moving_${at}`, name]);
  return [...passing, ...direct.map(([name, was]): [string, string] => [was, name]), ...landing];
}

/** Rows of the ledger by what they are of: tables, and the fields of each table by its uid. Read once, asked for every table. */
export interface Registered {
  tables: readonly LedgerRow[];
  fields(table_uid: string): readonly LedgerRow[];
}

export function registered(ledger: readonly LedgerRow[]): Registered {
  const fields = new Map<string, LedgerRow[]>();
  for (const row of ledger) {
    if (row.kind !== 'field') continue;
    const of = fields.get(row.table_uid);
    if (of) of.push(row);
    else fields.set(row.table_uid, [row]);
  }
  return { tables: ledger.filter((row) => row.kind === 'table'), fields: (table) => fields.get(table) ?? [] };
}

/** Which uid stands under which name. */
export const namesOf = (rows: readonly LedgerRow[]): Map<string, string> => new Map(rows.map((row) => [row.uid, row.name]));

/** A table as it would stand after its columns and those it names were renamed: the spelling of its parts follows. */
export function renamed(table: Table, name: string, columns: ReadonlyMap<string, string>, tables: ReadonlyMap<string, string>): Table {
  const said = (says: string) => replaceTables(replaceWords(says, columns), tables);
  return {
    ...table,
    name,
    columns: new Map(
      [...table.columns].map(([column, of]) => [columns.get(column) ?? column, { ...of, value: of.value && said(of.value) }] as const),
    ),
    constraints: table.constraints.map((part) => ({ ...part, says: said(part.says) })),
    indexes: table.indexes.map((part) => ({ ...part, says: said(part.says) })),
  };
}

function replaceWords(says: string, names: ReadonlyMap<string, string>): string {
  return says.replaceAll(/(app\.)?\b([A-Za-z]\w*)\b/g, (whole, schema: string | undefined, word: string) =>
    schema ? whole : (names.get(word) ?? word),
  );
}

/** A name of PostgreSQL has 63 letters at most. */
function replaceTables(says: string, names: ReadonlyMap<string, string>): string {
  return says
    .replaceAll(/\bapp\.(\w+?)_id_seq\b/g, (_, word: string) => `app.${names.get(word) ?? word}_id_seq`)
    .replaceAll(/\bapp\.(\w{1,63})(?=\()/g, (_, word: string) => `app.${names.get(word) ?? word}`);
}

export const says = (name: string) => new RegExp(`\\b${name}\\b`);

export const appTables = (schema: Schema): string[] =>
  [...schema.values()].filter((table) => table.schema === 'app').map((table) => table.name);

export const tableAt = (schema: Schema, of: Table['schema'], name: string): Table | undefined => schema.get(keyOf({ schema: of, name }));
