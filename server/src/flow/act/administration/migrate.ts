import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES } from '#protocol/rules/todo.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { type House, houseAt } from '#server/meta/house.ts';
import type { Part } from '#server/records/remove/batch.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { type Flow, flowOf, isReject, ruleInto } from '../../definition/definition.ts';
import type { MigrateCommand } from '../../kernel/commands/migrate.ts';
import { demandWords } from '../../kernel/commands/said.ts';
import { decide } from '../../kernel/decide.ts';
import type { Diff, Env, FlowState } from '../../kernel/model.ts';
import { applicants } from '../../kernel/whose.ts';
import { eventById, stepLabel } from '../../read/labels.ts';
import { factsFor } from '../../read/seen-case.ts';
import { inWords } from '../../read/words.ts';
import { candidatesFor } from '../../store/candidates.ts';
import { guardData } from '../../store/guard-data.ts';
import type { HandlerCase } from '../../store/handlers.ts';
import { publishedFlow } from '../../store/publish.ts';
import { numberOf } from '../../store/record-row.ts';
import { recordOutcome } from '../../store/write-record.ts';
import { type Desk, sitDown } from '../desk.ts';
import { demandDomain } from '../domain.ts';
import { asPublished } from '../env.ts';
import { explain } from '../explain.ts';
import type { Ground } from '../ground.ts';

/** Running cases of a table that are to go on by its newest flow. */
export interface Migrating {
  ids: readonly number[];
  /** where a step of the old flow is another one in the new: the new one by the old */
  steps: Readonly<Record<string, number>>;
  remark: string;
  /** nothing is done, and only told what would be */
  dry: boolean;
}

/** The milliseconds in which one call begins a case: what is left then says 103, and can be sent again. */
const WITHIN_MS = 5_000;
const NOT_BEGUN = { code: 103, remark: '$busy' } as const;

/**
 * Takes running cases over to the newest flow of their table, for administrators: each in a transaction of its own, a row for each with the step
 * that it goes on at, who has it there, and `stays` 1 where its people and rows stay as they are; or why it cannot go.
 */
export async function migrateCases(
  house: House,
  access: Access,
  table: ResolvedTable,
  { ids, steps, remark, dry }: Migrating,
): Promise<(Part & { id: number })[]> {
  if (!dry) demandWords(remark, '$flow_migrate_why');
  const { session, catalogue } = access;
  const published = await publishedFlow(house.db, catalogue, table);
  const today = dayIn(session.company.time_zone, house.clock.now());
  const ground: Ground = { house, session, table, access, published, today };
  const until = performance.now() + WITHIN_MS;
  const rows: (Part & { id: number })[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const one = () => house.db.tx((tx) => migrateOne(tx, ground, id, { steps, remark: withoutMarks(remark), dry }));
    rows.push({ id, ...(performance.now() < until ? await partOf(ground, one) : NOT_BEGUN) });
  }
  return rows;
}

async function partOf(ground: Ground, one: () => Promise<object>): Promise<Part> {
  try {
    return { code: 200, remark: '', data: await one() };
  } catch (error) {
    const refusal = await explain(ground, error).catch((why: unknown) => why);
    if (!(refusal instanceof Refusal)) throw refusal;
    return { code: refusal.code, remark: refusal.remark, data: refusal.data };
  }
}

async function migrateOne(tx: Tx, ground: Ground, id: number, { steps, remark, dry }: Omit<Migrating, 'ids'>): Promise<object> {
  const { table, session, access, published } = ground;
  const desk = await sitDown(tx, ground, id);
  const { at, row } = desk;
  const flow = flowOf(access.catalogue, table.def, published.def);
  if (at.state.case?.status !== 0) throw new Refusal(311, '$flow_migrate_over');
  if (at.defId >= published.id && !isFirst(row.review_state)) throw new Refusal(311, '$flow_migrate_newest');
  const step = steps[row.review_state] ?? row.review_state;
  const anew = asksAnew(desk.flow, flow, row.review_state, step) ? ({ anew: true } as const) : {};
  demandSameChoices(desk.flow, flow, at.state);
  demandUnreckoned(desk.flow, flow, row.review_state === step);
  const command: MigrateCommand = { op: 'Migrate', step, ...anew, remark: dry ? remark || '–' : remark };
  try {
    const env = await envAt(tx, ground, desk, flow, command);
    const diff = decide(flow, at.state, session.user.id, command, env);
    if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
    const opened = diff.open.map((todo) => todo.review_entity);
    await demandDomain(tx, ground, row.subcompany_id, opened);
    if (!dry) {
      const cause = { command, env: asPublished(flow, env) };
      const to = { ...at, defId: published.id };
      await recordOutcome(tx, to, { table, def: flow.def, diff, cause, rid: null, ids: [], code: numberOf(table, row) });
    }
    return await told(tx, ground, flow, diff, at.record.reviewers);
  } catch (error) {
    throw await inWords({ ...ground, house: houseAt(ground.house, tx) }, error, { ...desk.at, flow, ran: desk.flow });
  }
}

/**
 * What its events wrote elsewhere was written by the flow that it leaves: the new one must write by the same events, and go on at the same step,
 * or what was taken would be taken twice, or given back though nothing was taken (docs/decisions/222).
 */
function demandUnreckoned(ran: Flow, flow: Flow, stays: boolean): void {
  const byEvents = (one: Flow) =>
    one.def.write_back.flatMap((back) => (back.events ? [{ back, where: back.events.map((event) => placeOf(one, event)) }] : []));
  const [old, now] = [byEvents(ran), byEvents(flow)];
  if (old.length + now.length > 0 && !(stays && isDeepStrictEqual(old, now))) throw new Refusal(311, '$flow_migrate_written');
}

/** From which step an event leads where. */
const placeOf = (flow: Flow, id: number): unknown => {
  const { next_state, back_state } = eventById(flow, id) ?? {};
  return [flow.homes.get(id) ?? null, next_state ?? null, back_state ?? null];
};

/** What people have decided is told by the ids of events: none of those that were taken may be another choice in the new flow, 311. */
function demandSameChoices(ran: Flow, flow: Flow, { todos }: FlowState): void {
  for (const { event_id } of todos) {
    const [old, now] = [eventById(ran, event_id), eventById(flow, event_id)];
    if (old && now && (old.uid !== now.uid || isReject(ran, old) !== isReject(flow, now))) throw new Refusal(311, '$flow_migrate_event');
  }
}

/** Whether a step asks its people otherwise in the new flow than it did: other handlers, another rule, or another step at all. */
function asksAnew(ran: Flow, flow: Flow, from: number, to: number): boolean {
  const asks = ({ steps }: Flow, step: number) => {
    const { handler, self, empty } = steps.get(step)?.def ?? {};
    return [handler, self, empty].map((one) => one ?? null);
  };
  return from !== to || ruleInto(ran, from) !== ruleInto(flow, to) || !isDeepStrictEqual(asks(ran, from), asks(flow, to));
}

/** What the command may ask: the values that guards and promises speak of, and whom the step finds today. */
async function envAt(tx: Tx, ground: Ground, { at, principals, now }: Desk, flow: Flow, { step }: MigrateCommand): Promise<Env> {
  const { house, session, access, table } = ground;
  const { record } = at;
  const own = applicants(at.state, record.create_entity, null);
  const of: HandlerCase = {
    ...{ company: session.company.id, table, tableOf: access.catalogue.table, record: record.values },
    creator: record.create_entity,
  };
  const found = await candidatesFor(tx, { step: flow.steps.get(step)?.def, rule: ruleInto(flow, step), own }, of);
  const facts = factsFor(house, session, await guardData(tx, ground, flow, record.values));
  return {
    now,
    today: facts.today,
    user: facts.user,
    record: { state: record.review_state, creator: record.create_entity, data: facts.data },
    principals,
    candidates: found.skip ? [] : found.people,
    ...(Object.keys(found.roles).length ? { roles: found.roles } : {}),
    ...(found.lacking === null ? {} : { lacking: found.lacking }),
    own,
    people: {},
  };
}

/** Where it goes on, and who has it there. */
async function told(tx: Tx, { access }: Ground, flow: Flow, diff: Diff, reviewers: readonly number[]): Promise<object> {
  const stays = diff.open.length === 0;
  const holders = stays ? reviewers : diff.open.filter((todo) => DECIDES.has(todo.review_state)).map((todo) => todo.review_entity);
  const names = await namesOf(tx, access, 'user', holders);
  return { step: stepLabel(flow, diff.to_state), who: holders.map((one) => namedBy(names, one)), stays: stays ? 1 : 0 };
}
