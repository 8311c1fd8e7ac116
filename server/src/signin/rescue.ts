import { foldName } from '#protocol/signin/names.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { PERSON } from '#server/meta/person.ts';
import { dropFactor } from './factor/factor.ts';
import { issueLink } from './once/entry-link.ts';
import { writeEvent } from './security-log.ts';

/** Stands for whoever has the machine, where a link says who made it: no user has this id. */
const OPERATOR = 0;

interface Helped {
  company: number;
  user: number;
  enters: boolean;
}

/**
 * Takes off the second factor of `name` (user@company, as at sign-in) and ends his sessions, for somebody whom no administrator can help: the
 * operator's way. Throws, in English, where there is no such user or factor. Written in the security log.
 */
export async function rescueFactor(db: Db, { clock }: Pick<House, 'clock'>, name: string): Promise<void> {
  await db.tx(async (tx) => {
    const whose = await find(tx, name);
    if (!(await dropFactor(tx, whose))) throw new Error(`${name} has no second factor`);
    await tx.query("select fw.end_sessions($1, $2, 'operator')", [whose.company, whose.user]);
    await note(tx, whose, 'ResetFactor', clock.now());
  });
}

/** A one-time link by which `name` sets a password, as `UserApi` Invite makes it, and until when it holds. Throws as above, also for who may not sign in. */
export async function rescueLink(
  db: Db,
  { clock, keys }: Pick<House, 'clock' | 'keys'>,
  name: string,
): Promise<{ link: string; until: Date }> {
  return db.tx(async (tx) => {
    const whose = await find(tx, name);
    if (!whose.enters) throw new Error(`${name} is disabled: an administrator enables accounts`);
    const issued = await issueLink(tx, { clock, keys }, { ...whose, by: OPERATOR });
    await note(tx, whose, 'Invite', clock.now());
    return issued;
  });
}

async function find(tx: Tx, name: string): Promise<Helped> {
  const at = name.lastIndexOf('@');
  const [user, company] = [name.slice(0, at), name.slice(at + 1)].map(foldName);
  const [found] = await tx.query<Helped>(
    `select u.company_id as company, u.id as "user", ${PERSON.mayEnter} as enters from fw.company c join app."user" u on u.company_id = c.id
      where lower(c.login_name) = $1 and lower(u.login_name) = $2 and u.deleted_time is null`,
    [company, user],
  );
  if (at < 1 || !found) throw new Error(`no user ${name}: say username@company, as they are typed at sign-in`);
  return found;
}

const note = (tx: Tx, { company, user }: Helped, op: string, at: Date): Promise<void> =>
  writeEvent(tx, { op, reason: 'ok', company, target: `user ${user}` }, at);
