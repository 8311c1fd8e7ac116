/** A column as the catalogue of PostgreSQL spells it. */
export interface Column {
  type: string;
  notNull: boolean;
  /** default, or the expression of a generated column; PostgreSQL's spelling without double quotes */
  value: string | null;
  generated: boolean;
}

/** A constraint or an index: what it is called and what it says. `says` is SQL when desired, PostgreSQL's own spelling when read. */
export interface Part {
  name: string;
  says: string;
}

/** What a table is made of, desired or as it stands. */
export interface Table {
  schema: 'app' | 'hist';
  name: string;
  columns: ReadonlyMap<string, Column>;
  constraints: readonly Part[];
  indexes: readonly Part[];
  /** body of the trigger function that keeps closed versions; null where there is none */
  keep: string | null;
  /** function of the triggers that tell of changed rows; null where there are none */
  change: string | null;
}

/** Tables by `schema.name`. */
export type Schema = ReadonlyMap<string, Table>;

export const keyOf = (table: Pick<Table, 'schema' | 'name'>): string => `${table.schema}.${table.name}`;

/** Every identifier is quoted; names of definitions hold letters, digits and _, names of parts also a dot. */
export function quoted(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_.]{0,62}$/.test(name)) throw new Error(`no identifier: ${name}`);
  return `"${name}"`;
}

/** What the ids of a table are drawn from. */
export const sequenceOf = (table: string): string => `${table}_id_seq`;

export const qualified = (table: { schema: Table['schema'] | 'sum'; name: string }): string => `${table.schema}.${quoted(table.name)}`;

/** The same thing said in one spelling: PostgreSQL quotes keywords only, we quote always. */
export const plain = (says: string): string => says.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
