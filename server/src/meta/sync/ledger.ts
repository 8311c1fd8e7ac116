import { isDeepStrictEqual } from 'node:util';
import type { ItemDef } from '#protocol/meta/field.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '../catalogue.ts';
import type { LedgerDef, LedgerRow } from '../memory.ts';
import { ownFields, syncedTables } from './columns.ts';

/** The ledger that belongs to these definitions, what stood in it before, and what is kept though it is gone. */
export function desiredLedger(catalogue: Catalogue, before: readonly LedgerRow[], kept: readonly LedgerRow[]): LedgerRow[] {
  const known = new Map(before.map((row) => [keyOf(row), row.def]));
  const row = (of: Omit<LedgerRow, 'gone' | 'def'>, def: LedgerDef): LedgerRow => ({
    ...of,
    def: remembering(JSON.parse(JSON.stringify(def)), known.get(keyOf(of))),
    gone: false,
  });
  const tables = syncedTables(catalogue).flatMap((table) => [
    row(identity('table', table, table.def.uid, table.name), tableDef(table)),
    ...ownFields(table).map((field) => row(identity('field', table, field.def.uid, field.name), fieldDef(field))),
  ]);
  const dicts = catalogue.suites.flatMap((suite) =>
    suite.dicts.map((dict) =>
      row({ kind: 'dict', table_uid: '', uid: dict.uid, name: dict.code, suite: suite.code }, { items: dict.items }),
    ),
  );
  const here = new Set([...tables, ...dicts].map(keyOf));
  return [...tables, ...dicts, ...kept.filter((one) => !here.has(keyOf(one))).map((one) => ({ ...one, gone: true }))];
}

const keyOf = ({ kind, table_uid, uid }: Pick<LedgerRow, 'kind' | 'table_uid' | 'uid'>): string => `${kind} ${table_uid} ${uid}`;

const identity = (kind: LedgerRow['kind'], table: ResolvedTable, uid: string, name: string) => ({
  kind,
  table_uid: table.def.uid,
  uid,
  name,
  suite: table.suite,
});

const tableDef = ({ def }: ResolvedTable): LedgerDef => ({
  key_name: def.key_name,
  key_name_en: def.key_name_en,
  described: def.fields.filter(({ field_name }) => field_name === 'key_name' || field_name === 'remark'),
  states: def.states
    .filter((state) => state.value !== '*')
    .map(({ uid, value, key_name, key_name_en, look }) => ({ uid, value, key_name, key_name_en, ...(look ? { look } : {}) })),
});

/** As it was written: choices that only the database remembers are remembered by it. */
const fieldDef = ({ def }: ResolvedField): LedgerDef => ({ ...def });

/** The definition as it is now, with the states and choices that it had before and has no more. */
function remembering(now: LedgerDef, before: LedgerDef | undefined): LedgerDef {
  const states = rest(now.states, before?.states, (state) => state.value);
  const items =
    Array.isArray(now.items) && Array.isArray(before?.items) ? rest(now.items as ItemDef[], before.items as ItemDef[], ({ id }) => id) : [];
  return {
    ...now,
    ...(now.states ? { states: [...now.states, ...states] } : {}),
    ...(Array.isArray(now.items) ? { items: [...now.items, ...items.map((item) => ({ ...item, hidden: 1 as const }))] } : {}),
  };
}

function rest<T>(now: readonly T[] | undefined, before: readonly T[] | undefined, keyOf: (one: T) => unknown): T[] {
  const here = new Set(now?.map(keyOf));
  return (before ?? []).filter((one) => !here.has(keyOf(one)));
}

export function sameLedger(one: readonly LedgerRow[], other: readonly LedgerRow[]): boolean {
  const sorted = (rows: readonly LedgerRow[]) => rows.map((row) => [keyOf(row), row] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return isDeepStrictEqual(sorted(one), sorted(other));
}
