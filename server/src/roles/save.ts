import { Refusal } from '#protocol/codes.ts';
import type { saveRoleOp } from '#protocol/ops/cloud.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import { raiseRights, readRoleRights, versionOf, writeRights } from '#server/access/grants/role-rights.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { refuseBeyond, refuseUntouchable } from './beyond.ts';
import { readRole } from './role.ts';
import { applied, type Difference, differenceOf } from './wanted.ts';

/**
 * Changes what a role may do, in one transaction; `log` writes who did it. Nobody changes a root role, a role that he has himself (a root
 * administrator gains nothing by it), or gives or takes what he has not (312). 311 where it is not what he saw any more.
 */
export async function saveRole(
  house: House,
  access: Access,
  ask: RequestOf<typeof saveRoleOp>,
  log: (tx: Tx) => Promise<void>,
): Promise<Reply> {
  const { session, catalogue } = access;
  const company = session.company.id;
  return house.db.tx(async (tx) => {
    const role = await readRole(tx, access, ask.id, true);
    refuseUntouchable(access, role);
    const here = await readRoleRights(tx, company, role.id);
    if (versionOf(here) !== ask.version) await refuseStale(tx, access, role.id, versionOf(here));
    const next = applied(catalogue, here, ask);
    const difference = differenceOf(here, next);
    if (!difference) return { data: { version: ask.version } };
    await refuseBeyond(tx, access, role.id, difference);
    await writeRights(tx, company, role.id, next);
    await writeChange(tx, access, role.id, difference, house.clock.now());
    await raiseRights(tx, company);
    await log(tx);
    return { data: { version: versionOf(next) } };
  });
}

async function refuseStale(tx: Tx, access: Access, role: number, version: string): Promise<never> {
  const { session } = access;
  const [last] = await tx.query<{ user_entity: number; at: string }>(
    'select user_entity, at from fw.role_change where company_id = $1 and role_id = $2 order by number desc limit 1',
    [session.company.id, role],
  );
  if (!last) throw new Refusal(311, '$roleStaleSilent', { version });
  const names = await namesOf(tx, access, 'user', [last.user_entity]);
  const who = namedBy(names, last.user_entity);
  throw new Refusal(311, '$roleStale', { who, when: wallAt(Date.parse(last.at), session.company.time_zone), version });
}

/** The role's row is held: numbers come one after the other. */
async function writeChange(tx: Tx, { session }: Access, role: number, { before, after }: Difference, now: Date): Promise<void> {
  await tx.query(
    `insert into fw.role_change (company_id, role_id, number, at, user_entity, before, after)
     select $1, $2, coalesce((select max(number) from fw.role_change where company_id = $1 and role_id = $2), 0) + 1, $3, $4, $5, $6`,
    [session.company.id, role, now, session.user.id, JSON.stringify(before), JSON.stringify(after)],
  );
}
