import { isFirst } from '#protocol/rules/states.ts';
import type { Since } from '#protocol/wire/since.ts';
import type { Tx } from '#server/db/db.ts';
import { houseAt } from '#server/meta/house.ts';
import { underCase } from '#server/meta/pinned.ts';
import type { Session } from '#server/meta/session.ts';
import { type Base, changesSince } from '#server/records/history/changes-since.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { onClock } from '../kernel/clock/time.ts';
import type { FlowState, Todo } from '../kernel/model.ts';
import { applicants } from '../kernel/whose.ts';
import type { RecordRef } from '../store/case-store.ts';
import { type Look, type SeenCase, seenCase } from './seen-case.ts';

/** ms without a look after which the next one is another visit */
const PAUSE = 30 * 60_000;
/** As history calls what moves a record by a decision. */
const DECISIONS = ['Submit', 'Review', 'Reject'];

interface Asked {
  /** from which of his acts; absent: from his decision, where there is one */
  since?: 'decided' | 'looked' | undefined;
  /** nobody is behind it */
  background?: boolean | undefined;
}

/**
 * What of a record is another since the reader decided upon it or last looked, for whoever may look at it, else 312 or 315. All of one
 * instant; then it is noted that he looks now, which nobody waits for (docs/decisions/205).
 */
export async function sinceOf(look: Look, id: number, { since, background }: Asked): Promise<Since> {
  const { house, session, table } = look;
  const now = house.clock.now();
  const ref = { company: session.company.id, source: table.name, rowid: id };
  const { told, before } = await house.db.tx(
    async (tx) => {
      const at = { ...look, house: houseAt(house, tx) };
      const seen = await seenCase(at, id);
      const kept = earlierIn(seen.state, session.user.id, now) ? await lookOf(tx, session, ref) : undefined;
      if (kept === undefined) return { told: NOTHING, before: undefined };
      const before = lookedBefore(seen.state, session.user.id, kept, now);
      return { told: await tell(at, seen, { before, since }), before };
    },
    { still: true },
  );
  if (before !== undefined && !background && !session.eyes) await noteLook(house.db, session, ref, { now, before });
  return told;
}

const NOTHING: Since = { since: null, decided: null, looked: null, by: [], fields: [], rows: [] };

const isOver = (time: string, now: Date): boolean => now.getTime() - Date.parse(time) >= PAUSE;

/** What the reader decided here himself, or had decided for him; what the engine passed over he did not see. */
const decisionsOf = ({ todos }: FlowState, me: number): Todo[] =>
  todos.filter((todo) => todo.outcome !== null && todo.skipped === '' && (todo.review_entity === me || todo.done_entity === me));

const latest = (times: readonly (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .sort()
    .at(-1) ?? null;

/**
 * When the reader last decided upon the case, else when he looked at it before this visit: told by rows that are read anyway, so that a record
 * which he sees for the first time costs nothing more.
 */
export function earlierIn(state: FlowState, me: number, now: Date): string | null {
  const decided = decisionsOf(state, me).map((todo) => todo.finish_time);
  return latest(decided) ?? latest(looksOf(state, me, now));
}

/** First looks at his rows before this visit. */
const looksOf = ({ todos }: FlowState, me: number, now: Date): (string | null)[] =>
  todos.filter((todo) => todo.review_entity === me && todo.read_time !== null && isOver(todo.read_time, now)).map((todo) => todo.read_time);

interface KeptLook {
  look_time: string;
  before_time: string | null;
}

/** When the reader looked last as this page noted it, and before that visit. */
async function lookOf(tx: Tx, session: Session, { company, source, rowid }: RecordRef): Promise<KeptLook | null> {
  const [row] = await tx.query<KeptLook>(
    'select look_time, before_time from fw.flow_look where company_id = $1 and source = $2 and rowid = $3 and user_entity = $4',
    [company, source, rowid, session.user.id],
  );
  return row ? { look_time: iso(row.look_time)!, before_time: iso(row.before_time) } : null;
}
const iso = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

async function noteLook(
  tx: Tx,
  session: Session,
  { company, source, rowid }: RecordRef,
  { now, before }: { now: Date; before: string | null },
): Promise<void> {
  await tx.query(
    `insert into fw.flow_look (company_id, source, rowid, user_entity, look_time, before_time) values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id, source, rowid, user_entity) do update set look_time = excluded.look_time, before_time = excluded.before_time`,
    [company, source, rowid, session.user.id, now, before],
  );
}

/** The last look of the visit before this one: this one goes on as long as he comes back before it is over. */
function lookedBefore(state: FlowState, me: number, kept: KeptLook | null, now: Date): string | null {
  if (kept && !isOver(kept.look_time, now)) return kept.before_time;
  return latest([kept?.look_time ?? null, ...looksOf(state, me, now)]);
}

const last = (todos: readonly Todo[]): Todo | undefined =>
  [...todos].sort((one, other) => (one.finish_time! < other.finish_time! ? -1 : 1)).at(-1);
const baseAt = (todo: Todo): Base => ({ at: todo.finish_time!, act: { actor: todo.done_entity ?? todo.review_entity, ops: DECISIONS } });

async function tell(look: Look, seen: SeenCase, { before, since }: Pick<Asked, 'since'> & { before: string | null }): Promise<Since> {
  const { house, session, access, table } = look;
  const { state, record, pinned, flow } = seen;
  const me = session.user.id;
  const all = decisionsOf(state, me);
  const decided = last(all.filter((todo) => !isFirst(todo.back_state)));
  const acted = last(all.filter((todo) => (todo.done_entity ?? todo.review_entity) === me));
  const isActed = acted !== undefined && (before === null || acted.finish_time! > before);
  const bases: { decided?: Base; looked?: Base } = {
    ...(decided ? { decided: baseAt(decided) } : {}),
    ...(isActed ? { looked: baseAt(acted) } : before === null ? {} : { looked: { at: before } }),
  };
  const chosen = since && bases[since] ? since : bases.decided ? 'decided' : bases.looked ? 'looked' : null;
  if (chosen === null) return NOTHING;
  const grant = access.grant(pinned === null ? table : underCase(table, pinned, flow.def), 'Show');
  const changes = await changesSince(house, access, grant, { id: record.id, review_state: record.review_state, base: bases[chosen]! });
  const { fields, rows, actors, isPartial } = changes;
  const tells = grant.sees('modify_entity', 't') === true;
  const agent = decided && decided.done_entity !== null && decided.done_entity !== me ? decided.done_entity : null;
  const names = await namesOf(house.db, access, 'user', [agent, ...(tells ? actors : [])]);
  const known = [...actors].flatMap((actor) => (actor === null ? [] : (names.get(actor) ?? [])));
  const own = new Set(applicants(state, record.create_entity, null));
  const clock = (time: string) => onClock(time, session.company.time_zone)!;
  return {
    since: chosen,
    decided: decided
      ? { time: clock(decided.finish_time!), outcome: decided.outcome!, ...(agent === null ? {} : { by: namedBy(names, agent) }) }
      : null,
    looked: bases.looked ? clock(bases.looked.at) : null,
    by: tells && known.length === actors.size ? known.map((one) => (own.has(one.id) ? { ...one, applicant: 1 as const } : one)) : [],
    ...{ fields, rows },
    ...(isPartial ? { partial: 1 as const } : {}),
  };
}
