import { Refusal } from '#protocol/codes.ts';
import { readStanding } from '#server/access/giving/standing.ts';
import type { Tx } from '#server/db/db.ts';
import type { Ground } from './ground.ts';

/** Who is named for a record works where it lies, or he could not open it: 312 with who does not. */
export async function demandDomain(
  tx: Tx,
  { session, table }: Pick<Ground, 'session' | 'table'>,
  domain: number | null,
  people: readonly number[],
): Promise<void> {
  if (table.tenancy !== 'domain' || domain === null) return;
  for (const user of people) {
    const { domain_entities } = await readStanding(tx, session.company.id, user);
    if (!domain_entities.includes(domain)) throw new Refusal(312, '$flow_domain', { user });
  }
}
