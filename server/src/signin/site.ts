import type { Db, Tx } from '#server/db/db.ts';

/** What every password of this installation is derived with. Chosen at the first sign-in or seed and kept: another salt or cost would void every credential. */
export interface Site {
  salt: Buffer;
  /** cost of scrypt */
  N: number;
}

const known = new WeakMap<Tx, Site>();

/** The installation's salt and cost; `kdfN` of the settings is taken only when there are none yet. */
export async function loadSite(db: Db | Tx, kdfN: number): Promise<Site> {
  const found = known.get(db);
  if (found) return found;
  await db.query(
    `insert into fw.signin_site (salt, n) values (decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), $1) on conflict do nothing`,
    [kdfN],
  );
  const [site] = await db.query<Site>('select salt, n as "N" from fw.signin_site');
  known.set(db, site!);
  return site!;
}
