import { Refusal } from '#protocol/codes.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { relation } from '#server/query/source.ts';
import { and, compile, sql } from '#server/query/sql.ts';
import { byId, grantOrNull } from '../row/stored.ts';
import { ATTACHS, MADE, type StoredFile } from './files.ts';
import { madeSince } from './made.ts';

/** The file of a key that the caller may read now: his own while it waits, else one of a record and field that he sees. 340 for any other. */
export async function readableFile(house: House, access: Access, key_name: string): Promise<StoredFile> {
  const [file] = await house.db.query<Found>(
    'select id, key_name, file_name, length, source, field, rowid, create_entity, create_time > $3 as fresh from fw.file where company_id = $1 and key_name = $2',
    [access.session.company.id, key_name, madeSince(house.clock.now())],
  );
  if (!file || !(await mayRead(house, access, file))) throw new Refusal(340);
  return file;
}

type Found = StoredFile & { fresh: boolean };

async function mayRead(house: House, access: Access, file: Found): Promise<boolean> {
  if (file.field === MADE) return mayReadMade(access, file);
  if (file.rowid === null) return file.create_entity === access.session.user.id;
  const table = access.catalogue.table(file.source);
  if (!table) return false;
  for (const by of [table, ...everybodys(access, table)])
    if (await mayReadBy(house, access, by, { ...file, rowid: file.rowid })) return true;
  return false;
}

/** What was made for somebody is his for a while, as long as he may still run what made it. */
function mayReadMade(access: Access, { source, create_entity, fresh }: Found): boolean {
  const table = access.catalogue.table(source);
  return fresh && create_entity === access.session.user.id && table !== undefined && access.may(table, 'Call');
}

/** Through what everybody has a file may be read that his roles do not give him: of his own record, of the address book. */
const everybodys = (access: Access, { def }: ResolvedTable): ResolvedTable[] =>
  (def.variants ?? [])
    .filter(({ everyone }) => everyone === 1)
    .flatMap(({ name }) => access.catalogue.table(`${def.table_name}[${name}]`) ?? []);

async function mayReadBy(
  house: House,
  access: Access,
  table: ResolvedTable,
  { field, rowid }: StoredFile & { rowid: number },
): Promise<boolean> {
  const grant = grantOrNull({ access }, table, 'Download');
  const sees = grant ? (field === ATTACHS && !table.variant) || grant.sees(field, 't') : false;
  if (!grant || sees === false) return false;
  const where = and(byId(rowid), grant.rows('t'), ...(sees === true ? [] : [sees]));
  const statement = compile(sql`select 1 from ${relation(table)} t where ${where}`, access.asker);
  return (await house.db.query(statement.text, statement.values)).length > 0;
}
