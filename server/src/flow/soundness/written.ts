import type { Demand, Moment } from '#protocol/check/languages/written.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Game, Move, Node } from './game.ts';
import { asking, demanding, opening, stepOf, waysOf } from './opening.ts';
import type { FlowProblem } from './problem.ts';

export const UNWRITTEN = 'E16';

/**
 * E16: a record that comes to an end with what its write-back needs empty. `played` gives the game in which these fields are looked at;
 * what it cannot look at is not refused.
 */
export function emptied(table: TableDef, demands: readonly Demand[], played: (fields: readonly string[]) => Game): FlowProblem[] {
  const moments = demands.map(({ when }) => when);
  const games = new Map<string, Coming[]>();
  const comings = (fields: readonly string[]): Coming[] => {
    const key = [...fields].sort().join();
    const known = games.get(key) ?? comingsOf(played(fields), fields, moments);
    games.set(key, known);
    return known;
  };
  return demands.flatMap((demand): FlowProblem[] => {
    const coming = comings(demand.fields).filter((one) => isAt(demand.when, one));
    const [found] = coming;
    if (!found) return [];
    const { game, from, move } = found;
    const example = game.space.example(move.at);
    const way = [...game.wayTo(from), { step: from.step, event: move.event.id, data: example }];
    const reason = `${demand.reason}, and ${demand.name} may be empty when ${saidOf(demand.when)}`;
    return [{ rule: UNWRITTEN, path: demand.path, reason, mend: mendOf(table, demand, coming), example, way }];
  });
}

const saidOf = (when: Moment): string =>
  'state' in when ? `a record comes to state ${when.state}` : `event ${when.events.join(' or ')} moves a record on`;

/** A record that moves on with all the fields empty. */
interface Coming {
  game: Game;
  to: number;
  from: Node;
  move: Move;
}

const isAt = (when: Moment, { to, move }: Pick<Coming, 'to' | 'move'>): boolean =>
  'state' in when ? when.state === to : when.events.includes(move.event.id);

function comingsOf(game: Game, fields: readonly string[], moments: readonly Moment[]): Coming[] {
  const looked = new Set(game.space.fields.map(({ def }) => def.field_name));
  if (!fields.every((name) => looked.has(name))) return [];
  return game.walk({ sure: true }).flatMap((from) =>
    [...game.moves(from)]
      .filter(({ sure, at }) => sure && fields.every((name) => game.space.valueAt(at, name) === null))
      .flatMap((move) => {
        const goals = game.goals(from, move).filter((goal) => goal.sure);
        return goals
          .map(({ step }): Coming => ({ game, to: step, from, move }))
          .filter((coming) => moments.some((when) => isAt(when, coming)));
      }),
  );
}

/** What keeps it from being empty: the form of the applicant, who sees and types it whatever else he says, or the events that end with it. */
function mendOf(table: TableDef, { name, fields, when }: Demand, coming: readonly Coming[]): string {
  const asked = fields[0] ?? name;
  const field = table.fields.find((one) => one.field_name === asked);
  if (!field) return `write another value, or describe ${name} by a field of this table, with notnull: 1`;
  if (field.calc !== undefined) return waysOf([`name ${asked} in need_fields of ${events(submitting(table))}`], filledRows(table, field));
  const steps = [...new Set(coming.map(({ from }) => from.step))].sort((one, other) => one - other);
  const ids = [...new Set(coming.map(({ move }) => move.event.id))].sort((one, other) => one - other);
  const opened = opening(table, field, steps);
  const passes = 'state' in when ? stepOf(table, when.state)?.end === 'pass' : when.events.every((id) => isWhole(table, id));
  return waysOf(
    passes ? demanding(field) : null,
    opened && [...asking(table, steps), ...opened, `name ${asked} in need_fields of ${events(ids)}`],
  );
}

/** Whether whoever takes an event has a whole application before him: not where the applicant gives it up. */
const isWhole = (table: TableDef, id: number): boolean =>
  table.states.every(({ value, actions = [] }) =>
    actions
      .flatMap((action) => action.events ?? [])
      .every((event) => event.id !== id || !isFirst(Number(value)) || stepOf(table, event.next_state ?? 0)?.end !== 'cancel'),
  );

const events = (ids: readonly number[]): string => `${ids.length > 1 ? 'events' : 'event'} ${ids.join(', ')}`;

/** Events by which an application goes its way. */
function submitting(table: TableDef): number[] {
  const goesOn = (value: number | undefined) => value !== undefined && stepOf(table, value)?.end === undefined;
  return table.states
    .filter(({ value }) => value !== '*' && isFirst(Number(value)))
    .flatMap(({ actions = [] }) => actions.flatMap((action) => action.events ?? []))
    .flatMap((event) => (goesOn(event.next_state) ? [event.id] : []));
}

/** Rows that there must be where it is calculated of rows. */
function filledRows(table: TableDef, { calc }: FieldDef): string[] | null {
  const names = calcNamesOf(parseCalc(calc!)).map((name) => name.split('.')[0]);
  const sub = table.subtables?.find((one) => names.includes(rowsName(one)) && !one.min);
  return sub ? [`give sub-table ${rowsName(sub)} min: 1`] : null;
}
