import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';

/** Whether the database holds anything that only its keys open: then none may be made anew. */
export async function isSealed(db: Db): Promise<boolean> {
  const [tables] = await db.query<{ made: boolean; marked: boolean }>(
    `select to_regclass('fw.credential') is not null as made, to_regclass('fw.key_check') is not null as marked`,
  );
  if (!tables!.made) return false;
  const marks = tables!.marked ? 'or exists (select from fw.key_check)' : '';
  const [row] = await db.query<{ sealed: boolean }>(`select exists (select from fw.credential) ${marks} as sealed`);
  return row!.sealed;
}

/** The keys by which a database does not know its server. */
export class ForeignKeys extends Error {
  constructor(readonly names: readonly string[]) {
    super(
      `the keys are not those of this database (${names.join(', ')}): put the ones of its first start into KEYS_DIR, they are in its backup`,
    );
  }
}

/** The first start marks the database with its keys; every later one must have the same. A mark tells nothing of its key. */
export async function checkKeys(db: Db, keys: House['keys']): Promise<void> {
  const mine = Object.entries(keys).map(([name, key]) => ({ name, mark: createHmac('sha256', key).update(`key check\n${name}`).digest() }));
  await db.query(
    `insert into fw.key_check (name, mark) select name, decode(mark, 'hex') from unnest($1::text[], $2::text[]) as r (name, mark)
     on conflict do nothing`,
    [mine.map(({ name }) => name), mine.map(({ mark }) => mark.toString('hex'))],
  );
  const kept = await db.query<{ name: string; mark: Buffer }>('select name, mark from fw.key_check');
  const foreign = mine.filter(({ name, mark }) => !kept.some((row) => row.name === name && timingSafeEqual(row.mark, mark)));
  if (foreign.length > 0) throw new ForeignKeys(foreign.map(({ name }) => name));
}
