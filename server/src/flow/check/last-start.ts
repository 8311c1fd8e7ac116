import { createScope, type Scope } from '#protocol/check/scope.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { DictDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Tx } from '#server/db/db.ts';
import { type Catalogue, cloudName } from '#server/meta/catalogue.ts';
import type { LedgerRow } from '#server/meta/memory.ts';
import { readLedger } from '#server/meta/sync/read.ts';

/** The definitions that the last start was made with, as far as what a flow writes and whom it names go by them. */
export interface LastStart {
  scope: Scope;
  /** the table of this uid with the fields that it had; undefined where it came later */
  table(uid: string): TableDef | undefined;
}

/**
 * Read from what the database remembers, before the tables follow. Tables, fields and dictionaries are called as they are now, so that what
 * is said of both can be compared; what the memory lacks is taken to have been as it is.
 */
export async function lastStart(tx: Tx, catalogue: Catalogue): Promise<LastStart> {
  const ledger = (await readLedger(tx)).filter((row) => !row.gone);
  const roles = await tx.query<{ code: string }>('select distinct code from fw.role_said');
  const names = namesOf(ledger, catalogue);
  const tables = ledger.filter(({ kind }) => kind === 'table').map((row) => tableThen(row, ledger, catalogue, names));
  const dicts = ledger.flatMap(({ kind, uid, name, def }) =>
    kind === 'dict' ? [dictThen(names.dict(name), uid, def.items as ItemDef[])] : [],
  );
  const suite: SuiteDef = {
    ...{ uid: 'then', code: 'then', version: '0.0.0', key_name: 'then', key_name_en: 'then', requires: [], modules: [], seed: [] },
    dicts,
    tables,
    roles: roles.map(({ code }) => ({ uid: code, code, key_name: code, key_name_en: code, grants: [] })),
  };
  return { scope: createScope([suite]), table: (uid) => tables.find((one) => one.uid === uid) };
}

/** What a name of then is called now. */
interface Names {
  table(name: string): string;
  dict(code: string): string;
}

function namesOf(ledger: readonly LedgerRow[], catalogue: Catalogue): Names {
  const uidOf = (of: LedgerRow['kind'], name: string) => ledger.find((row) => row.kind === of && row.name === name)?.uid;
  const dicts = catalogue.suites.flatMap((suite) => suite.dicts);
  return {
    table: (name) => catalogue.tableOf(uidOf('table', name) ?? '')?.name ?? name,
    dict: (code) => dicts.find(({ uid }) => uid === uidOf('dict', code))?.code ?? code,
  };
}

const dictThen = (code: string, uid: string, items: ItemDef[]): DictDef => ({ uid, code, key_name: code, key_name_en: code, items });

function tableThen({ uid, name, def }: LedgerRow, ledger: readonly LedgerRow[], catalogue: Catalogue, names: Names): TableDef {
  const now = catalogue.tableOf(uid)?.def;
  const bare: TableDef = { uid, table_name: name, key_name: name, key_name_en: name, fields: [], states: [] };
  const described = def.described ?? now?.fields.filter(isDescribed) ?? [];
  const own = ledger.filter(({ kind, table_uid }) => kind === 'field' && table_uid === uid);
  const fields = own.map((row) =>
    fieldThen(
      row.def as unknown as FieldDef,
      now?.fields.find((field) => field.uid === row.uid),
      names,
    ),
  );
  return { ...(now ?? bare), fields: [...described, ...fields] };
}

const isDescribed = ({ field_name }: FieldDef): boolean => field_name === 'key_name' || field_name === 'remark';

function fieldThen(then: FieldDef, now: FieldDef | undefined, names: Names): FieldDef {
  const { field_name, key_name, key_name_en } = now ?? then;
  const { source, items } = then;
  const of = source === undefined ? null : cloudName(source);
  const variant = of?.variant ? `[${of.variant}]` : '';
  return {
    ...then,
    ...{ field_name, key_name, key_name_en },
    ...(of ? { source: `${names.table(of.table)}${variant}` } : {}),
    ...(typeof items === 'string' ? { items: names.dict(items) } : {}),
  };
}
