import { selectField } from '../columns.ts';
import type { Reader } from '../gate.ts';
import { createNames, seen } from '../names.ts';
import { relation } from '../source.ts';
import { aliasName, column, joined, type Sql, sql } from '../sql.ts';
import type { KeyOf } from './keys.ts';

/** The column of the further fields of the nth target's record, by their names; null where its reader does not see the record. */
export const attrName = (at: number): string => `a${at + 1}`;

/** Further fields of the record that a key names, read of all that its reader sees of that table, and joined with the lines once these are counted. */
export function attrOf({ target, field }: KeyOf, reader: Reader, key: Sql, at: number): { value: Sql; join: Sql } | undefined {
  const gate = field.source && reader.gate(field.source.table);
  if (!target.attr || !gate) return undefined;
  const [row, of] = [`d${at + 1}`, aliasName(`a${at + 1}`)];
  const names = createNames(reader, gate, row);
  const columns = target.attr.flatMap((name) => selectField(seen(gate, name, row), names, gate, reader, row));
  const read = joined([sql`${column(row, 'id')} as record`, ...columns], ', ');
  const rows = sql`select ${read} from ${relation(gate.table)} ${aliasName(row)} ${names.joins()} where ${gate.rows(row)}`;
  return {
    value: sql`case when ${of}.record is not null then to_jsonb(${of}) end`,
    join: sql`left join (${rows}) ${of} on ${of}.record = ${key}`,
  };
}
