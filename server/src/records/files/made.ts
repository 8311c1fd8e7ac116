import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';
import { isMadeType } from '#protocol/fields/made.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { MadeFile } from '#server/meta/handler.ts';
import type { House } from '#server/meta/house.ts';
import type { Work } from '../row/work.ts';
import { isProgram } from './file-content.ts';
import { safeFileName } from './file-name.ts';
import { MADE, MADE_FOR_MS, roomOfCompany, UPLOADS } from './files.ts';
import { checkBegins } from './picture.ts';

/** Bytes of one; how many a person has, the newest of them. */
const LARGEST = 20 * 1024 * 1024;
const MOST = 20;

/** Where a file that was made lies, as a repeated call is told it again; its addresses are each reader's own. */
// a type, not an interface: it is kept with its request as plain JSON
export type Kept = Pick<FileValue, 'id' | 'key_name' | 'file_name' | 'length'>;

/** What was made since then may still be read by him for whom it was. */
export const madeSince = (now: Date): Date => new Date(now.getTime() - MADE_FOR_MS);

/** The bytes of what a handler made; 317 and 316 for what is none of its types, or larger than it may be. */
export function bytesOf({ name, type, content }: MadeFile): Buffer {
  if (typeof name !== 'string' || name === '' || safeFileName(name) !== name) throw refused('$madeName', name);
  if (!isMadeType(String(type), name)) throw refused('$madeType', name, { type: String(type).slice(0, 80) });
  const isText = typeof content === 'string';
  if (!isText && !(content instanceof Uint8Array)) throw refused('$madeOther', name);
  const bytes = isText ? Buffer.from(content, 'utf8') : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length > LARGEST) throw new Refusal(316, '$madeLarge', { mb: LARGEST / 1024 / 1024 });
  if (bytes.length === 0) throw new Refusal(317, '$fileNothing', { name });
  if (!isWhatItSays(type, name, bytes)) throw refused('$madeOther', name);
  return bytes;
}

const refused = (text: string, name: unknown, more: Record<string, unknown> = {}): Refusal =>
  new Refusal(317, text, { name: String(name).slice(0, 150), ...more });

/** By its first bytes; a text is one throughout. */
function isWhatItSays(type: string, name: string, bytes: Buffer): boolean {
  const head = bytes.subarray(0, 64);
  if (isProgram(head)) return false;
  if (type === 'application/pdf') return head.toString('latin1').startsWith('%PDF-');
  if (type.startsWith('image/')) return beginsAs(name, head);
  if (type.startsWith('text/') || type === 'application/json') return isText(bytes);
  return head.toString('latin1').startsWith('PK\x03\x04');
}

function beginsAs(name: string, head: Buffer): boolean {
  try {
    checkBegins(name, head);
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 without the characters that steer a terminal or end a text. */
function isText(bytes: Buffer): boolean {
  try {
    return !/(?![\t\n\r\f])\p{Cc}/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/**
 * Keeps a file that a handler made, in the call's own transaction: it waits as an upload does, is nobody's but his for whom it was made, and has the
 * place of his oldest ones. Answers what is to be done with the bytes once the transaction stands.
 */
export async function keepMade(
  house: House,
  { tx, session, now }: Work,
  table: ResolvedTable,
  made: MadeFile,
): Promise<{ file: Kept; settle: () => Promise<void> }> {
  const bytes = bytesOf(made);
  const key_name = randomBytes(24).toString('base64url');
  const whose = [session.company.id, session.user.id, MADE];
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0)), pg_advisory_xact_lock_shared(${UPLOADS})`, [
    `made ${session.company.id} ${session.user.id}`,
  ]);
  const gone = await tx.query<{ key_name: string }>(
    `delete from fw.file where company_id = $1 and rowid is null and id in (
       select id from fw.file where company_id = $1 and create_entity = $2 and field = $3 and rowid is null order by id desc offset $4)
     returning key_name`,
    [...whose, MOST - 1],
  );
  await roomOfCompany(house, tx, session, bytes.length);
  const { length, sha256 } = await house.files.stage(key_name, Readable.from([bytes]), LARGEST);
  const [row] = await tx.query<{ id: number }>(
    `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
     values ($1, $4, $5, 'application/octet-stream', $6, $7, $8, $3, $2, $9) returning id`,
    [...whose, key_name, made.name, length, sha256, table.name, now],
  );
  // the database has counted it in, and nobody else of the company gets further before this has come to its end
  await roomOfCompany(house, tx, session, 0);
  // the call is done: bytes that do not move now are read where they are, and what settles and sweeps uploads takes them up
  const settle = async (): Promise<void> => {
    for (const move of [house.files.claim(key_name), ...gone.map((one) => house.files.remove(one.key_name))])
      await move.catch(() => undefined);
  };
  return { file: { id: row!.id, key_name, file_name: made.name, length }, settle };
}
