import { Refusal } from '#protocol/codes.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { source } from '#server/query/source.ts';
import { compile, sql } from '#server/query/sql.ts';

/** Who has no permission item on a flow's table knows it only by a to-do of his own: without one it reads as unknown, 312 (B23). */
export async function checkTakesPart(house: House, access: Access, grant: Grant): Promise<void> {
  if (grant.parts.length > 0) return;
  const { text, values } = compile(sql`select 1 from ${source(grant.table, 't')} where ${grant.rows('t')} limit 1`, access.asker);
  const rows = await house.db.query(text, values);
  if (rows.length === 0) throw new Refusal(312);
}
