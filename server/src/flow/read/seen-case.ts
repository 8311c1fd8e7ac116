import { isFirst } from '#protocol/rules/states.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Standing } from '#server/records/row/stored.ts';
import { seeRecord } from '#server/records/save/save.ts';
import { type Flow, flowDefOf, flowOf, type GuardFacts } from '../definition/definition.ts';
import { type Env, type FlowState, NO_CASE } from '../kernel/model.ts';
import { loadCase } from '../store/case-store.ts';
import type { HandlerCase } from '../store/handlers.ts';
import { principalsOf } from '../store/people.ts';
import { type RecordRow, rowOf } from '../store/record-row.ts';

/** Who looks at what: the caller, his rights, the table. */
export interface Look {
  house: House;
  session: Session;
  access: Access;
  table: ResolvedTable;
}

/** A record with its case as the caller may see it, without a lock: what the questions of the flow (not its decisions) start from. */
export interface SeenCase {
  record: RecordRow;
  /** as it lies, with the rights that were asked for */
  stored: Standing;
  state: FlowState;
  /** of its newest case; null where it was never submitted */
  caseId: number | null;
  /** the published flow that the case holds it to; null with the applicant, whose next Submit takes the newest */
  pinned: number | null;
  /** the case's own flow; with the applicant, the one that the next Submit will take */
  flow: Flow;
  /** the one that the case has run under so far */
  ran: Flow;
}

export async function seenCase(look: Look, id: number, ops: readonly string[] = []): Promise<SeenCase> {
  const { house, session, access, table } = look;
  const seen = await seenRow(look, id, ops);
  const record = rowOf(seen);
  const stored = await loadCase(house.db, { company: session.company.id, source: table.name, rowid: id });
  const pinned = isFirst(record.review_state) ? null : stored;
  const ran = flowFor(access, table, stored?.def);
  return {
    record,
    stored: seen,
    state: stored?.state ?? NO_CASE,
    caseId: stored?.id ?? null,
    pinned: pinned?.def_id ?? null,
    flow: pinned ? ran : flowFor(access, table),
    ran,
  };
}

/** The record, not locked, if the caller may look at it: 312 without any right to the table, 315 for one out of reach. */
export const seenRow = ({ house, session, access, table }: Look, id: number, ops: readonly string[] = []): Promise<Standing> =>
  seeRecord(house.db, house, table, session, id, access, ops);

/** Those of the case's people, and the applicant, whose rows the caller may handle now. */
export function principalsHere({ house, session, table }: Look, creator: number, { todos }: FlowState): Promise<number[]> {
  const among = [...new Set([creator, ...todos.map((todo) => todo.review_entity)])];
  return principalsOf(house.db, session, table.name, house.clock.now().toISOString(), among);
}

/** The record as its steps' handlers are found for it, with the values that it has, or will have. */
export const handlerCase = ({ access, session, table }: Look, record: RecordRow, values = record.values): HandlerCase => ({
  company: session.company.id,
  table,
  tableOf: access.catalogue.table,
  record: values,
  creator: record.create_entity,
});

export const flowFor = ({ catalogue }: Access, table: ResolvedTable, pinned?: Flow['def']): Flow =>
  flowOf(catalogue, table.def, pinned ?? flowDefOf(table.def));

/** What guards are asked of. */
export type Facts = Pick<GuardFacts, 'data'> & Pick<Env, 'today' | 'user'>;

export const factsFor = (house: House, session: Session, data: GuardFacts['data']): Facts => ({
  data,
  today: dayIn(session.company.time_zone, house.clock.now()),
  user: { id: session.user.id, department_entity: session.department?.id ?? null },
});
