import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { compilePage } from '#server/query/statements.ts';
import { readingOf } from '../read/page.ts';
import { viewOf } from '../read/view.ts';
import type { Row } from '../row/present.ts';

/** All rows of a list that its filters leave, up to `most`, with these fields and the actions that the reader has on each: what a page shows, in one. */
export async function readMatching(
  house: Pick<House, 'db'>,
  access: Access,
  grant: Grant,
  ask: { filters: Filters; fields: string; most: number },
): Promise<WireRow[]> {
  const reading = readingOf(access, grant, { filters: ask.filters });
  const view = viewOf(access, grant, 'list', ask.fields);
  const plan = { kind: 'page' as const, ...reading, fields: view.fields, flags: view.flags, limit: ask.most, offset: 0 };
  const { text, values } = compilePage(plan, access.asker);
  return (await house.db.query<Row>(text, values)).map((row) => view.present(row, access.asker));
}
