import type { listOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { MOST_ROWS, readingOf, readRows } from './page.ts';

/** All rows, 1,000 at most: one statement. `total_kind` says when there are more. */
export async function readList(
  house: House,
  access: Access,
  grant: Grant,
  ask: Pick<RequestOf<typeof listOp>, 'filters' | 'fields'>,
): Promise<Reply> {
  const reading = readingOf(access, grant, ask);
  const found = await readRows(house, access, grant, reading, { limit: MOST_ROWS + 1, offset: 0, fields: ask.fields });
  const rows = found.rows.slice(0, MOST_ROWS);
  return { ...found, rows, total: rows.length, total_kind: found.rows.length > MOST_ROWS ? 'bounded' : 'exact' };
}
