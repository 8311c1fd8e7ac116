import { createHmac, randomBytes } from 'node:crypto';
import type { Verifier } from '#protocol/signin/proof.ts';
import { REMEMBERED_BYTES, REMEMBERED_MINUTES, rememberedKeys } from '#protocol/signin/remember.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { primitives, seal, unseal } from './crypto.ts';
import { writeEvent } from './security-log.ts';

/** A value that was used counts as lost to somebody else when it comes again later than this: two windows at once are no thief. */
const AT_ONCE = 10_000;
/** Machines that may remember one person at a time. */
const MACHINES = 10;

/** What the server keeps of a remembered value, for the one account that it was made for. */
export interface Held extends Verifier {
  /** null where there is none: the keys are made up then, and always the same */
  row: { selector: string; family: string; usedAt: number | null; until: Date } | null;
}

const boundTo = (selector: string): string => `remembered ${selector}`;

/** The remembered value of a selector, as long as it and the password behind it hold. */
export async function loadHeld(
  { db, keys, clock }: House,
  selector: string,
  user: { company_id: number; id: number; epoch: number } | null,
): Promise<Held> {
  const [row] = await db.query<{ family: string; sealed: Buffer; used_at: string | null; expires_at: string }>(
    `select family, sealed, used_at, expires_at from fw.remembered
      where selector = $1 and company_id = $2 and user_id = $3 and epoch = $4 and expires_at > $5`,
    [selector, user?.company_id ?? null, user?.id ?? null, user?.epoch ?? null, clock.now()],
  );
  if (!row) {
    const key = createHmac('sha256', keys.pepper).update(`fake\nremembered ${selector}`).digest();
    return { storedKey: key, serverKey: key, row: null };
  }
  const opened = unseal(keys.seal, row.sealed, boundTo(selector));
  const usedAt = row.used_at === null ? null : Date.parse(row.used_at);
  return {
    storedKey: opened.subarray(0, 32),
    serverKey: opened.subarray(32),
    row: { selector, family: row.family, usedAt, until: new Date(row.expires_at) },
  };
}

/** Who is remembered, on which machine, and the sign-in that began it or went on with it. */
export interface Remembering {
  company: number;
  user: number;
  epoch: number;
  device: string;
  /** the public id of the session that this sign-in opens */
  sid: string;
}

/** A new value in the family that it follows, or in one of its own; `until` stays that of the typed password. Answers it in clear. */
export async function remember(tx: Tx, { keys }: House, now: Date, of: Remembering, after: Held['row']): Promise<string> {
  const value = randomBytes(REMEMBERED_BYTES).toString('base64url');
  const { selector, keys: made } = rememberedKeys(primitives, value)!;
  const sealed = seal(keys.seal, Buffer.concat([made.storedKey, made.serverKey]), boundTo(selector));
  const until = after?.until ?? new Date(now.getTime() + REMEMBERED_MINUTES * 60_000);
  await tx.query(
    `insert into fw.remembered (selector, family, company_id, user_id, epoch, device, sid, sealed, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [selector, after?.family ?? selector, of.company, of.user, of.epoch, of.device, of.sid, sealed, until],
  );
  return value;
}

/** Marks a value as used for the session `sid`; false where another call was first. */
export async function spend(tx: Tx, { selector }: { selector: string }, now: Date, { company, user, sid }: Remembering): Promise<boolean> {
  const used = await tx.query(
    'update fw.remembered set used_at = $4, used_for = $5 where selector = $1 and company_id = $2 and user_id = $3 and used_at is null returning 1',
    [selector, company, user, now, sid],
  );
  return used.length === 1;
}

/** Before a person is remembered anew: what this machine remembered of him is over, and so is what the machines beyond ten others did. */
export async function forgetMachine(tx: Tx, { company, user, device }: Remembering): Promise<void> {
  await tx.query(
    `delete from fw.remembered where company_id = $1 and user_id = $2 and (device = $3 or device in (
       select device from fw.remembered where company_id = $1 and user_id = $2 and device <> $3
       group by device order by max(expires_at) desc offset ${MACHINES - 1}))`,
    [company, user, device],
  );
}

/**
 * A used value came again, with a right proof: one of two who have it is a thief. The whole family ends, with the sessions that came of it.
 * Two at once are one person's windows: the second is refused and nothing else ends.
 */
export async function endFamily(
  { db, clock }: House,
  { family, usedAt }: NonNullable<Held['row']>,
  event: { company: number; actor: number },
) {
  const now = clock.now();
  if (usedAt !== null && now.getTime() - usedAt < AT_ONCE) return;
  await db.tx(async (tx) => {
    const ended = await tx.query<{ sid: string }>(
      `with lost as (delete from fw.remembered where family = $1 and company_id = $2 and user_id = $3 returning sid, used_for)
       delete from fw.session where company_id = $2 and user_id = $3 and family in (select sid from lost union select used_for from lost)
       returning sid`,
      [family, event.company, event.actor],
    );
    for (const { sid } of ended) await tx.query(`select pg_notify('fw_session', $1)`, [sid]);
    await writeEvent(tx, { op: 'Login', reason: 'remembered value used again', ...event }, now);
  });
}

/** What remembers a person on the machine of the sign-in `ended`, or with '' on every machine but that of the sign-in `here`, is over. */
export async function forgetElsewhere(
  tx: Tx,
  { company, user }: { company: number; user: number },
  here: string,
  ended: string,
): Promise<void> {
  const of = (family: string) =>
    `select family from fw.remembered where company_id = $1 and user_id = $2 and (sid = ${family} or used_for = ${family})`;
  await tx.query(
    `delete from fw.remembered where company_id = $1 and user_id = $2 and family not in (${of('$3')}) and ($4 = '' or family in (${of('$4')}))`,
    [company, user, here, ended],
  );
}
