import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';

/**
 * One row of the ledger fw.meta_object: which uid stands under which name, and how it was defined. What no version defines any more is
 * `gone` and stays, with its column or table.
 */
export interface LedgerRow {
  kind: 'table' | 'field' | 'dict';
  table_uid: string;
  uid: string;
  name: string;
  suite: string;
  def: LedgerDef;
  gone: boolean;
}

/** Of a table its names and all states it ever had; of a field its definition, with all choices it ever had; of a dictionary all of its. */
export interface LedgerDef {
  key_name?: string;
  key_name_en?: string;
  states?: readonly StateLabel[];
  /** of a table: what it says of the standard columns key_name and remark */
  described?: readonly FieldDef[];
  items?: readonly ItemDef[] | string;
  /** of a field that is gone: some role was kept from reading it */
  veiled?: boolean;
  [more: string]: unknown;
}
export type StateLabel = Pick<StateDef, 'uid' | 'value' | 'key_name' | 'key_name_en' | 'look'>;

/**
 * What the database remembers of earlier definitions: choices and states that records may still have, and fields whose values its history
 * holds. It is read after the tables were brought to the definitions, and the catalogue is made with it.
 */
export interface Memory {
  /** further choices of a dictionary or field, each hidden */
  items(of: { kind: 'dict' | 'field'; table_uid: string; uid: string }, now: readonly ItemDef[]): readonly ItemDef[];
  /** states that a table had */
  states(table_uid: string, now: readonly string[]): readonly StateLabel[];
  /** fields that a table had, called as their column is */
  fields(table_uid: string): readonly { def: FieldDef; veiled: boolean }[];
  /** dictionaries that there were, by their codes */
  dicts(): readonly (readonly [string, { items: ItemDef[] }])[];
}

export const NO_MEMORY: Memory = { items: () => [], states: () => [], fields: () => [], dicts: () => [] };

export function memoryOf(ledger: readonly LedgerRow[]): Memory {
  const rows = new Map(ledger.map((row) => [`${row.kind} ${row.table_uid} ${row.uid}`, row]));
  const gone = ledger.filter((row) => row.gone);
  return {
    items: ({ kind, table_uid, uid }, now) => {
      const said = rows.get(`${kind} ${table_uid} ${uid}`)?.def.items;
      const here = new Set(now.map((item) => item.id));
      return Array.isArray(said) ? (said as ItemDef[]).filter((item) => !here.has(item.id)).map((item) => ({ ...item, hidden: 1 })) : [];
    },
    states: (table_uid, now) =>
      (rows.get(`table ${table_uid} ${table_uid}`)?.def.states ?? []).filter((state) => !now.includes(state.value)),
    fields: (table_uid) =>
      gone
        .filter(({ kind, table_uid: of, def }) => kind === 'field' && of === table_uid && 'data_type' in def)
        .map(({ name, def: { veiled = false, ...def } }) => ({ def: { ...(def as unknown as FieldDef), field_name: name }, veiled })),
    dicts: () =>
      gone.flatMap(({ kind, name, def }) =>
        kind === 'dict' && Array.isArray(def.items) ? [[name, { items: def.items as ItemDef[] }] as const] : [],
      ),
  };
}
