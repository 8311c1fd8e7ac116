import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Sql } from './sql.ts';

/** What one reader may see of one table. The access room makes it; nothing is compiled without one. */
export interface Gate {
  readonly table: ResolvedTable;
  /** Which rows of `alias`: tenancy, deletion, variant, row rules and rights, whole. */
  rows(alias: string): Sql;
  /**
   * The same of a summary of the table's live rows, which has these columns of them; undefined where it cannot be said by them alone: then rows
   * are read.
   */
  summary(alias: string, columns: ReadonlySet<string>): Sql | undefined;
  /**
   * What all of these rows have in common with the head of every index that a list of the table goes along; undefined where there
   * is no such index (a view).
   */
  ground(alias: string): Sql | undefined;
  /**
   * Where all of these rows lie in departments of who asks, by a column that an index goes along with the row's id behind it: that column;
   * undefined otherwise.
   */
  department(alias: string): Sql | undefined;
  /** Whether a field's value may be read: always, never, or on the rows of a condition. */
  sees(field: string, alias: string): true | false | Sql;
}

/** Whose key_name may be shown where a record refers to it. `open`: any id that can be referred to, so that the id tells nothing. */
export interface NameGate {
  readonly table: ResolvedTable;
  readonly open: boolean;
  /** the English name, where the table has one that this reader may see on some row at least */
  readonly english?: (alias: string) => Sql;
  rows(alias: string): Sql;
}

/** What else a reader of these rights may see. Who he is stands nowhere here: statements ask for it (asker.ts). */
export interface Reader {
  /** full reading of a related table, for paths such as `create_entity.mobile`; undefined: none */
  gate(table: string): Gate | undefined;
  /** names of a related table; undefined: none */
  names(table: string): NameGate | undefined;
}
