import { isFirst } from '#protocol/rules/states.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { loadCase } from './case-store.ts';
import { type Flow, flowDefOf, flowOf, type GuardFacts } from './definition.ts';
import type { HandlerCase } from './handlers.ts';
import { type FlowState, NO_CASE } from './model.ts';
import { principalsOf } from './people.ts';
import { guardData, type RecordRow, seenRow } from './record-row.ts';

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
  state: FlowState;
  /** the case's own flow; with the applicant, the one that the next Submit will take */
  flow: Flow;
  /** the one that the case has run under so far */
  ran: Flow;
  facts: GuardFacts;
}

export async function seenCase({ house, session, access, table }: Look, id: number): Promise<SeenCase> {
  const record = await seenRow(house.db, access, table, id);
  const stored = await loadCase(house.db, { company: session.company.id, source: table.name, rowid: id });
  const flow = flowFor(house, table, isFirst(record.review_state) ? undefined : stored?.def);
  const ran = flowFor(house, table, stored?.def);
  return { record, state: stored?.state ?? NO_CASE, flow, ran, facts: factsFor(house, session, guardData(flow, record.values)) };
}

/** Those of the case's people, and the applicant, whose rows the caller may handle now. */
export function principalsHere({ house, session, table }: Look, record: RecordRow, { todos }: FlowState): Promise<number[]> {
  const among = [...new Set([record.create_entity, ...todos.map((todo) => todo.review_entity)])];
  return principalsOf(house.db, session, table.name, house.clock.now().toISOString(), among);
}

/** The record as its steps' handlers are found for it, with the values that it has, or will have. */
export const handlerCase = ({ house, session, table }: Look, record: RecordRow, values = record.values): HandlerCase => ({
  company: session.company.id,
  table,
  tableOf: house.catalogue.table,
  record: values,
  creator: record.create_entity,
});

export const flowFor = ({ catalogue }: House, table: ResolvedTable, pinned?: Flow['def']): Flow =>
  flowOf(catalogue, table.def, pinned ?? flowDefOf(table.def));

export const factsFor = (house: House, session: Session, data: GuardFacts['data']): GuardFacts => ({
  data,
  today: dayIn(session.company.time_zone, house.clock.now()),
  user: { id: session.user.id, department_entity: session.department?.id ?? null },
});
