/** What a field held in a version and holds now, as wire values; `secret`: a kind of field whose values are told to nobody. */
export interface FieldThen {
  field: string;
  from: unknown;
  to: unknown;
  secret?: 1;
  /** so many of the records or files that it held cannot be put there again: they are gone, or the reader does not see them */
  lost?: number;
}

/** What became of a row of a sub-table since then: of one that came its values now, of one that went those of then, of others what differs. */
export interface RowThen {
  /** `table.parent_field` */
  subtable: string;
  id: number;
  op: 'Add' | 'Modify' | 'Delete';
  changes: readonly FieldThen[];
}

/** `data` of `/app?op=Version`: in what a version of a record differs from the record as it stands. */
export interface VersionThen {
  /** the how-manieth it is, counted from the record's creation */
  nth: number;
  /** the record's version number now: what is brought back stands upon it */
  version: number;
  fields: readonly FieldThen[];
  rows: readonly RowThen[];
  /** rows have more versions than are looked through: some rows are not told */
  partial?: 1;
}
