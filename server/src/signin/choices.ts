import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';

/** So many choices one person may have: bounds what a program may leave behind. */
const MOST = 500;

/** Keeps one of the person's choices, '' takes it back; false where he has too many. His sessions and what they hear speak the language that he chose from then on (session.ts). */
export async function keepChoice({ db }: House, { company, user }: Session, name: string, value: string): Promise<boolean> {
  const whose = [company.id, user.id];
  return db.tx(async (tx) => {
    // other processes read his sessions anew, and his channel with them
    if (name === 'locale') await tx.query(`select pg_notify('fw_session', $1)`, [`user ${company.id} ${user.id}`]);
    if (value === '') {
      await tx.query('delete from fw.choice where company_id = $1 and user_id = $2 and name = $3', [...whose, name]);
      return true;
    }
    const kept = await tx.query(
      `insert into fw.choice (company_id, user_id, name, value)
       select $1, $2, $3, $4 where (select count(*) from fw.choice where company_id = $1 and user_id = $2 and name <> $3) < $5
       on conflict (company_id, user_id, name) do update set value = excluded.value returning name`,
      [...whose, name, value, MOST],
    );
    return kept.length > 0;
  });
}
