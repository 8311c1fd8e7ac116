import type { EventDef } from '#protocol/meta/flow.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { DecisionOutcome } from '#protocol/wire/decision.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';
import { ASKER } from '#server/query/asker.ts';
import { bound, column, type Sql, sql } from '#server/query/sql.ts';
import type { Diff } from '../kernel/model.ts';
import type { RecordRef } from './case-store.ts';
import type { RecordRow } from './record-row.ts';

/** What a person is told of his application, by the number that the rows carry. */
const KINDS = { returned: 1, refused: 2, approved: 3, cancelled: 4 } as const;
type Told = keyof typeof KINDS;

const isTold = (outcome: DecisionOutcome): outcome is Told => Object.hasOwn(KINDS, outcome);

export interface NoticeOf {
  ref: RecordRef;
  record: RecordRow;
  event: EventDef;
  outcome: DecisionOutcome;
  diff: Diff;
}

/**
 * Tells the applicant that his application is back with him, or how it ended: a row that he can read later and a message for now, with the
 * decision that is their cause. What he did himself he knows; a return to somebody else is that person's to-do.
 */
export async function tellApplicant(tx: Tx, { ref, record, event, outcome, diff }: NoticeOf): Promise<void> {
  if (!isTold(outcome) || diff.actor === record.create_entity || (outcome === 'returned' && !isFirst(diff.to_state))) return;
  await tx.query(
    `with n as (insert into fw.notice (company_id, user_entity, kind, source, rowid, subcompany_id, key_name, said_by, said, event_name, event_name_en, create_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning company_id, user_entity, source, rowid, key_name)
     insert into fw.outbox (company_id, user_id, kind, payload)
     select company_id, user_entity, $13, jsonb_build_object('cloud', source, 'id', rowid, 'key_name', key_name) from n`,
    [
      ref.company,
      record.create_entity,
      KINDS[outcome],
      ref.source,
      ref.rowid,
      record.subcompany_id,
      record.key_name,
      diff.actor,
      diff.remark,
      event.key_name,
      event.key_name_en,
      diff.at,
      outcome,
    ],
  );
}

/** A save without a decision moves the open pages of the others of the record's case: what was sent back is changed under the eyes of who sent it back. */
export async function tellSaved(tx: Tx, { company, user }: Session, table: ResolvedTable, id: number): Promise<void> {
  if (table.def.flow !== 1) return;
  await tx.query(
    `insert into fw.outbox (company_id, user_id, kind, payload)
     select distinct $1::bigint, review_entity, 'counts', jsonb_build_object('cloud', $2::text, 'id', $3::bigint) from fw.flow_todo
     where company_id = $1 and source = $2 and rowid = $3 and review_entity <> $4`,
    [company.id, table.name, id, user.id],
  );
}

/** Whether the asker has unread notices of the record on alias t. */
export function hasNotice(table: ResolvedTable): Sql {
  const his = sql`n.company_id = ${ASKER.company} and n.user_entity = ${ASKER.user}`;
  const of = sql`n.source = ${bound(table.name, 'text')} and n.rowid = ${column('t', 'id')}`;
  return sql`exists (select 1 from fw.notice n where ${his} and ${of} and n.read_time is null)`;
}

/** His unread notices are read: all, one, or those of one record; badges of his other windows move. Answers how many. */
export async function readNotices(
  tx: Tx,
  { company, user }: Session,
  now: Date,
  of: { id?: number; source?: string; rowid?: number } = {},
): Promise<number> {
  const [row] = await tx.query<{ read: number }>(
    `with r as (update fw.notice set read_time = $3 where company_id = $1 and user_entity = $2 and read_time is null
         and ($4::bigint is null or id = $4) and ($5::text is null or source = $5 and rowid = $6) returning 1),
       o as (insert into fw.outbox (company_id, user_id, kind) select $1, $2, 'counts' where exists (select from r))
     select count(*)::int as read from r`,
    [company.id, user.id, now, of.id ?? null, of.source ?? null, of.rowid ?? null],
  );
  return row!.read;
}
