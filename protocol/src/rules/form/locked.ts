import type { FieldDef } from '#protocol/meta/field.ts';
import type { Layouts } from '#protocol/meta/layout.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import type { Views } from '#protocol/wire/view.ts';
import type { FormOp } from './form.ts';

/** Rights that write fields. */
export const WRITE_OPS = ['Add', 'Modify', 'Review'] as const;
export type WriteOp = (typeof WRITE_OPS)[number];

/** By the right that he writes with, the fields that somebody's roles keep him from: the server says it of a person, and no definition can. */
export type Locked = Readonly<Partial<Record<WriteOp, readonly string[]>>>;

export type RowOp = 'Add' | 'Modify' | 'Bind' | 'Delete' | 'Unbind';

/** What rows may take where a sub-table is open, and in which states of its record. */
export interface RowOffer {
  op: RowOp;
  valid_state?: string | undefined;
  /** what its own state asks of a row that stands before it is changed or taken away */
  where?: string | undefined;
}

/** A sub-table as one reader may use it: rows of which some rights are not the record's, and what he may do with them at all. */
export interface LoadedSubtable extends SubtableDef {
  own?: 1;
  offers?: readonly RowOffer[];
}

/** A field as one reader may use it. */
export interface LoadedField extends FieldDef {
  /** 1: it refers to records whose pages he may open */
  leads?: 1;
  /** 1: whether it is shown hangs on what the reader does not see: it is there where it comes with a record, and on a new one */
  veiled?: 1;
  /** 1: a password of which no eight characters of two kinds are asked, as the installation says */
  free?: 1;
}

/** A definition as one reader may use it (LoadTable). */
export interface LoadedTable extends TableDef {
  fields: LoadedField[];
  locked?: Locked;
  /** how lists of it lie for him, and for his company */
  layouts?: Layouts;
  /** the views of its list that he has */
  views?: Views;
  /** 1: its records are told as they are now, and nobody hears by it what they were */
  no_history?: 1;
  subtables?: LoadedSubtable[] | undefined;
}

/** Whether the reader's roles keep him from writing a field in a form of this op. */
export const locksOf =
  ({ locked }: LoadedTable, op: FormOp) =>
  (field_name: string): boolean =>
    locked?.[op as WriteOp]?.includes(field_name) === true;

/** Whether the server has kept a field of a record back from the reader: one of which it alone knows where it is shown, and did not send. */
export const keepsOf =
  ({ fields }: LoadedTable, sent: Readonly<Record<string, unknown>>) =>
  (field_name: string): boolean =>
    !Object.hasOwn(sent, field_name) && fields.some((field) => field.field_name === field_name && field.veiled === 1);
