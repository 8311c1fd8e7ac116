import { createHmac, randomBytes } from 'node:crypto';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Work } from './work.ts';

const SALT = 12;

/**
 * What is kept of a password's proof: a mark of it by a key that lies outside of the database, under a salt of its own, bound to company and field.
 * Who has the database alone can try no password against it, and the same password is never kept alike.
 */
export function keptSecret(
  { pepper, session }: Pick<Work, 'pepper' | 'session'>,
  table: ResolvedTable,
  field: ResolvedField,
  proof: string,
): string {
  const salt = randomBytes(SALT).toString('base64url');
  return `p1.${salt}.${markOf(pepper, [session.company.id, table.name, field.def.uid, salt, proof])}`;
}

const markOf = (pepper: Buffer, of: readonly (string | number)[]): string =>
  createHmac('sha256', pepper)
    .update(`field password\n${of.join('\n')}`)
    .digest('base64url');
