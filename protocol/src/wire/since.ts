import type { EntityValue } from './envelope.ts';

/** What a field held when its reader decided or looked, and holds now, as wire values; `secret`: a kind of field whose values are told to nobody. */
export interface FieldSince {
  field: string;
  from: unknown;
  to: unknown;
  secret?: 1;
}

/** A row of a sub-table that came, went or is another. */
export interface RowSince {
  /** `table.parent_field` */
  subtable: string;
  id: number;
  op: 'Add' | 'Modify' | 'Delete';
  /** of one that went, what it held; empty for those that stand on the page */
  row: Readonly<Record<string, unknown>>;
  changes: readonly FieldSince[];
}

/** `data` of `/flow?op=Since`: times yyyy-MM-dd HH:mm:ss in the company's time zone. */
export interface Since {
  /** from which of the reader's acts on it is told; null: there is none before this look */
  since: 'decided' | 'looked' | null;
  /** his latest decision on the case, 1 passed or -1 sent back or refused; `by`: who decided for him, where it was an agent */
  decided: { time: string; outcome: 1 | -1; by?: EntityValue } | null;
  /** when he last looked, before this visit; a decision of his own is a look too */
  looked: string | null;
  /** who made these changes, the applicant marked; empty where the reader may not know all of them */
  by: readonly (EntityValue & { applicant?: 1 })[];
  fields: readonly FieldSince[];
  rows: readonly RowSince[];
  /** rows have more versions than are looked through: some changes of rows are not told */
  partial?: 1;
}
