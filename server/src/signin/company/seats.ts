import { Refusal } from '#protocol/codes.ts';
import { foldName } from '#protocol/signin/names.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { writeEvent } from '../security-log.ts';

/**
 * How many active people the licence of a company allows is `max_users` of its row; none has no bound. Whoever becomes active is counted by
 * the database itself, one after the other (`fw.seat_taken`), whoever writes it: 307. Where the number was lowered below those who are
 * active, those who were there first and administrators still sign in, so that somebody can put it right.
 */
export async function refuseOverLicence(tx: Tx, { company, user }: { company: number; user: number }): Promise<void> {
  const [over] = await tx.query<{ max: number }>(
    `select c.max_users as max from fw.company c
      where c.id = $1 and c.max_users <= (select count(*) from app."user" u where u.company_id = $1 and u.id < $2 and ${ACTIVE_PERSON})
        and not exists (select from app."user" u join app."role" r on r.company_id = u.company_id and r.id = any(u.role_entities)
          where u.company_id = $1 and u.id = $2 and r.root = 1 and r.deleted_time is null)`,
    [company, user],
  );
  if (over) throw new Refusal(307, '$users_full', { max: over.max });
}

/** Puts the counting on the table of users, where it stands; the same again changes nothing. By the owner of the tables. */
export async function watchSeats(tx: Tx, catalogue: Catalogue): Promise<void> {
  const table = catalogue.tables().find((one) => one.def.uid === 'sys.user');
  if (!table) return;
  const on = table.relation.live;
  const [known] = await tx.query(
    `select 1 from pg_trigger t where t.tgname = 'takes_seat' and t.tgrelid = $1::regclass and t.tgenabled = 'O'`,
    [on],
  );
  if (known) return;
  await tx.query(
    `create trigger takes_seat after insert or update on ${on} for each row
       when (new.status = 1 and new.deleted_time is null) execute function fw.seat_taken()`,
  );
}

/** The operator's way: how many active people a company (its sub-account) may have, null without a bound. Throws, in English, where there is none. */
export const setMaxUsers = (db: Db, house: Pick<House, 'clock'>, subname: string, most: number | null): Promise<void> =>
  setBound(db, house, subname, { column: 'max_users', most, op: 'MaxUsers', said: `users ${most ?? 'unbounded'}` });

/** The same of the megabytes that its files may have together, null as the settings say. */
export const setFileRoom = (db: Db, house: Pick<House, 'clock'>, subname: string, most: number | null): Promise<void> =>
  setBound(db, house, subname, { column: 'file_mb', most, op: 'FileRoom', said: `files ${most ?? 'as set'}` });

interface Bounding {
  column: 'max_users' | 'file_mb';
  most: number | null;
  op: string;
  said: string;
}

async function setBound(db: Db, { clock }: Pick<House, 'clock'>, subname: string, { column, most, op, said }: Bounding): Promise<void> {
  await db.tx(async (tx) => {
    const [set] = await tx.query<{ id: number }>(`update fw.company set ${column} = $2 where login_name = $1 returning id`, [
      foldName(subname),
      most,
    ]);
    if (!set) throw new Error(`no company ${subname}: say its account, as it is typed at sign-in`);
    await writeEvent(tx, { op, reason: 'ok', company: set.id, target: said }, clock.now());
  });
}
