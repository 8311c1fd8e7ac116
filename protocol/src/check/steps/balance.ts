import { eventsOf } from '#protocol/meta/events.ts';
import { amountIn, type EventDef, isReckoned, type WriteBackDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { below, type Report } from '../problem.ts';

/** An event as it stands in the graph: from which step, to which steps. State 0 has the events of state 1. */
export interface Edge {
  id: number;
  from: number;
  to: number[];
}

/** One field of another record that events move by an amount. */
interface Move {
  back: WriteBackDef;
  field: string;
  /** which field of which record, by which amount: what is taken by one is given back by another with the same key */
  key: string;
  takes: boolean;
  events: readonly number[];
}

/**
 * What is reckoned at a step is reckoned once: where the record can come back to the step, an event upon that way gives it back, and is not met
 * by a record of which nothing was taken. Else a stock would be drawn twice for one order, or filled by orders that drew nothing.
 */
export function checkBalance(table: TableDef, report: Report): void {
  const moves = movesOf(table);
  const edges = edgesOf(table);
  checkResumed(table, edges, moves, report);
  for (const move of moves) {
    const others = moves.filter((one) => one.key === move.key && one.takes !== move.takes);
    const back = new Set(others.flatMap(({ events }) => events));
    const at = below(report, `write_back[${move.back.uid}].events`);
    for (const id of move.events) {
      const again = edges.filter((edge) => edge.id === id).flatMap((edge) => wayTo(edges, edge.to, move.events, back) ?? []);
      if (again.length)
        at('', `${saidOf(move, id)} is done again once event ${again.join(', ')} was taken`, mendOf(move, returning(edges, again)));
    }
    const undone = others.find((one) => moves.indexOf(one) < moves.indexOf(move));
    if (!undone) continue;
    const barred = new Set(undone.events);
    const unmet = wayTo(edges, [1], move.events, barred);
    const alone = wayTo(edges, [1], undone.events, new Set(move.events));
    if (unmet && alone)
      at(
        '',
        `${saidOf(move, unmet.at(-1) ?? move.events[0]!)} may be done where write_back[${undone.back.uid}] was not, whose opposite it is`,
        'let only those events do it that come after the other, by a guard or a step of their own',
      );
  }
}

const saidOf = ({ back, field, takes }: Move, id: number): string =>
  `what event ${id} ${takes ? 'takes from' : 'adds to'} ${back.table}.${field}`;

const mendOf = ({ field, takes }: Move, by: number): string =>
  `let that event do the opposite: a write_back with events: [${by}] whose ${field} is ${takes ? 'add' : 'subtract'}; or write at an end`;

/** Of the events of a way the first that leads to an earlier step. */
const returning = (edges: readonly Edge[], way: readonly number[]): number =>
  way.find((id) => edges.some((edge) => edge.id === id && edge.to.some((step) => step < edge.from))) ?? way[0]!;

/** What comes straight back to who returned it passes over the steps between: what was reckoned there is not reckoned again. */
function checkResumed(table: TableDef, edges: readonly Edge[], moves: readonly Move[], report: Report): void {
  const forward = edges.filter(({ from, to }) => to.every((step) => step > from));
  for (const state of table.states)
    for (const event of eventsOf(state)) {
      if (!event.resume) continue;
      const leads = new Set(edges.filter(({ to }) => to.includes(Number(state.value))).map(({ id }) => id));
      const over = edges.find(
        (edge) =>
          edge.from > 1 &&
          moves.some(({ events }) => events.includes(edge.id)) &&
          (leads.has(edge.id) || wayTo(forward, edge.to, [...leads], new Set())),
      );
      if (over)
        report(
          `states[${state.value}].events[${event.id}].resume`,
          `what comes straight back to step ${state.value} passes over event ${over.id}, which reckons in another record`,
          'take resume out: then it is decided, and written, again',
        );
    }
}

function movesOf(table: TableDef): Move[] {
  return (table.write_back ?? []).flatMap((back) =>
    Object.entries(back.values).flatMap(([field, value]): Move[] => {
      if (!back.events || !isReckoned(value)) return [];
      const { amount, takes } = amountIn(value);
      return [{ back, field, key: [back.table, back.each, back.id_field, field, amount].join(' '), takes, events: back.events }];
    }),
  );
}

/** All that leads from a step to others. */
export const edgesOf = (table: TableDef): Edge[] =>
  table.states
    .filter(({ value }) => value !== '*' && value !== '0')
    .flatMap((state) => eventsOf(state).map((event) => ({ id: event.id, from: Number(state.value), to: goalsOf(event) })));

const goalsOf = ({ next_state, back_state }: EventDef): number[] =>
  back_state ? back_state.split(',').map((value) => Number(value) || 1) : [next_state || 1];

/** Events by which a record comes from these steps to where one of `goals` is taken, none of `barred` among them, and that one; null where it cannot. */
export function wayTo(
  edges: readonly Edge[],
  from: readonly number[],
  goals: readonly number[],
  barred: ReadonlySet<number>,
): number[] | null {
  const seen = new Set(from);
  const open = [...seen].map((step) => ({ step, way: [] as number[] }));
  for (const { step, way } of open) {
    for (const edge of edges) {
      if (edge.from !== step || barred.has(edge.id)) continue;
      if (goals.includes(edge.id)) return [...way, edge.id];
      for (const to of edge.to) {
        if (seen.has(to)) continue;
        seen.add(to);
        open.push({ step: to, way: [...way, edge.id] });
      }
    }
  }
  return null;
}
