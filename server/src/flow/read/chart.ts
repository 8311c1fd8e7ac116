import type { Chart, ChartEdge, ChartName, ChartNode, ChartReturn } from '#protocol/rules/chart.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { formState, isFirst } from '#protocol/rules/states.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import { houseAt } from '#server/meta/house.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { type Flow, isReject } from '../definition/definition.ts';
import { onClock } from '../kernel/clock/time.ts';
import { goalsOf } from '../kernel/goals.ts';
import type { FlowState, Todo } from '../kernel/model.ts';
import { type Migration, type Move, migrationsOf, movesOf } from '../store/case-store.ts';
import { publishedFlow, publishedVersion } from '../store/publish.ts';
import { eventById, stepLabel } from './labels.ts';
import { countOutdated } from './outdated.ts';
import { stepsOf } from './process.ts';
import { presentComing } from './resuming.ts';
import type { sayCondition } from './said.ts';
import { type Look, type SeenCase, seenCase } from './seen-case.ts';
import type { BarStep } from './steps.ts';
import { telling } from './telling.ts';
import { type Versions, versionsOf } from './versions.ts';
import { type Link, linksOf } from './way.ts';

/**
 * The flow that a record goes by, as it is drawn for whoever may look at the record, else 312 or 315: of its steps those that the way goes
 * through, or could with other values; what they ask of its values, told as far as the reader may read these. All of one instant.
 */
export async function chartOf(look: Look, id: number): Promise<Chart & { _currency?: Currency }> {
  const { house, session, access, table } = look;
  const newest = session.root ? (await publishedFlow(house.db, access.catalogue, table)).id : null;
  return house.db.tx((tx) => readChart({ ...look, house: houseAt(house, tx) }, id, newest), { still: true });
}

async function readChart(look: Look, id: number, newest: number | null): Promise<Chart & { _currency?: Currency }> {
  const { house, session, access } = look;
  const seen = await seenCase(look, id);
  const { flow, state } = seen;
  const { bar, coming } = await stepsOf(look, seen);
  const links = linksOf(flow, bar);
  const { tell, told } = await telling(look, seen, links);
  const { moves, migrations } = await loggedOf(look, seen);
  const people = [...bar.flatMap((step) => step.who), ...(coming?.people ?? []), ...migrations.map(({ actor }) => actor)];
  const names = await namesOf(house.db, access, 'user', people);
  const outdated = newest === null ? 0 : await countOutdated(look, newest);
  const zone = session.company.time_zone;
  const steps = new Set([...bar.map((step) => step.state), ...links.flatMap(({ from, to }) => [from, to])]);
  return {
    version: seen.pinned === null ? null : await publishedVersion(house.db, seen.pinned),
    way: bar.map((step) => step.state),
    here: formState(seen.record.review_state),
    nodes: [...steps].map((step) => {
      const { who, time, ...rest } = nodeOf(flow, state, bar, step);
      return { ...rest, who: who.map((person) => namedBy(names, person)), time: onClock(time, zone) };
    }),
    edges: links.map((link) => edgeOf(link, tell)),
    returns: returnsOf(await versionsOf(look, seen), moves, zone),
    backs: backsOf(flow, seen),
    migrated: migrations.map(({ version, actor, remark, at }) => ({
      version,
      who: namedBy(names, actor),
      remark,
      time: onClock(at, zone)!,
    })),
    ...(outdated ? { outdated } : {}),
    ...(coming ? { resume: presentComing(coming, names) } : {}),
    ...told,
  };
}

/** What the case's log says of its way. */
async function loggedOf({ house, session }: Look, { caseId }: SeenCase): Promise<{ moves: Move[]; migrations: Migration[] }> {
  if (caseId === null) return { moves: [], migrations: [] };
  const company = session.company.id;
  return { moves: await movesOf(house.db, company, caseId), migrations: await migrationsOf(house.db, company, caseId) };
}

type Node = Omit<ChartNode, 'who'> & { who: readonly number[] };

function nodeOf(flow: Flow, { todos }: FlowState, bar: readonly BarStep[], state: number): Node {
  const step = flow.steps.get(state);
  const on = bar.find((one) => one.state === state);
  const skipped = on && on.kind !== 'ahead' ? passedBy(todos, state) : undefined;
  return {
    state,
    label: nameOf(stepLabel(flow, state)),
    end: step?.end ?? null,
    kind: on?.kind ?? 'off',
    who: on?.who ?? [],
    time: on?.time ?? null,
    rule: on?.rule ?? step?.def?.sign ?? 'any',
    ...(on?.of === undefined ? {} : { signed: on.signed ?? 0, of: on.of }),
    ...(skipped ? { skipped } : {}),
  };
}

/** Why the last visit of a step was passed over for everybody; undefined where somebody was asked. */
function passedBy(todos: readonly Todo[], state: number): ChartNode['skipped'] {
  const own = todos.filter((todo) => formState(todo.back_state) === state);
  const last = own.filter((todo) => todo.visit === Math.max(...own.map(({ visit }) => visit)));
  const [first] = last;
  return first && last.every(({ skipped }) => skipped !== '') ? (first.skipped as ChartNode['skipped']) : undefined;
}

const nameOf = ({ key_name, key_name_en }: ChartName): ChartName => ({ key_name, key_name_en });

function edgeOf({ from, to, kind, events, where }: Link, tell: (condition: Condition) => ReturnType<typeof sayCondition>): ChartEdge {
  return { from, to, kind, events: events.map(nameOf), ...(where ? { where: tell(where) } : {}) };
}

/** Where it was sent or taken back, as the case's log says, and when it was sent on again from there. */
function returnsOf(versions: Versions, moves: readonly Move[], zone: string): ChartReturn[] {
  return moves.flatMap((move, at) => {
    const flow = versions.ofMove(move.seq);
    const event = eventById(flow, move.event_id);
    const back = move.op === 'Revoke' || (event && isReject(flow, event) && !flow.steps.get(move.to_state)?.end);
    if (!back) return [];
    const [from, to] = [formState(move.from_state), formState(move.to_state)];
    const again = moves.slice(at + 1).find((next) => formState(next.from_state) === to);
    const named = event && move.op !== 'Revoke' ? nameOf(event) : null;
    return [{ from, to, event: named, time: onClock(move.at, zone)!, again: onClock(again?.at ?? null, zone) }];
  });
}

/** The steps that a return could lead to from where it is: those of the log that an event lists, and the applicant where one says so. */
function backsOf(flow: Flow, { record, state }: SeenCase): number[] {
  if (state.case?.status !== 0 || isFirst(record.review_state)) return [];
  const events = [...(flow.steps.get(record.review_state)?.events.values() ?? [])];
  const found = events.flatMap((event) =>
    isReturn(event) ? goalsOf(state, event).map(({ step }) => formState(step)) : event.next_state === 0 ? [1] : [],
  );
  return [...new Set(found)].sort((a, b) => b - a);
}
