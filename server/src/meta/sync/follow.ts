/** A name that changes under a uid that stays. */
export interface Renamed {
  from: string;
  to: string;
}
export interface RenamedField extends Renamed {
  /** the table, as it is called afterwards */
  table: string;
}

/** How the engine tables of a room, where they keep names of definitions, follow when one changes. Statements run with the renaming itself. */
export interface Follows {
  table?(renamed: Renamed): string[];
  field?(renamed: RenamedField): string[];
  /** whether somebody was kept from reading a field that is gone now: a condition in SQL */
  veils?(uids: { table: string; group: string; field: string }): string;
}

/** A name of a definition as a text of SQL. */
export function literal(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_.]{0,130}$/.test(name)) throw new Error(`no name: ${name}`);
  return `'${name}'`;
}

/** One or two uids of a definition as a text of SQL. */
export function uidLiteral(uid: string): string {
  if (!/^[\w.:-]{1,130}$/.test(uid)) throw new Error(`no uid: ${uid}`);
  return `'${uid}'`;
}

/** For a table that names another in a column. */
export const followTable =
  (relation: string, column: string) =>
  ({ from, to }: Renamed): string =>
    `update ${relation} set ${column} = ${literal(to)} where ${column} = ${literal(from)}`;

/** For a table that names a table in `source` and one of its fields in `field`. */
export const followField =
  (relation: string) =>
  ({ table, from, to }: RenamedField): string =>
    `update ${relation} set field = ${literal(to)} where source = ${literal(table)} and field = ${literal(from)}`;
