import type { FieldDef } from './field.ts';

/** A column that every table has, whatever its definition says. */
interface StandardColumn {
  /** how queries, rights, history and the wire know it; without, it never leaves the server */
  field?: Pick<FieldDef, 'key_name' | 'key_name_en' | 'data_type' | 'source' | 'length' | 'hidden' | 'sortable'>;
  /** the physical column, where it has another name */
  place?: string;
  /** a field of a definition may describe it (label, length, notnull), and a person fills it */
  typed?: true;
  /** written with each save by the engine alone, whatever the values say; a change of it tells nothing of the save */
  stamped?: true;
  /** never empty: in any row, or in any record that somebody saved (rows that the engine brought may lack it) */
  filled?: 'row' | 'record';
  /** a seed may say it, though no request may */
  seeded?: true;
}

/** The standard columns (specification, engine section 3), in the order in which they are listed. */
export const STANDARD = {
  company_id: {},
  id: { field: { key_name: '编号', key_name_en: 'ID', data_type: 'int', hidden: 1, sortable: 1 }, stamped: true, filled: 'row' },
  key_name: { field: { key_name: '名称', key_name_en: 'Name', data_type: 'text', length: 200, sortable: 1 }, typed: true, seeded: true },
  review_state: { field: { key_name: '状态', key_name_en: 'State', data_type: 'select', sortable: 1 }, filled: 'row', seeded: true },
  review_entity: {
    field: { key_name: '当前处理人', key_name_en: 'Handled by', data_type: 'entities', source: 'user' },
    place: 'reviewers',
    seeded: true,
  },
  remark: { field: { key_name: '备注', key_name_en: 'Remark', data_type: 'textarea', length: 4000 }, typed: true, seeded: true },
  subcompany_id: {
    field: { key_name: '所属域', key_name_en: 'Domain', data_type: 'entity', source: 'domain' },
    stamped: true,
    filled: 'record',
  },
  create_entity: {
    field: { key_name: '创建人', key_name_en: 'Created by', data_type: 'entity', source: 'user' },
    stamped: true,
    filled: 'record',
    seeded: true,
  },
  create_department: { seeded: true },
  create_time: {
    field: { key_name: '创建时间', key_name_en: 'Created', data_type: 'datetime', sortable: 1 },
    stamped: true,
    filled: 'row',
    seeded: true,
  },
  modify_entity: { field: { key_name: '修改人', key_name_en: 'Changed by', data_type: 'entity', source: 'user' }, stamped: true },
  modify_time: { field: { key_name: '修改时间', key_name_en: 'Changed', data_type: 'datetime', sortable: 1 }, stamped: true },
  version: { field: { key_name: '版本', key_name_en: 'Version', data_type: 'int', hidden: 1 }, stamped: true, filled: 'row' },
  deleted_time: {},
  deleted_entity: {},
  keywords: {},
} as const satisfies Readonly<Record<string, StandardColumn>>;

export type StandardName = keyof typeof STANDARD;

const ALL = Object.entries(STANDARD) as readonly [StandardName, StandardColumn][];
const namesOf = (belongs: (column: StandardColumn) => boolean): ReadonlySet<string> =>
  new Set(ALL.filter(([, column]) => belongs(column)).map(([name]) => name));

/** The physical column of a field or a standard column. */
export const placeOf = (name: string): string =>
  (Object.hasOwn(STANDARD, name) ? (STANDARD as Record<string, StandardColumn>)[name]!.place : undefined) ?? name;

/** Names that no field of a definition may take, but for those of DESCRIBABLE. */
export const STANDARD_NAMES: ReadonlySet<string> = new Set(ALL.flatMap(([name, { place }]) => (place ? [name, place] : [name])));
/** Those that a field of a definition may describe, and a person fills. */
export const DESCRIBABLE = namesOf(({ typed }) => typed === true);
/** Those that each save writes by itself. */
export const STAMPED_COLUMNS = namesOf(({ stamped }) => stamped === true);
/** Those that no row lacks: an index of either direction serves their order as it stands. */
export const NEVER_EMPTY = namesOf(({ filled }) => filled === 'row');
/** Those that no record lacks that somebody saved. */
export const ALWAYS_FILLED = namesOf(({ filled }) => filled !== undefined);
/** Those that a seed may say. */
export const SEEDED = namesOf(({ seeded }) => seeded === true);
/** Those of every row that never leave the server. */
export const INNER_COLUMNS: readonly StandardName[] = ALL.flatMap(([name, { field }]) => (field || name === 'company_id' ? [] : [name]));

/** The standard columns that are fields. */
export const standardFields: readonly FieldDef[] = ALL.flatMap(([field_name, { field, typed }]) =>
  field ? [{ uid: `std.${field_name}`, field_name, readonly: typed ? 0 : 1, list_hidden: 1, ...field } satisfies FieldDef] : [],
);
