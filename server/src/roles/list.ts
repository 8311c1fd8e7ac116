import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { PERSON } from '#server/meta/person.ts';
import { ASKER } from '#server/query/asker.ts';
import { relation } from '#server/query/source.ts';
import { compile, constant, sql } from '#server/query/sql.ts';
import { type Role, roleTable } from './role.ts';

/** The roles whose rights the reader may set, each with how many people have it: those who work, and those who are yet to come in. */
export async function listRoles(tx: Tx, access: Access): Promise<Reply> {
  const table = roleTable(access);
  const holders = sql`select r.id, count(*)::int as members from app."user" u cross join lateral unnest(u.role_entities) r (id)
    where u.company_id = ${ASKER.company} and ${constant(PERSON.mayEnter)} group by r.id`;
  const { text, values } = compile(
    sql`select t.id, t.key_name, coalesce(t.name_en, '') as key_name_en, t.code, t.root = 1 as root, coalesce(h.members, 0) as members
      from ${relation(table)} t left join (${holders}) h on h.id = t.id where ${access.grant(table, 'Auth').rows('t')} order by t.id`,
    access.asker,
  );
  const rows = await tx.query<Role & { members: number }>(text, values);
  return {
    data: { add: isAdded(table) && access.may(table, 'Add') ? 1 : 0 },
    rows: rows.map((row) => ({ ...row, root: row.root ? 1 : 0 })),
    total: rows.length,
  };
}

/** The table offers to add one by hand. */
const isAdded = ({ def }: ResolvedTable): boolean =>
  def.states.some(({ value, actions }) => value === '*' && actions?.some(({ op }) => op === 'Add'));
