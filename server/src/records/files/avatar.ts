import { Refusal } from '#protocol/codes.ts';
import type { Access } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { ASKER } from '#server/query/asker.ts';
import { columnOf } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, compile, type Sql, sql } from '#server/query/sql.ts';
import { byId, grantOrNull } from '../row/stored.ts';
import { makeTicket } from './ticket.ts';

/** A person's picture, as it lies. */
export interface AvatarFile {
  key_name: string;
  file_name: string;
  length: number;
}

/** Where it stands: a field of the people's table, which everybody reads in the address book unless a role of his hides it. */
const PEOPLE = 'user';
const BOOK = 'user[contact]';
const FIELD = 'avatar';

/**
 * The picture of a person whose name the caller may read, so of anybody of his company, as names are: also of who is disabled. 315 for an id
 * that is nobody's here; 340 for who has no picture, or none that the caller's roles let him see.
 */
export async function avatarOf(house: House, access: Access, id: number): Promise<AvatarFile> {
  const table = access.catalogue.table(PEOPLE);
  if (!table) throw new Refusal(315);
  const picture = pictureOf(access);
  const file = picture
    ? sql`(select json_build_object('key_name', f.key_name, 'file_name', f.file_name, 'length', f.length) from fw.file f
         where f.company_id = ${ASKER.company} and f.id = ${picture})`
    : sql`null::json`;
  const statement = compile(
    sql`select ${file} as file from ${relation(table)} t where ${and(inCompany(table, 't'), byId(id))}`,
    access.asker,
  );
  const [row] = await house.db.query<{ file: AvatarFile | null }>(statement.text, statement.values);
  if (!row) throw new Refusal(315);
  if (!row.file) throw new Refusal(340);
  return row.file;
}

/** The id of the file in the row `t`, on the rows where the caller may see it; null where he sees none. */
function pictureOf(access: Access): Sql | null {
  const book = access.catalogue.table(BOOK);
  const field = book?.fields.get(FIELD);
  const sees = book && field?.storage === 'files' ? (grantOrNull({ access }, book, 'List')?.sees(FIELD, 't') ?? false) : false;
  if (!field || sees === false) return null;
  const first = sql`(${columnOf('t', field)})[1]`;
  return sees === true ? first : sql`case when ${sees} then ${first} end`;
}

/** One's own picture as the signed-in user carries it: its key changes with it, and its address holds a ticket for 5 minutes; nothing without one. */
export async function ownAvatar(house: House, access: Access): Promise<{ avatar?: { key_name: string; url: string } }> {
  const { user, sid } = access.session;
  const file = await avatarOf(house, access, user.id).catch((error) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!file) return {};
  const { key_name } = file;
  const ticket = makeTicket(house.keys.ticket, 'LoadAvatar', String(user.id), sid, house.clock.now());
  return { avatar: { key_name, url: `/sys?op=LoadAvatar&id=${user.id}&key_name=${key_name}&tk=${ticket}` } };
}
