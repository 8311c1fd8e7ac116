import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { mayPassOver } from '#protocol/rules/states.ts';
import type { Flow } from '../../definition/definition.ts';
import type { Game, Node } from '../game.ts';
import type { FlowProblem } from '../problem.ts';
import { pathOf } from './conditions.ts';

/** A condition at its place, and the data of which it is asked there. */
type Asked = readonly [path: string, where: string | undefined, data: Iterable<number>];

/**
 * W6: conditions that are not decided of a record that somebody sends on: what a draft may still lack, and no application does, is none. Each
 * is told once, at its first place.
 */
export function undecided(
  flow: Flow,
  table: TableDef,
  game: Game,
  places: readonly Node[],
  conditions: ReadonlyMap<string, Condition>,
): FlowProblem[] {
  const { size, isData, holds } = game.space;
  const isOpen = (condition: Condition) =>
    Array.from({ length: size }, (_, at) => at).some((at) => isData(at) && holds(condition, at) === null);
  if (![...conditions.values()].some(isOpen)) return [];
  const told = new Set<string>();
  return [...asked(flow, table, game, places)].flatMap(([path, where, data]): FlowProblem[] => {
    const condition = where === undefined ? undefined : conditions.get(where);
    if (!condition || told.has(where!)) return [];
    for (const at of data) {
      if (holds(condition, at) !== null) continue;
      told.add(where!);
      const reason = `${where}: not decided, it compares texts, two fields, the clock, what is calculated, or too many values`;
      return [{ rule: 'W6', path, reason, mend: 'compare a field with constants where you want it proven' }];
    }
    return [];
  });
}

function* asked(flow: Flow, table: TableDef, game: Game, places: readonly Node[]): Generator<Asked> {
  const sent = new Map<string, Set<number>>();
  const arriving = new Map<number, Set<number>>();
  for (const place of places) {
    // a step that is passed over asks its guards of what comes to it
    if (mayPassOver(flow.steps.get(place.step)?.def))
      for (const event of game.events(place.step)) add(sent, `${place.step} ${event.id}`, place.at);
    for (const move of game.moves(place)) {
      add(sent, `${place.step} ${move.event.id}`, move.at);
      for (const goal of game.goals(place, move)) if (goal.moved) add(arriving, goal.step, move.at);
    }
  }
  for (const step of flow.steps.keys())
    for (const event of step === 0 ? [] : game.events(step))
      yield [`${pathOf(step, event)}.where`, event.where, sent.get(`${step} ${event.id}`) ?? []];
  for (const [at, { before, where }] of (table.assert ?? []).entries()) yield [`assert[${at}].where`, where, arriving.get(before) ?? []];
  const all = new Set([...sent.values()].flatMap((some) => [...some]));
  for (const field of table.fields)
    for (const key of ['view_where', 'need_where', 'edit_where'] as const) yield [`fields[${field.field_name}].${key}`, field[key], all];
}

function add<Key>(to: Map<Key, Set<number>>, key: Key, at: number): void {
  const known = to.get(key) ?? new Set();
  to.set(key, known.add(at));
}
