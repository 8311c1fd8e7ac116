import type { RecordPage } from '#protocol/rules/record-page.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { Db } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { INACTIVE_PERSON } from '#server/meta/person.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, constant, sql } from '#server/query/sql.ts';
import { grantOrNull } from '#server/records/row/stored.ts';

/** Fields of a department that say who signs for it. */
const LEADERS = ['manager_entity', 'leader_entity'];

/** Which leaders of a shown department cannot sign, because they may not sign in; told to who may see how these accounts stand. */
export async function leadersGone(
  db: Db,
  access: Access,
  table: ResolvedTable,
  record: Readonly<Record<string, unknown>>,
): Promise<NonNullable<RecordPage['gone']>> {
  if (table.def.uid !== 'sys.department') return [];
  const named = LEADERS.flatMap((field) => {
    const person = record[field] as EntityValue | null | undefined;
    return person && person.id > 0 ? [{ field, person }] : [];
  });
  const users = access.catalogue.table('user');
  const seen = users && named.length > 0 ? grantOrNull({ access }, users, 'List') : null;
  if (seen?.sees('status', 'u') !== true) return [];
  const these = sql`u.id = any(${bound([...new Set(named.map(({ person }) => person.id))], 'bigint[]')})`;
  const { text, values } = compile(
    sql`select u.id from ${relation(seen.table)} u where ${and(these, constant(INACTIVE_PERSON), seen.rows('u'))}`,
    access.asker,
  );
  const gone = (await db.query<{ id: number }>(text, values)).map(({ id }) => id);
  return named.filter(({ person }) => gone.includes(person.id));
}
