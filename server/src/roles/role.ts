import { Refusal } from '#protocol/codes.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, constant, NONE, sql } from '#server/query/sql.ts';

export interface Role {
  id: number;
  key_name: string;
  key_name_en: string;
  code: string;
  root: boolean;
  /** 1: its people are asked for a second factor */
  factor: number;
}

/** The table of roles, for who may say what they may do; 312 for anybody else. */
export function roleTable(access: Access): ResolvedTable {
  const table = access.table('role');
  access.grant(table, 'Auth');
  return table;
}

/** A role of those whose rights the reader may see and set, 315 without one; `held`: until the end of the transaction nobody else changes it. */
export async function readRole(tx: Tx, access: Access, id: number, held = false): Promise<Role> {
  const table = roleTable(access);
  const where = and(access.grant(table, 'Auth').rows('t'), sql`t.id = ${bound(id, 'bigint')}`);
  const lock = held ? constant(' for update') : NONE;
  const columns = sql`t.id, t.key_name, coalesce(t.name_en, '') as key_name_en, t.code, t.root = 1 as root, coalesce(t.factor, 0)::int as factor`;
  const { text, values } = compile(sql`select ${columns} from ${relation(table)} t where ${where}${lock}`, access.asker);
  const [row] = await tx.query<Role>(text, values);
  if (!row) throw new Refusal(315);
  return { ...row, root: row.root === true };
}
