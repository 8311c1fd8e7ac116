import type { BoardDef } from '#protocol/meta/board/board.ts';
import { dataType, type Storage } from '#protocol/meta/data-types.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { placeOf } from '#protocol/meta/standard.ts';
import type { DictDef, PostDef, RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { SubtableDef, TableDef, VariantDef } from '#protocol/meta/table.ts';
import { withRowBounds } from '#protocol/rules/form/row-bounds.ts';
import { type Memory, NO_MEMORY, type StateLabel } from './memory.ts';
import type { Module } from './menus/standing.ts';
import { type Relation, relationOf } from './relation.ts';
import { standardFields } from './standard.ts';

export interface ResolvedField {
  name: string;
  /** the column in which it lies */
  place: string;
  def: FieldDef;
  storage: Storage;
  /** one of the standard columns; never written from a request, but for key_name and remark */
  standard: boolean;
  /** entity, entities: cloud name of the target without variant, and the variant */
  source?: { table: string; variant?: string };
  /** select, radio, checkbox: the choices */
  items?: readonly ItemDef[];
}

/** A field that the definition has no more, with its values and its history. */
export interface FormerField extends ResolvedField {
  /** some role was kept from reading it when it went: its history is told to administrators only */
  veiled: boolean;
}

/** A table as the engine uses it: the definition with its names resolved. Variants share the base's columns. */
export interface ResolvedTable {
  /** cloud name as asked for: `message[web]` */
  cloud: string;
  /** base name: the definition's table_name, by which rows of `fw` tell whose they are; where its own rows lie, `relation` says */
  name: string;
  relation: Relation;
  def: TableDef;
  suite: string;
  variant?: VariantDef;
  /** standard columns first, then the definition's fields in order; a variant's projection is applied */
  fields: ReadonlyMap<string, ResolvedField>;
  /** fields that the definition has no more and whose values and history stay, by their column */
  former: ReadonlyMap<string, FormerField>;
  /** states that records may stand in though the definition has them no more */
  formerStates: readonly StateLabel[];
  tenancy: 'platform' | 'company' | 'domain';
  /** the field that holds a record's English name */
  englishName?: ResolvedField;
  /** permission group: the name of the table that gives it its own */
  permission: string;
  /** the same for life: that table's uid, by which roles' rights name it */
  group: string;
  /** field names, resolved: whose row it is, and whose department's; `create_entity`, `create_department` unless the table says otherwise */
  ownerField: string;
  departmentField: string;
  /** declared sub-tables with their resolved tables are looked up by name */
  subtables: readonly SubtableDef[];
  /** id of the published flow under which the record's case runs, where that is not the definition's own (meta/pinned.ts) */
  pin?: number;
}

/** All definitions of the running server, frozen. `table` answers undefined for an unknown name: read like a forbidden one (312). */
export interface Catalogue {
  suites: readonly SuiteDef[];
  table(cloud: string): ResolvedTable | undefined;
  /** by the uid of its definition, whatever it is called now */
  tableOf(uid: string): ResolvedTable | undefined;
  tables(): readonly ResolvedTable[];
  dict(code: string): DictDef | undefined;
  /** in their order; hidden ones are among them */
  modules(): readonly Module[];
  roles(): readonly RoleDef[];
  posts(): readonly PostDef[];
  /** by its name */
  report(name: string): ReportDef | undefined;
  reports(): readonly ReportDef[];
  board(name: string): BoardDef | undefined;
  boards(): readonly BoardDef[];
}

const CLOUD = /^([A-Za-z][A-Za-z0-9_]{0,58})(?:\[([A-Za-z][A-Za-z0-9_]{0,58})\])?$/;

/** Splits `name[variant]`; null when it is not of that form. */
export function cloudName(cloud: string): { table: string; variant?: string } | null {
  const match = cloud.length > 130 ? null : CLOUD.exec(cloud);
  return match ? { table: match[1]!, ...(match[2] ? { variant: match[2] } : {}) } : null;
}

/** By what a list of it is known for ever: a variant's is another list than its table's. */
export const listUid = ({ def, variant }: ResolvedTable): string => variant?.uid ?? def.uid;

/** Builds the catalogue from suites that passed meta/check. Pure: tests call it with definitions of their own. */
export function createCatalogue(written: readonly SuiteDef[], memory: Memory = NO_MEMORY): Catalogue {
  const suites = withRowBounds(written);
  const remembered = (dict: DictDef): DictDef => ({
    ...dict,
    items: [...dict.items, ...memory.items({ kind: 'dict', table_uid: '', uid: dict.uid }, dict.items)],
  });
  const own = suites.flatMap((suite) => suite.dicts.map((dict) => [dict.code, remembered(dict)] as const));
  const dicts = new Map(own);
  const uids = new Map(suites.flatMap((suite) => suite.tables.map((table) => [table.table_name, table.uid] as const)));
  const known = { dicts: new Map([...memory.dicts(), ...own]), memory, uids };
  const resolved = new Map<string, ResolvedTable>();
  for (const suite of suites) {
    for (const def of suite.tables) {
      resolved.set(def.table_name, resolveTable(def, suite.code, known));
      for (const variant of def.variants ?? []) {
        resolved.set(`${def.table_name}[${variant.name}]`, resolveTable(def, suite.code, known, variant));
      }
    }
  }
  const modules = suites.flatMap((suite) => suite.modules).toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const all = Object.freeze([...resolved.values()].filter((table) => !table.variant));
  const reports = new Map(suites.flatMap((suite) => (suite.reports ?? []).map((report) => [report.report_name, report] as const)));
  const boards = new Map(suites.flatMap((suite) => (suite.boards ?? []).map((board) => [board.board_name, board] as const)));
  const byUid = new Map(all.map((table) => [table.def.uid, table]));
  return Object.freeze({
    suites,
    table: (cloud: string) => resolved.get(cloud),
    tableOf: (uid: string) => byUid.get(uid),
    tables: () => all,
    dict: (code: string) => dicts.get(code),
    modules: () => modules,
    roles: () => suites.flatMap((suite) => suite.roles),
    posts: () => suites.flatMap((suite) => suite.posts ?? []),
    report: (name: string) => reports.get(name),
    reports: () => [...reports.values()],
    board: (name: string) => boards.get(name),
    boards: () => [...boards.values()],
  });
}

/** What names are resolved with. */
interface Known {
  /** those of the suites, and those that only fields of before took their choices from */
  dicts: ReadonlyMap<string, Pick<DictDef, 'items'>>;
  memory: Memory;
  /** of tables by their names */
  uids: ReadonlyMap<string, string>;
}

function resolveTable(def: TableDef, suite: string, known: Known, variant?: VariantDef): ResolvedTable {
  const fields = new Map<string, ResolvedField>();
  const states = def.states.map((state) => state.value);
  const formerStates = known.memory.states(def.uid, states);
  for (const standard of standardFields(def, formerStates)) fields.set(standard.field_name, resolveField(def, standard, known, true));
  for (const field of def.fields) fields.set(field.field_name, resolveField(def, field, known, fields.has(field.field_name)));
  const english = def.english_name === undefined ? undefined : fields.get(def.english_name);
  const kept = variant?.fields ? new Set([...standardFields(def).map((field) => field.field_name), ...variant.fields]) : null;
  if (kept) for (const name of [...fields.keys()]) if (!kept.has(name)) fields.delete(name);
  const former = (kept ? [] : known.memory.fields(def.uid)).map((field) => ({
    ...resolveField(def, field.def, known, false),
    veiled: field.veiled,
  }));
  return Object.freeze({
    cloud: variant ? `${def.table_name}[${variant.name}]` : def.table_name,
    name: def.table_name,
    relation: relationOf(def.table_name),
    def,
    suite,
    ...(variant ? { variant } : {}),
    fields,
    former: new Map(former.map((field) => [field.name, field])),
    formerStates,
    tenancy: def.tenancy ?? 'domain',
    ...(english ? { englishName: english } : {}),
    permission: def.permission ?? def.table_name,
    group: known.uids.get(def.permission ?? def.table_name) ?? def.uid,
    ownerField: def.owner_field ?? 'create_entity',
    departmentField: def.department_field ?? (fields.has('department_entity') ? 'department_entity' : 'create_department'),
    subtables: def.subtables ?? [],
  });
}

function resolveField(table: TableDef, def: FieldDef, { dicts, memory }: Known, standard: boolean): ResolvedField {
  const own = Array.isArray(def.items) ? def.items : [];
  const items =
    typeof def.items === 'string'
      ? dicts.get(def.items)?.items
      : [...own, ...memory.items({ kind: 'field', table_uid: table.uid, uid: def.uid }, own)];
  const source = def.source ? (cloudName(def.source) ?? undefined) : undefined;
  return Object.freeze({
    name: def.field_name,
    place: placeOf(def.field_name),
    def,
    storage: dataType(def.data_type).storage,
    standard,
    ...(items?.length ? { items } : {}),
    ...(source ? { source } : {}),
  });
}
