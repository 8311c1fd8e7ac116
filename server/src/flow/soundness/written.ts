import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Demand } from '#protocol/rules/definitions/written.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Game, Move, Node } from './game.ts';
import type { FlowProblem } from './problem.ts';

export const UNWRITTEN = 'E16';

/**
 * E16: a record that comes to an end with what its write-back needs empty. `played` gives the game in which these fields are looked at;
 * what it cannot look at is not refused.
 */
export function emptied(table: TableDef, demands: readonly Demand[], played: (fields: readonly string[]) => Game): FlowProblem[] {
  const ends = new Set(demands.map(({ state }) => state));
  const games = new Map<string, Coming[]>();
  const comings = (fields: readonly string[]): Coming[] => {
    const key = [...fields].sort().join();
    const known = games.get(key) ?? comingsOf(played(fields), fields, ends);
    games.set(key, known);
    return known;
  };
  return demands.flatMap((demand): FlowProblem[] => {
    const found = comings(demand.fields).find(({ end }) => end === demand.state);
    if (!found) return [];
    const { game, from, move } = found;
    const example = game.space.example(move.at);
    const way = [...game.wayTo(from), { step: from.step, event: move.event.id, data: example }];
    const reason = `${demand.reason}, and ${demand.name} may be empty when a record comes to state ${demand.state}`;
    return [{ rule: UNWRITTEN, path: demand.path, reason, mend: mendOf(table, demand, move.event.id), example, way }];
  });
}

/** A record that comes to an end with all the fields empty. */
interface Coming {
  game: Game;
  end: number;
  from: Node;
  move: Move;
}

function comingsOf(game: Game, fields: readonly string[], ends: ReadonlySet<number>): Coming[] {
  const looked = new Set(game.space.fields.map(({ def }) => def.field_name));
  if (!fields.every((name) => looked.has(name))) return [];
  return game.walk({ sure: true }).flatMap((from) =>
    [...game.moves(from)]
      .filter(({ sure, at }) => sure && fields.every((name) => game.space.valueAt(at, name) === null))
      .flatMap((move) => {
        const goals = game.goals(from, move).filter((goal) => goal.sure && ends.has(goal.step));
        return goals.map(({ step }): Coming => ({ game, end: step, from, move }));
      }),
  );
}

/** What keeps it from being empty: the event asks, or the form of the applicant, who sees and types it whatever else he says. */
function mendOf(table: TableDef, { name, fields, state }: Demand, event: number): string {
  const asked = fields[0] ?? name;
  const field = table.fields.find((one) => one.field_name === asked);
  if (!field) return `write another value, or describe ${name} by a field of this table, with notnull: 1`;
  const ask = `name ${asked} in need_fields of event ${event}`;
  if (field.calc !== undefined)
    return `name ${asked} in need_fields of every event that submits, or give the sub-table that it reads min: 1`;
  const passes = table.states.find((one) => one.value === String(state))?.end === 'pass';
  if (passes && field.notnull !== 1 && isAlwaysTyped(field)) return `${ask}, or give ${asked} notnull: 1`;
  return ask;
}

/** Typed by the applicant alone, in every application. */
function isAlwaysTyped({ readonly, hidden, edit_state, edit_where, view_state, view_where, auto_fill }: FieldDef): boolean {
  const steps = (list: string | undefined) => list?.split(',').map(Number);
  if (hidden || auto_fill || edit_where || view_where || (readonly && !edit_state)) return false;
  return (steps(edit_state)?.every(isFirst) ?? true) && (steps(view_state)?.some(isFirst) ?? true);
}
