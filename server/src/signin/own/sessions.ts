import { Refusal } from '#protocol/codes.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { forgetElsewhere } from '../once/remember.ts';
import { record } from '../security-log.ts';
import { type Agent, agentOf } from './agent.ts';

/** A sign-in that is live, with all sessions that came of it by switching domains. */
export interface OwnSession extends Agent {
  /** its public id */
  id: string;
  /** 1: the one that asks */
  here: 0 | 1;
  address: string;
  /** yyyy-MM-dd HH:mm:ss in the company's time zone: the sign-in, and the last call of a person */
  since: string;
  seen: string;
}

const LIVE = 'least(s.idle_until, s.abs_until, s.left_until) > $3';

/** Where the person is signed in, the one that asks first, then who was last at work. */
export async function ownSessions({ db, clock }: House, { company, user, sid }: Session): Promise<OwnSession[]> {
  const rows = await db.query<{ id: string; here: boolean; user_agent: string; address: string; since: string; seen: string }>(
    `select s.family as id, bool_or(s.sid = $4) as here, min(s.user_agent) as user_agent, min(s.address) as address,
            min(s.created) as since, max(s.last_seen) as seen
       from fw.session s join fw.credential k on k.company_id = s.company_id and k.user_id = s.user_id and k.epoch = s.epoch
      where s.company_id = $1 and s.user_id = $2 and ${LIVE}
      group by s.family order by bool_or(s.sid = $4) desc, max(s.last_seen) desc, s.family`,
    [company.id, user.id, clock.now(), sid],
  );
  return rows.map(({ id, here, user_agent, address, since, seen }) => ({
    ...{ id, here: here ? 1 : 0, ...agentOf(user_agent), address },
    ...{ since: wall(since, company.time_zone), seen: wall(seen, company.time_zone) },
  }));
}

const wall = (time: string, zone: string): string => wallAt(Date.parse(time), zone);

/**
 * Ends the person's sign-in of this id, or all but that which asks; answers how many. What asks cannot end itself here: it signs out.
 * A session that is just being made of one of them by a switch is not missed.
 */
export async function endOwnSessions(house: House, { company, user, sid }: Session, id: string, address: string): Promise<number> {
  const whose = [company.id, user.id];
  const ended = await house.db.tx(async (tx) => {
    const [here] = await tx.query<{ family: string }>('select family from fw.session where company_id = $1 and user_id = $2 and sid = $3', [
      ...whose,
      sid,
    ]);
    if (!here) throw new Refusal(401);
    if (id === here.family) throw new Refusal(317, '', { field: 'id' });
    await tx.query(
      `select pg_advisory_xact_lock(hashtextextended('fw.session ' || o.family, 0))
         from (select distinct family from fw.session where company_id = $1 and user_id = $2 and family <> $3 and ($4 = '' or family = $4) order by family) o`,
      [...whose, here.family, id],
    );
    const gone = await tx.query<{ sid: string; family: string }>(
      `delete from fw.session where company_id = $1 and user_id = $2 and family <> $3 and ($4 = '' or family = $4) returning sid, family`,
      [...whose, here.family, id],
    );
    await forgetElsewhere(tx, { company: company.id, user: user.id }, here.family, id);
    for (const each of gone) await tx.query(`select pg_notify('fw_session', $1)`, [each.sid]);
    return new Set(gone.map(({ family }) => family));
  });
  if (id !== '' && ended.size === 0) throw new Refusal(315);
  for (const family of ended) {
    const who = { company: company.id, actor: user.id, sid, address };
    await record(house, { ...who, op: 'EndSession', reason: 'ok', target: `session ${family}` });
  }
  return ended.size;
}

/** When the person's password was set, yyyy-MM-dd HH:mm:ss in the company's time zone. */
export async function passwordTime({ db }: House, { company, user }: Session): Promise<string> {
  const [row] = await db.query<{ changed_at: string }>('select changed_at from fw.credential where company_id = $1 and user_id = $2', [
    company.id,
    user.id,
  ]);
  return wall(row!.changed_at, company.time_zone);
}
