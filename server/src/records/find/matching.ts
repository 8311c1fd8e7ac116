import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { Sql } from '#server/query/sql.ts';
import { compilePage } from '#server/query/statements.ts';
import { readingOf } from '../read/page.ts';
import { viewOf } from '../read/view.ts';
import { inTurns } from '../row/in-turns.ts';
import type { Row } from '../row/present.ts';

/** All rows of a list that its filters leave, up to `most`, with these fields and the actions that the reader has on each: what a page shows, in one. */
export async function readMatching(
  tx: Tx,
  access: Access,
  grant: Grant,
  ask: { filters: Filters; fields: string; most: number },
): Promise<WireRow[]> {
  const reading = readingOf(access, grant, { filters: ask.filters });
  const view = viewOf(access, grant, 'list', ask.fields);
  const plan = { kind: 'page' as const, ...reading, fields: view.fields, flags: view.flags, limit: ask.most, offset: 0 };
  const { text, values } = compilePage(plan, access.asker);
  const rows: WireRow[] = [];
  for await (const [, row] of inTurns(await tx.query<Row>(text, values))) rows.push(view.present(row, access.asker));
  return rows;
}

/** Of the rows of which `only` is true on alias t, up to `most`: the ids of those that the reader sees. */
export async function readSeen(tx: Tx, access: Access, grant: Grant, { only, most }: { only: Sql; most: number }): Promise<number[]> {
  const plan = {
    kind: 'page' as const,
    ...readingOf(access, grant, {}),
    only,
    fields: [grant.table.fields.get('id')!],
    limit: most,
    offset: 0,
  };
  const { text, values } = compilePage(plan, access.asker);
  return (await tx.query<{ id: number }>(text, values)).map(({ id }) => id);
}
