import type { Tx } from '#server/db/db.ts';

/** Columns of a log row that are hashed, in this order, behind the company and the record; its time follows, in microseconds since 1970. */
export const CHAINED = ['seq', 'op', 'actor', 'behalf', 'todo_id', 'event_id', 'from_state', 'to_state', 'remark', 'data', 'request_id'];

/**
 * What is hashed of a log row: all that it says, as one JSON list. The text of jsonb is one for one value: keys stand by length and then by
 * bytes, numbers as they were given, times as numbers; no setting of a session, no dump and no reading back changes it (docs/decisions/204).
 */
export const bytesOf = (row: { company: string; rowid: string; columns: readonly string[]; at: string }): string =>
  `convert_to(jsonb_build_array(${row.company}, ${row.rowid}, ${row.columns.join()}, (extract(epoch from ${row.at}) * 1000000)::bigint)::text, 'UTF8')`;

/** The hash of a row: over that of the row before it, and what it says itself. */
export const linkSql = (before: string, bytes: string): string => `sha256(coalesce(${before}, ''::bytea) || ${bytes})`;

/** The first thing in a case's log that is not as it was written. */
export interface Break {
  company: number;
  /** '' and 0 where the case itself is gone */
  source: string;
  rowid: number;
  /** 0: of no case, all that was there when the chain began */
  case_id: number;
  seq: number;
  /** changed: the row, or the one before it, says something else. head: all rows are right, but the case names another as its last.
   * anchor: one of the rows up to this one, which were there before the chain began. */
  what: 'changed' | 'missing' | 'inserted' | 'head' | 'anchor';
}

/** Cases that are looked at in one statement. */
const CASES = 500;
/** Cases that are named of a company: where more are broken, somebody rewrote the log, and knows of it by then. */
const MOST = 1_000;

/**
 * Reads the whole log of a company and answers, case by case, the first row that was changed, left out or put in. It believes nothing that
 * stands in the database but the rows: what is hashed is said by this statement and by no function that somebody could replace.
 */
export async function brokenCases(tx: Tx, company: number): Promise<Break[]> {
  const found: Break[] = [];
  for (let after = 0; found.length < MOST; ) {
    const [part] = await tx.query<{ last: number | null }>(
      'select max(id) as last from (select id from fw.flow_case where company_id = $1 and id > $2 order by id limit $3) p',
      [company, after, CASES],
    );
    if (!part?.last) break;
    found.push(...(await tx.query<Break>(BROKEN, [company, after, part.last])));
    after = part.last;
  }
  const gone = await tx.query<Break>(GONE, [company]);
  return [...found, ...gone].slice(0, MOST);
}

/** Cases that were there when the chain began. */
const GONE = `
select a.company_id as company, '' as source, 0 as rowid, a.case_id, 1 as seq, 'missing' as what from fw.flow_anchor a
where a.company_id = $1 and a.case_id > 0 and not exists (select from fw.flow_case c where c.company_id = a.company_id and c.id = a.case_id)
order by a.case_id`;

/** Whether the hashes of what was there when the chain began are still those; cases that were removed with theirs are noticed here alone. */
export async function brokenAnchor(tx: Tx): Promise<Break | null> {
  const [row] = await tx.query<{ whole: boolean }>(
    `select coalesce((select hash from fw.flow_anchor where company_id = 0 and case_id = 0) = sha256(coalesce(
       string_agg(hash, ''::bytea order by company_id, case_id), ''::bytea)), false) as whole from fw.flow_anchor where case_id > 0`,
  );
  return row!.whole ? null : { company: 0, source: '', rowid: 0, case_id: 0, seq: 0, what: 'anchor' };
}

/**
 * Each row against the one before it, as it lies there: one that was changed stands out, those behind it do not. Rows of before the chain have
 * no hash each; their case has one over all of them, from which the chain goes on.
 */
const BROKEN = `
with k as (
    select c.company_id, c.id, c.source, c.rowid, c.seq, c.hash, coalesce(a.seq, 0) as old, a.hash as anchor
    from fw.flow_case c left join fw.flow_anchor a on a.company_id = c.company_id and a.case_id = c.id
    where c.company_id = $1 and c.id > $2 and c.id <= $3),
  l as (
    select k.id, l.seq, l.hash, lag(l.seq, 1, 0) over w as before, lag(l.hash) over w as link,
      ${bytesOf({ company: 'l.company_id', rowid: 'k.rowid', columns: CHAINED.map((name) => `l.${name}`), at: 'l.at' })} as bytes
    from k join fw.flow_log l on l.company_id = k.company_id and l.case_id = k.id window w as (partition by k.id order by l.seq)),
  e as (
    select k.id, k.seq, k.old, k.hash, k.anchor, coalesce(max(l.seq), 0) as last, string_agg(l.hash, ''::bytea) filter (where l.seq = k.seq) as head,
      sha256(string_agg(sha256(l.bytes), ''::bytea order by l.seq) filter (where l.seq between 1 and k.old)) as rows
    from k left join l on l.id = k.id group by k.id, k.seq, k.old, k.hash, k.anchor),
  b as (
    select k.id, case when l.before < least(l.seq - 1, k.seq) then l.before + 1 else l.seq end as seq, case
        when l.before < least(l.seq - 1, k.seq) then 'missing'
        when l.seq < 1 or l.seq > k.seq then 'inserted'
        when l.seq <= k.old then case when l.hash is not null then 'changed' end
        when l.hash is null then 'inserted'
        when l.hash <> ${linkSql('case when l.seq = k.old + 1 then k.anchor else l.link end', 'l.bytes')} then 'changed'
      end as what
    from k join l on l.id = k.id
    union all
    select id, old, 'anchor' from e where old > 0 and anchor is distinct from rows
    union all
    select id, last + 1, 'missing' from e where last < seq
    union all
    select id, seq, 'head' from e where hash is distinct from case when seq = old then anchor else head end)
select distinct on (k.id) k.company_id as company, k.source, k.rowid, k.id as case_id, b.seq, b.what
from k join b on b.id = k.id where b.what is not null
order by k.id, b.seq, array_position(array['inserted', 'missing', 'anchor', 'changed', 'head'], b.what)`;
