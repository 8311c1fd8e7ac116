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
import type { Break } from './chain.ts';
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

/** Of a record that he has, or had: somebody asks him to hurry, or has taken it back. */
const OF_ACTS = { Urge: 6, Revoke: 7 } as const;

/** Tells the holders of rows what was done about them, in the words of who did it: rows that they can read later, beside the command's own messages. */
export async function tellHolders(
  tx: Tx,
  { ref, record, diff, holders }: { ref: RecordRef; record: RecordRow; diff: Diff; holders: readonly number[] },
): Promise<void> {
  const kind = OF_ACTS[diff.op as keyof typeof OF_ACTS];
  const people = [...new Set(holders)].filter((id) => id !== diff.actor);
  if (kind === undefined || people.length === 0) return;
  await tx.query(
    `insert into fw.notice (company_id, user_entity, kind, source, rowid, subcompany_id, key_name, said_by, said, event_name, event_name_en, create_time)
     select $1, x.id, $3, $4, $5, $6, $7, $8, $9, '', '', $10 from unnest($2::bigint[]) x (id)`,
    [ref.company, people, kind, ref.source, ref.rowid, record.subcompany_id, record.key_name, diff.actor, diff.remark, diff.at],
  );
}

/** Of a record that somebody who reports to him has had too long. */
const ESCALATED = 8;

/** Tells a leader that somebody's to-do has waited too long: a notice, and a message for now. */
export async function tellLeader(
  tx: Tx,
  of: {
    company: number;
    leader: number;
    holder: number;
    source: string;
    rowid: number;
    domain: number | null;
    key_name: string;
    at: string;
  },
): Promise<void> {
  await tx.query(
    `with n as (insert into fw.notice (company_id, user_entity, kind, source, rowid, subcompany_id, key_name, said_by, said, event_name, event_name_en, create_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '', '', '', $9) returning company_id, user_entity, source, rowid, key_name)
     insert into fw.outbox (company_id, user_id, kind, payload)
     select company_id, user_entity, 'escalated', jsonb_build_object('cloud', source, 'id', rowid, 'key_name', key_name) from n`,
    [of.company, of.leader, ESCALATED, of.source, of.rowid, of.domain, of.key_name, of.holder, of.at],
  );
}

/** Somebody is away, and he acts for him. */
const AGENT = 11;

/** Tells a person that he acts for another: a notice of no record, and the badges of both, whose lists change. */
export async function tellAgent(tx: Tx, of: { company: number; agent: number; by: number; said: string; at: Date }): Promise<void> {
  await tx.query(
    `with n as (insert into fw.notice (company_id, user_entity, kind, source, rowid, key_name, said_by, said, event_name, event_name_en, create_time)
       values ($1, $2, ${AGENT}, '', 0, '请您代为办理', $3, $4, '', '', $5) returning company_id, user_entity)
     insert into fw.outbox (company_id, user_id, kind) select company_id, user_entity, 'counts' from n union all select $1, $3, 'counts'`,
    [of.company, of.agent, of.by, of.said, of.at],
  );
}

/** How often a person was told since then that he acts for this one. */
export async function timesTold(tx: Tx, of: { company: number; agent: number; by: number; since: Date }): Promise<number> {
  const [told] = await tx.query<{ times: number }>(
    `select count(*)::int as times from fw.notice n
      where n.company_id = $1 and n.user_entity = $2 and n.kind = ${AGENT} and n.said_by = $3 and n.create_time > $4`,
    [of.company, of.agent, of.by, of.since],
  );
  return told!.times;
}

/** What is told of no record of his: somebody looked at the platform through his eyes, and why; his mail address is another now; a link to set a new password was made. */
const OF_ACCOUNT = {
  looked: { kind: 5, name: '以您的视角查看' },
  address: { kind: 9, name: '邮箱已变更' },
  link: { kind: 12, name: '已生成重置密码的链接' },
} as const;

/** Who did it is the administrators' to know (docs/decisions/170). */
export const NOBODY = 0;

/** Tells a person what was done with his account: a notice of no record, and the badges of his windows. */
export async function tellOfAccount(
  tx: Tx,
  what: keyof typeof OF_ACCOUNT,
  of: { company: number; user: number; by: number; said: string; at: Date },
): Promise<void> {
  const { kind, name } = OF_ACCOUNT[what];
  await tx.query(
    `with n as (insert into fw.notice (company_id, user_entity, kind, source, rowid, key_name, said_by, said, event_name, event_name_en, create_time)
       values ($1, $2, $3, '', 0, $4, $5, $6, '', '', $7) returning company_id, user_entity)
     insert into fw.outbox (company_id, user_id, kind) select company_id, user_entity, 'counts' from n`,
    [of.company, of.user, kind, name, of.by, of.said, of.at],
  );
}

/** Of a record whose log is not what was written; `said` is what and at which row, for the page to say in words. */
const LOG_BROKEN = 10;

/** Tells administrators that the log of a case is not what was written (docs/decisions/204): nobody twice who has not read it yet. */
export async function tellBroken(
  tx: Tx,
  { company, source, rowid, case_id, seq, what }: Break,
  users: readonly number[],
  at: Date,
): Promise<void> {
  await tx.query(
    `with n as (insert into fw.notice (company_id, user_entity, kind, source, rowid, subcompany_id, key_name, said_by, said, event_name, event_name_en, create_time)
       select $1::bigint, u.id, ${LOG_BROKEN}, $3::text, $4::bigint, c.subcompany_id, coalesce((select w.key_name from fw.flow_todo w
         where w.company_id = $1::bigint and w.case_id = $5::bigint order by w.id desc limit 1), $3::text), 0, $6::text, '', '', $7::timestamptz
       from unnest($2::bigint[]) u (id) join fw.flow_case c on c.company_id = $1::bigint and c.id = $5::bigint
       where not exists (select from fw.notice o where o.company_id = $1::bigint and o.user_entity = u.id and o.kind = ${LOG_BROKEN}
         and o.source = $3::text and o.rowid = $4::bigint and o.said = $6::text and o.read_time is null)
       returning company_id, user_entity)
     insert into fw.outbox (company_id, user_id, kind) select company_id, user_entity, 'counts' from n`,
    [company, users, source, rowid, case_id, `${what} ${seq}`, at],
  );
}

/** A save without a decision moves the open pages of the others of each record's case: what was sent back is changed under the eyes of who sent it back. */
export async function tellSaved(tx: Tx, { company, user }: Session, table: ResolvedTable, ids: readonly number[]): Promise<void> {
  if (table.def.flow !== 1 || ids.length === 0) return;
  await tx.query(
    `insert into fw.outbox (company_id, user_id, kind, payload)
     select distinct $1::bigint, review_entity, 'counts', jsonb_build_object('cloud', $2::text, 'id', rowid) from fw.flow_todo
     where company_id = $1 and source = $2 and rowid = any($3::bigint[]) and review_entity <> $4`,
    [company.id, table.name, ids, user.id],
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
