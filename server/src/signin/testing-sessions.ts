import type { Db } from '#server/db/db.ts';
import { openSession } from './session.ts';

interface Opening {
  now?: Date;
  /** his first where it says nothing */
  domain?: number;
  /** from where each calls */
  address?: (user: number) => string;
}

/**
 * Tokens of people who cannot sign in, their credentials being a copy of somebody's: sessions as a sign-in would open them, by user.
 * `by` is the device that they call with.
 */
export async function openSessions(
  db: Db,
  pepper: Uint8Array,
  { company, users, by }: { company: number; users: readonly number[]; by: string },
  { now = new Date(), domain, address = () => '127.0.0.1' }: Opening = {},
): Promise<Map<number, string>> {
  const people = await db.query<{ user: number; epoch: number; domain: number }>(
    `select k.user_id as "user", k.epoch, coalesce($3::bigint, u.domain_entities[1]) as domain from fw.credential k
     join app."user" u on u.company_id = k.company_id and u.id = k.user_id where k.company_id = $1 and k.user_id = any($2::bigint[])`,
    [company, users, domain ?? null],
  );
  const where = { company, locale: 'zh_CN', device: by, userAgent: by } as const;
  return db.tx(async (tx) => {
    const tokens = new Map<number, string>();
    for (const person of people)
      tokens.set(person.user, await openSession(tx, pepper, now, { ...where, ...person, address: address(person.user) }));
    return tokens;
  });
}
