import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';
import { endingOf, endingsOf, sortOf, takenBy } from '#protocol/fields/endings.ts';
import { largestIn } from '#protocol/fields/file-size.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { grantOrNull } from '../row/stored.ts';
import { checkTakesPart } from '../row/takes-part.ts';
import { checkClip } from './clip.ts';
import { isProgram, PROGRAMS } from './file-content.ts';
import { safeFileName } from './file-name.ts';
import { checkBegins, checkPicture } from './picture.ts';
import { makeTicket } from './ticket.ts';

/** Files of one user that wait for a save, and their bytes where no setting says other. */
const MIB = 1024 * 1024;
const MOST_FILES = 100;
const MOST_WAITING = 1_000 * MIB;
const HOURS_24 = 86_400_000;
const MINUTES_10 = 600_000;
/** Staged files that are looked at while nobody can note an upload. */
const TURN = 50;
/** Of the database: held together by those who note an upload, alone by whoever takes uploads away. */
export const UPLOADS = `hashtextextended('uploads', 0)`;

export interface StoredFile {
  id: number;
  key_name: string;
  file_name: string;
  length: number;
  source: string;
  field: string;
  rowid: number | null;
  create_entity: number;
}

/** The name under which files of a decision are uploaded: no field, the attachments of the approval; seen with the record. */
export const ATTACHS = '_attachs';
/** The name under which lie files that a handler made for somebody (made.ts): no field's, so that no save takes one. */
export const MADE = '_made';
/** ms after which nobody reads them any more. */
export const MADE_FOR_MS = 3_600_000;
const ATTACH_LIST: ResolvedField = {
  name: ATTACHS,
  place: ATTACHS,
  def: { uid: 'std.attachs', field_name: 'attachs', key_name: '附件', key_name_en: 'Attachments', data_type: 'file' },
  storage: 'files',
  standard: true,
};

/** The field that an upload is for, when the caller may write it on some record (`Add`, `Modify`) or in a decision (`Review`); 312, 317. */
export async function uploadField(house: House, access: Access, table: ResolvedTable, fieldName: string): Promise<ResolvedField> {
  const grants = ['Add', 'Modify', 'Review'].flatMap((op) => grantOrNull({ access }, table, op) ?? []);
  if (grants.length === 0) throw new Refusal(312);
  if (grants.every((grant) => grant.parts.length === 0)) await checkTakesPart(house, access, grants[0]!);
  if (fieldName === ATTACHS && table.def.flow === 1) return ATTACH_LIST;
  const field = table.fields.get(fieldName);
  if (field?.storage !== 'files' || grants.every((grant) => grant.sees(fieldName, 't') === false))
    throw new Refusal(317, '', { field: 'field' });
  if (grants.every((grant) => grant.writes(fieldName, 't') === false)) throw new Refusal(312);
  return field;
}

/** What a file is by its name, where the field's type makes sure of that by what the file holds; null where it takes whatever there is. */
const judgedSort = (field: ResolvedField, file_name: string) => (takenBy(field.def.data_type) ? sortOf(file_name) : null);

/** By its name, before anything is read: of a field without a list of endings all are taken but programs; a definition may name even these. */
function checkFileType(field: ResolvedField, file_name: string, refused: readonly string[]): void {
  const allowed = endingsOf(field.def);
  if (allowed && !allowed.includes(endingOf(file_name))) throw new Refusal(317, '$fileType', { types: allowed.join(', ') });
  if (!allowed && refused.includes(endingOf(file_name))) throw new Refusal(317, '$fileProgram', { name: file_name });
}

/** By what it holds, before anything is kept: a program is one whatever it is called. */
function checkContent(field: ResolvedField, file_name: string, head: Buffer, refused: readonly string[]): void {
  const named = endingsOf(field.def)?.some((type) => refused.includes(type)) ?? false;
  if (refused.length > 0 && !named && isProgram(head)) throw new Refusal(317, '$fileProgram', { name: file_name });
  const sort = judgedSort(field, file_name);
  if (sort === 'picture') checkBegins(file_name, head);
  else if (sort) checkClip(file_name, head);
}

/**
 * Stores one file that waits for a save of this user naming its key. The bytes are durable before the row exists, and move to their
 * place after it: whatever is killed in between leaves them staged, for `settleUploads`; a row never lacks its file. Bytes may come
 * for minutes: `isWelcome` is asked when they are there, and 401 without it.
 */
export async function storeFile(
  house: House,
  session: Session,
  table: ResolvedTable,
  field: ResolvedField,
  sent: { name: string; bytes: Readable; isWelcome?: () => Promise<boolean> },
): Promise<StoredFile> {
  const file_name = safeFileName(sent.name);
  const refused = house.settings.refusedFiles ?? PROGRAMS;
  checkFileType(field, file_name, refused);
  const left = await roomLeft(house, house.db, session, 1);
  const { left: free, most: all } = await roomOfCompany(house, house.db, session, 1);
  const look = (head: Buffer): void => checkContent(field, file_name, head, refused);
  const key_name = randomBytes(24).toString('base64url');
  const most = largestIn(field.def.data_type, file_name);
  const tooLarge = () => new Refusal(316, '$fileLarge', { name: file_name, mb: most / MIB });
  const room = Math.min(most, left, free);
  const { length, sha256 } = await house.files.stage(key_name, sent.bytes, room, look).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 316) throw error;
    if (room === most) throw tooLarge();
    throw free < left ? noRoom(all) : tooMuch(house);
  });
  await checkStaged(house, key_name, async () => {
    if ((sent.bytes as { truncated?: boolean }).truncated) throw tooLarge();
    // what a form or a decision demands is read by whoever comes after: a file without a byte is none
    if (length === 0) throw new Refusal(317, '$fileNothing', { name: file_name });
    if (judgedSort(field, file_name) === 'picture') await checkPicture(file_name, await house.files.open(key_name));
    if (sent.isWelcome && !(await sent.isWelcome())) throw new Refusal(401);
  });
  await faultPoint('file.kept');
  const note = async (tx: Tx): Promise<number> => {
    // one upload of a person after the other: what comes at once may not overrun the limit
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0)), pg_advisory_xact_lock_shared(${UPLOADS})`, [
      `upload ${session.company.id} ${session.user.id}`,
    ]);
    await roomLeft(house, tx, session, length);
    // a process that slept for minutes may find that the sweep took its upload for lost
    if (!(await house.files.isStaged(key_name))) throw new Refusal(321);
    const [row] = await tx.query<{ id: number }>(
      `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
       values ($1, $2, $3, 'application/octet-stream', $4, $5, $6, $7, $8, $9) returning id`,
      [session.company.id, key_name, file_name, length, sha256, table.name, field.name, session.user.id, house.clock.now()],
    );
    // the database has counted it in, and nobody else of the company gets further before this has come to its end
    await roomOfCompany(house, tx, session, 0);
    return row!.id;
  };
  const id = await house.db.tx(note).catch(async (error) => {
    if (error instanceof Refusal && error.code === 341) await house.files.remove(key_name);
    throw error;
  });
  await faultPoint('file.noted');
  await house.files.claim(key_name);
  return { id, key_name, file_name, length, source: table.name, field: field.name, rowid: null, create_entity: session.user.id };
}

/** What is staged goes again where this refuses it. */
async function checkStaged(house: House, key_name: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    await house.files.remove(key_name);
    throw error;
  }
}

/** Bytes that the user may still upload before a save; 341 where they, or the files, are too many already for one more of this length. */
async function roomLeft(house: House, db: Tx, session: Session, length: number): Promise<number> {
  const [row] = await db.query<{ files: number; bytes: number }>(
    'select count(*) as files, coalesce(sum(length), 0)::bigint as bytes from fw.file where company_id = $1 and create_entity = $2 and rowid is null and field <> $3',
    [session.company.id, session.user.id, MADE],
  );
  const left = mostWaiting(house) - row!.bytes;
  if (row!.files >= MOST_FILES || left < length) throw tooMuch(house);
  return left;
}

/** Bytes that the company may still store, of how many: by its own row, else by the settings; 341 where they are too few for one more of this length. */
export async function roomOfCompany(
  { settings }: House,
  db: Tx,
  { company }: Session,
  length: number,
): Promise<{ left: number; most: number }> {
  const [row] = await db.query<{ bytes: number; own: number | null }>(
    `select coalesce((select bytes from fw.file_sum where company_id = c.id), 0)::bigint as bytes, file_mb as own from fw.company c where c.id = $1`,
    [company.id],
  );
  const own = row?.own ?? null;
  const most = own === null ? (settings.mostStored ?? Number.POSITIVE_INFINITY) : own * MIB;
  const left = most - (row?.bytes ?? 0);
  if (left < length) throw noRoom(most);
  return { left, most };
}

const noRoom = (most: number): Refusal => new Refusal(341, '$fileRoom', { mb: Math.floor(most / MIB) });

const mostWaiting = ({ settings }: House): number => settings.mostWaiting ?? MOST_WAITING;
const tooMuch = (house: House): Refusal =>
  new Refusal(341, '$fileWaiting', { files: MOST_FILES, mb: Math.floor(mostWaiting(house) / MIB) });

/** Files as the wire shows them, by id; each url carries a ticket of this session for 5 minutes. The caller has checked the rights on the field. */
export async function filesOf(
  house: Pick<House, 'keys' | 'clock'>,
  tx: Tx,
  session: Session,
  ids: readonly number[],
): Promise<Map<number, FileValue>> {
  if (ids.length === 0) return new Map();
  const found = await tx.query<StoredFile>(
    'select id, key_name, file_name, length from fw.file where company_id = $1 and id = any($2::bigint[])',
    [...[session.company.id, [...new Set(ids)]]],
  );
  return new Map(found.map((file) => [file.id, fileValue(house, session, file)]));
}

export function fileValue(
  house: Pick<House, 'keys' | 'clock'>,
  session: Session,
  { id, key_name, file_name, length }: Pick<StoredFile, 'id' | 'key_name' | 'file_name' | 'length'>,
): FileValue {
  const url = (op: 'Download' | 'Preview') =>
    `/app?op=${op}&key_name=${key_name}&tk=${makeTicket(house.keys.ticket, op, key_name, session.sid, house.clock.now())}`;
  return { id, file_name, key_name, url: url('Download'), preview_url: url('Preview'), length };
}

/** Puts wire files in the place of the ids that file columns hold, for rows already presented; one statement, none without files. */
export async function presentFiles<Row extends Record<string, unknown>>(
  house: House,
  session: Session,
  fields: readonly ResolvedField[],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const names = fields.filter((field) => field.storage === 'files').map((field) => field.name);
  if (names.length === 0) return rows;
  const idsIn = (row: Row, name: string): number[] => (Array.isArray(row[name]) ? (row[name] as number[]) : []);
  const ids = rows.flatMap((row) => names.flatMap((name) => idsIn(row, name)));
  const files = await filesOf(house, house.db, session, ids);
  for (const row of rows)
    for (const name of names)
      if (name in row) (row as Record<string, unknown>)[name] = idsIn(row, name).flatMap((id) => files.get(id) ?? []);
  return rows;
}

/**
 * Takes away what was staged ten minutes ago and has no row, and moves to its place what has one; answers how many went. What gets its
 * row meanwhile waits for the next time.
 */
export async function settleUploads(house: House): Promise<number> {
  const staged = await house.files.stagedBefore(new Date(house.clock.now().getTime() - MINUTES_10));
  let gone = 0;
  for (let at = 0; at < staged.length; at += TURN) {
    const turn = staged.slice(at, at + TURN);
    const lost = new Set(await rowless(house.db, turn));
    for (const key of turn) if (!lost.has(key)) await house.files.claim(key);
    if (lost.size > 0) gone += await removeLost(house, [...lost]);
  }
  return gone;
}

/**
 * Under the lock of those who note uploads no row can come in between. A slow disk may cost the lock, with its connection: asking before
 * each removal, in the same transaction, tells that too.
 */
function removeLost(house: House, keys: readonly string[]): Promise<number> {
  return house.db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${UPLOADS})`);
    let gone = 0;
    for (const key of keys) {
      if ((await rowless(tx, [key])).length === 0) continue;
      await house.files.remove(key);
      gone += 1;
    }
    return gone;
  });
}

/** Takes away files that no save named within 24 hours, made ones after their time, row first, and bytes whose row is gone; answers how many. */
export async function sweepFiles(house: House): Promise<number> {
  const now = house.clock.now();
  const waiting = await house.db.query<{ key_name: string }>(
    'delete from fw.file where rowid is null and create_time < case when field = $2 then $3::timestamptz else $1 end returning key_name',
    [new Date(now.getTime() - HOURS_24), MADE, new Date(now.getTime() - MADE_FOR_MS)],
  );
  for (const { key_name } of waiting) await house.files.remove(key_name);
  const lost = await rowless(house.db, await house.files.keysBefore(new Date(now.getTime() - HOURS_24)));
  for (const key of lost) await house.files.remove(key);
  return waiting.length + lost.length;
}

async function rowless(db: Tx, keys: readonly string[]): Promise<string[]> {
  const known = await db.query<{ key_name: string }>('select key_name from fw.file where key_name = any($1::text[])', [keys]);
  const names = new Set(known.map((file) => file.key_name));
  return keys.filter((key) => !names.has(key));
}
