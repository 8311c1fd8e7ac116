import { Refusal } from '#protocol/codes.ts';
import { STAMPED } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { ASKER } from '#server/query/asker.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { bound, column, compile, FALSE, oneOf, or, type Sql, sql } from '#server/query/sql.ts';
import { later } from '../kernel/clock/time.ts';
import { readRows } from '../kernel/commands/read-rows.ts';
import { loadCase } from '../store/case-store.ts';
import { hasNotice, readNotices } from '../store/notices.ts';
import { writeDiff } from '../store/write-diff.ts';

/**
 * Show by a holder: his unread copy becomes read, his open rows get their first-seen stamp, notices of it are read. Most
 * shows have nothing to stamp (`unseen`) and lock nothing. Nobody waits for a stamp and nothing fails for want of one: where the record is just being
 * written, or nothing can be, the next Show stamps. Answers whether anything changed.
 */
export async function markRead(house: House, session: Session, table: ResolvedTable, id: number): Promise<boolean> {
  // who looks through his eyes reads nothing in his place
  if (session.eyes) return false;
  try {
    return await house.db.tx((tx) => stamp(tx, house, session, table, id));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Whether there is something for the asker to stamp, of the record on alias t: asked in the statement that reads it. */
export const unseen = (table: ResolvedTable): Sql => (table.def.flow === 1 ? or(unseenTodo(table), hasNotice(table)) : FALSE);

function unseenTodo(table: ResolvedTable): Sql {
  const his = sql`w.company_id = ${ASKER.company} and w.review_entity = ${ASKER.user}`;
  const on = sql`w.source = ${bound(table.name, 'text')} and w.rowid = ${column('t', 'id')}`;
  const unfinished = oneOf(column('w', 'review_state'), [...STAMPED]);
  return sql`exists (select 1 from fw.flow_todo w where ${his} and ${on} and ${unfinished} and w.read_time is null)`;
}

async function stamp(tx: Tx, house: House, session: Session, table: ResolvedTable, id: number): Promise<boolean> {
  const ref = { company: session.company.id, source: table.name, rowid: id };
  const his = thisRow(table, id, bound(ref.company, 'bigint'));
  const { text, values } = compile(sql`select 1 from ${relation(table)} t where ${his} for no key update skip locked`);
  if ((await tx.query(text, values)).length === 0) return false;
  const told = await readNotices(tx, session, house.clock.now(), ref);
  const stored = await loadCase(tx, ref);
  const diff = stored && readRows(stored.state, session.user.id, later(house.clock.now(), stored));
  if (!stored || !diff) return told > 0;
  const rows = new Map(stored.state.todos.map((todo) => [todo.id, todo]));
  const written = {
    ref,
    caseId: stored.id,
    defId: stored.def_id,
    domain: null,
    keyName: '',
    code: null,
    requestId: null,
    cause: { command: { op: 'Read' } },
  };
  await writeDiff(tx, written, diff, rows);
  return true;
}
