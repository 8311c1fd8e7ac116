import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { loadCase } from './case-store.ts';
import { readRows } from './read-rows.ts';
import { later } from './time.ts';
import { writeDiff } from './write-diff.ts';

/**
 * Show by a holder (workflow 2.4 Read): his unread copy becomes read, his open rows get their first-seen stamp. Most shows have
 * nothing to stamp and lock nothing. Answers whether anything changed.
 */
export async function markRead(house: House, session: Session, table: ResolvedTable, id: number): Promise<boolean> {
  if (table.def.flow !== 1) return false;
  const ref = { company: session.company.id, source: table.name, rowid: id };
  const [unseen] = await house.db.query(
    `select 1 from fw.flow_todo where company_id = $1 and source = $2 and rowid = $3 and review_entity = $4
       and review_state in (2, 4, 6, 7, 13) and read_time is null limit 1`,
    [ref.company, ref.source, ref.rowid, session.user.id],
  );
  if (!unseen) return false;
  return house.db.tx((tx) => stamp(tx, house, session, table, id));
}

async function stamp(tx: Tx, house: House, session: Session, table: ResolvedTable, id: number): Promise<boolean> {
  const ref = { company: session.company.id, source: table.name, rowid: id };
  await tx.query(`select 1 from app."${table.name}" where company_id = $1 and id = $2 for no key update`, [ref.company, id]);
  const stored = await loadCase(tx, ref);
  const diff = stored && readRows(stored.state, session.user.id, later(house.clock.now(), stored));
  if (!stored || !diff) return false;
  const holders = new Map(stored.state.todos.map((todo) => [todo.id, todo.review_entity]));
  const written = {
    ref,
    caseId: stored.id,
    defId: stored.def_id,
    domain: null,
    keyName: '',
    requestId: null,
    cause: { command: { op: 'Read' } },
  };
  await writeDiff(tx, written, diff, holders);
  return true;
}
