import type { SubtableDef } from '#protocol/meta/table.ts';
import { inStates } from '#protocol/rules/states.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { parentsOf } from '#server/access/rows.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { type House, houseAt } from '#server/meta/house.ts';
import { bound, column, sql } from '#server/query/sql.ts';
import { readRecord } from './get.ts';
import { MOST_ROWS, readingOf, readRows } from './page.ts';
import { recordFields } from './shown.ts';

/**
 * The record with the rows of its inline sub-tables, by `table.parent_field`: one statement for it and one for each of them, all of one
 * instant: a save in between would show its header with the rows of another version.
 */
export function readShow(house: House, access: Access, grant: Grant, id: number): Promise<Record<string, unknown>> {
  if (!grant.table.subtables.some((sub) => sub.inline === 1)) return readWhole(house, access, grant, id);
  return house.db.tx((tx) => readWhole(houseAt(house, tx), access, grant, id), { still: true });
}

async function readWhole(house: House, access: Access, grant: Grant, id: number): Promise<Record<string, unknown>> {
  const record = await readRecord(house, access, grant, id);
  const state = (record.review_state as { id: number } | null)?.id ?? 1;
  const subtables: Record<string, readonly WireRow[]> = {};
  for (const sub of grant.table.subtables) {
    if (sub.inline !== 1 || sub.hidden === 1 || !inStates(sub.view_state, state)) continue;
    const rows = await readSubtable(house, access, grant, sub, id);
    if (rows) subtables[`${sub.table_name}.${sub.parent_field}`] = rows;
  }
  return { ...record, _subtables: subtables };
}

/** Its rows through their own gate, in the order they were entered; undefined where the reader may not read that table. */
async function readSubtable(house: House, access: Access, grant: Grant, sub: SubtableDef, id: number): Promise<WireRow[] | undefined> {
  const table = access.table(sub.table_name);
  if (!goesWith(house, table, grant.table) && !access.may(table, 'List')) return undefined;
  const gate = access.grant(table, grant.op);
  const fields = recordFields(gate).map((field) => field.name);
  const filters = table.def.order ? {} : { sort: [['id', 'asc'] as [string, 'asc' | 'desc']] };
  const only = sql`${column('t', sub.parent_field)} = ${bound(id, 'bigint')}`;
  const reading = { ...readingOf(house, access, gate, { filters }), only };
  return readRows(house, access, gate, reading, { limit: MOST_ROWS, offset: 0, fields: fields.join(',') });
}

const goesWith = (house: House, table: ResolvedTable, parent: ResolvedTable): boolean =>
  parentsOf(house.catalogue, table).some((one) => one.parent.name === parent.name);
