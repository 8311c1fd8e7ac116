import { demandAdministrator } from '#server/access/giving/administrators.ts';
import { readStanding } from '#server/access/giving/standing.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, sql } from '#server/query/sql.ts';
import type { Work } from '#server/records/row/work.ts';
import type { AccountShown } from './account.ts';
import { allowed, offersLook } from './eyes.ts';

/** What is done upon an account, by the name of its call; `Modify` is the form of the person. */
type Offered = 'Invite' | 'Enable' | 'Modify' | 'Unlock' | 'ResetFactor' | 'SignOut' | 'Disable' | 'Eyes';

/**
 * What would be done if who reads an account asked for it now, as it stands and by his rights: the page offers that and nothing else. Of his own
 * account one makes no link, takes off no second factor and disables nothing.
 */
export async function offered(work: Work, table: ResolvedTable, id: number, account: AccountShown): Promise<Offered[]> {
  const other = id !== work.session.user.id;
  const disabled = account.status === 2;
  const modifies = await mayModify(work, table, id);
  const may: Record<Offered, boolean> = {
    Invite: other && !disabled,
    Enable: other && disabled && modifies,
    Modify: modifies,
    Unlock: account.locked_until !== null,
    ResetFactor: other && account.factor !== null,
    SignOut: account.sessions.length > 0,
    Disable: other && !disabled && modifies && (await mayBeTaken(work, id)),
    Eyes: await offersLook(work, table, id, account),
  };
  return (Object.keys(may) as Offered[]).filter((op) => may[op]);
}

/** Whether his right to change people reaches this one. */
export async function mayModify({ tx, access }: Work, table: ResolvedTable, id: number): Promise<boolean> {
  if (!access.may(table, 'Modify')) return false;
  const rows = access.grant(table, 'Modify').rows('t');
  const { text, values } = compile(
    sql`select 1 from ${relation(table)} t where ${and(sql`t.id = ${bound(id, 'bigint')}`, rows)}`,
    access.asker,
  );
  return (await tx.query(text, values)).length > 0;
}

/** Whether an administrator is left when he is none any more. */
async function mayBeTaken({ tx, session }: Work, id: number): Promise<boolean> {
  const standing = await readStanding(tx, session.company.id, id);
  return allowed(() => demandAdministrator(tx, session.company.id, id, standing, { ...standing, active: false }));
}
