import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';

/** Tables of definitions whose changes end sessions, by uid, and the function of the database that decides it (migrations.ts). */
const WATCHED: readonly [uid: string, decides: string][] = [
  ['sys.user', 'fw.user_changed()'],
  ['sys.role', 'fw.role_changed()'],
  ['sys.domain', 'fw.domain_changed()'],
];

/** Puts the triggers on the tables, where they stand; the same again changes nothing. By the owner of the tables, whenever they were brought up to date. */
export async function watchSessionEnds(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const [uid, decides] of WATCHED) {
    const table = catalogue.tables().find((one) => one.def.uid === uid);
    if (!table) continue;
    const on = table.relation.live;
    const [known] = await tx.query(
      `select 1 from pg_trigger t where t.tgname = 'ends_sessions' and t.tgrelid = $1::regclass and t.tgenabled = 'O'`,
      [on],
    );
    if (!known) await tx.query(`create trigger ends_sessions after update on ${on} for each row execute function ${decides}`);
  }
}
