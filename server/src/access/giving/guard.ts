import { type Code, Refusal } from '#protocol/codes.ts';
import { fault, type Value } from '#protocol/fields/kind.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Access } from '../access.ts';
import type { Standing } from './standing.ts';

/** A row that a person is about to write, in his transaction. */
export interface Writing {
  tx: Tx;
  access: Access;
  table: ResolvedTable;
  act: 'Add' | 'Modify' | 'Delete' | 'Restore';
  /** null: a new row */
  id: number | null;
  /** of a new row all its values, of another those that change */
  changes: Readonly<Record<string, Value>>;
  /** a person as he stood, where he was read with others */
  before?: Standing | undefined;
  /** what a guard has written with them: of what stands, what its writer could not send */
  beside: Record<string, Value>;
}
export type Guard = (writing: Writing) => Promise<void>;

/** Whether the write touches one of these fields, or is not of fields at all. */
export const touches = ({ act, changes }: Writing, fields: readonly string[]): boolean =>
  act === 'Delete' || act === 'Restore' || fields.some((field) => field in changes);

/** A refusal that names one of the table's fields, as those of a form do. */
export function onField(
  { table }: Pick<Writing, 'table'>,
  code: Code,
  text: string,
  field: string,
  more: Readonly<Record<string, unknown>> = {},
): Refusal {
  const { data } = fault(code, text, table.fields.get(field)!, more);
  const remark = `$${text}`;
  return new Refusal(code, remark, { ...data, errors: [{ code, remark, data }] });
}

/** A list of ids as a save has it; none reads as an empty one. */
export const idsIn = (value: Value | undefined): number[] => (Array.isArray(value) ? value.map(Number) : []);
