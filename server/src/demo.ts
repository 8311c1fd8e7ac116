import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '#server/meta/house.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { type CredentialOwner, createCredential, verifierOf } from '#server/signin/credential.ts';
import { loadSite } from '#server/signin/site.ts';

/** Letters and digits that nobody mistakes for another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

const UNUSED =
  'DEMO_PASSWORD is not used: the people of this demonstration have their password already; it counts in a new DATA_DIR or database';

/** The lines of a start that say how to sign in to the demonstration: its people get a password once and keep it. */
export async function demoLines(house: House, folder: string, wanted: string | undefined): Promise<string[]> {
  const password = await demoPassword(folder, wanted, await lacksCredentials(house));
  const unused = wanted !== undefined && wanted !== password ? [UNUSED] : [];
  if (password === null) return ['sign in with the passwords of before: this folder does not know them', ...unused];
  await giveCredentials(house, password);
  const signIns = (await peopleToShow(house)).map(({ subname, users, all }) => {
    const more = all > users.length ? ` and ${all - users.length} more: all of them stand in the list of users that ${users[0]} sees` : '';
    return `sign in: sub-account ${subname}, password ${password}, users ${users.join(', ')}${more}`;
  });
  return [...signIns, ...unused];
}

interface Shown {
  subname: string;
  users: string[];
  all: number;
}
/** As many as a person reads in a line. */
const MOST_SHOWN = 15;

/** The first people of each company that the demonstration brought, and how many it brought in all. */
const peopleToShow = ({ db }: House): Promise<Shown[]> =>
  db.query<Shown>(
    `select c.login_name as subname, (array_agg(u.login_name order by u.id))[:$1::int] as users, count(*)::int as all
     from fw.seed s join app."user" u on u.company_id = s.company_id and u.id = s.id join fw.company c on c.id = u.company_id
     where s.table_name = 'user' and ${ACTIVE_PERSON} group by c.id order by c.id`,
    [MOST_SHOWN],
  );

/**
 * The one password of the demonstration's people: as set, else made once. It is kept beside the keys, readable by the server alone,
 * so that every start can say it; a demonstration is for looking at. Null where everybody has a password already and it was not kept
 * here, as after a restore: `make` says that somebody has none.
 */
async function demoPassword(folder: string, wanted: string | undefined, make: boolean): Promise<string | null> {
  const path = join(folder, 'demo-password');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept) return kept;
  if (!make) return null;
  const password = wanted ?? Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  await writeFile(path, password, { mode: 0o600, flush: true });
  return password;
}

/** Whether somebody who may sign in has no password yet. */
async function lacksCredentials(house: House): Promise<boolean> {
  const [one] = await house.db.query(
    `select 1 from app."user" u left join fw.credential k on k.company_id = u.company_id and k.user_id = u.id
     where ${ACTIVE_PERSON} and k.user_id is null limit 1`,
  );
  return one !== undefined;
}

/** Gives a password to everyone who has none yet. */
export async function giveCredentials(house: House, password: string): Promise<void> {
  const without = await house.db.query<CredentialOwner>(
    `select u.company_id, u.id, c.login_name as subname, u.login_name
     from app."user" u
     join fw.company c on c.id = u.company_id
     left join fw.credential k on k.company_id = u.company_id and k.user_id = u.id
     where ${ACTIVE_PERSON} and k.user_id is null order by u.company_id, u.id`,
  );
  const { salt, N } = await loadSite(house.db, house.settings.kdfN);
  const made = await Promise.all(
    without.map(async (user) => ({ user, verifier: await verifierOf(user.subname, user.login_name, password, salt, N) })),
  );
  await house.db.tx(async (tx) => {
    for (const { user, verifier } of made) await createCredential(tx, house.keys, user, verifier);
  });
}
