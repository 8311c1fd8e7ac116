import type { Demand } from '#protocol/check/languages/written.ts';
import type { AssertDef, EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Condition, fieldsOf } from '#protocol/rules/condition/condition.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { compileFlow, type Flow, flowDefOf, holdsFor, isReject, namesOf, stepList } from '../definition/definition.ts';
import { Game, type Node } from './game.ts';
import { type Edges, edgesOf, node as nodeOf, reached } from './graph.ts';
import { guardMend, manningMend, openingMend } from './mending.ts';
import type { RowsOf } from './outcome.ts';
import type { FlowProblem } from './problem.ts';
import { checkShape, type Report } from './shape.ts';
import { aloneAt } from './space/alone.ts';
import { filledOf, pathOf, readConditions } from './space/conditions.ts';
import { type Space, spaceOf } from './space/space.ts';
import { undecided } from './space/undecided.ts';
import type { Choices } from './space/values.ts';
import { emptied } from './written.ts';

/**
 * Proves before it is used that a table's flow can be worked: every step is reached, has a way on for all data that comes there, and can
 * come to a passing end; nobody is missing; returns go back; asserted steps cannot be bypassed. Sound flows give []. `choices` are the
 * items of a dictionary; a field of an unknown one may have any. `demands` is what must be filled when a record comes to an end, `rows` the
 * definitions of sub-tables.
 */
export function checkFlow(
  table: TableDef,
  choices: Choices = () => undefined,
  demands: readonly Demand[] = [],
  rows: RowsOf = () => undefined,
): FlowProblem[] {
  if (!table.flow) return [];
  const problems: FlowProblem[] = [];
  const report: Report = (rule, path, reason, mend) => problems.push({ rule, path, reason, mend });
  checkShape(table, report);
  if (problems.length) return problems;
  const names = namesOf(table, rows);
  const flow = compileFlow(flowDefOf(table), holdsFor(names));
  const conditions = readConditions(flow, table, names, report);
  if (problems.length) return problems;
  const played = (more: readonly string[]): Game => {
    const space = spaceOf(table, names, [...conditions.values()], new Set([...filledOf(flow, table), ...more]), { choices, rows });
    return new Game(flow, table, space, conditions);
  };
  return [...new Soundness(flow, table, played([]), conditions).problems(), ...emptied(table, demands, played)];
}

export const isError = (problem: FlowProblem): boolean => problem.rule.startsWith('E');

type Turn = ReturnType<Game['turns']> extends Generator<infer One> ? One : never;

/** The checks that need the graph and the data. */
class Soundness {
  private readonly space: Space;
  private readonly steps: number[];
  /** places that records come to for certain, and those that they may come to */
  private readonly sure: readonly Node[];
  private readonly possible: readonly Node[];

  constructor(
    private readonly flow: Flow,
    private readonly table: TableDef,
    private readonly game: Game,
    private readonly conditions: ReadonlyMap<string, Condition>,
  ) {
    this.steps = [...flow.steps.keys()].filter((step) => step !== 0);
    this.space = game.space;
    this.sure = this.game.walk({ sure: true });
    this.possible = this.game.walk({ sure: false });
  }

  problems(): FlowProblem[] {
    return [
      ...undecided(this.flow, this.table, this.game, this.possible, this.conditions),
      ...this.unreached(),
      ...this.unmanned(),
      ...this.forwardReturns(),
      ...this.neverHolding(),
      ...this.gaps(),
      ...this.barred(),
      ...this.ambiguous(),
      ...this.lost(),
      ...this.bypassed(),
    ];
  }

  private someAt(holds: (at: number) => boolean): boolean {
    return Array.from({ length: this.space.size }, (_, at) => at).some((at) => this.space.isData(at) && holds(at));
  }

  private edges(): Edges {
    const onward = (step: number) => this.game.events(step).filter((event) => !isReturn(event));
    return edgesOf(this.steps.flatMap((step) => onward(step).map((event) => [step, event.next_state!] as const)));
  }

  /** E3: a step that no record comes to. */
  private unreached(): FlowProblem[] {
    const ways = reached(this.edges(), 1);
    const seen = new Set(this.possible.map(({ step }) => step));
    return this.steps.flatMap((step): FlowProblem[] => {
      const path = `states[${step}]`;
      const mend = 'lead an event to it, widen the guards of those that do, or take the step out';
      if (!ways.has(step)) return [{ rule: 'E3', path, reason: 'no path leads to this step', mend }];
      return seen.has(step) ? [] : [{ rule: 'E3', path, reason: 'no record comes to this step, whatever its data', mend }];
    });
  }

  /** E5: a step that may be entered with nobody to handle it. */
  private unmanned(): FlowProblem[] {
    return this.steps.flatMap((from) =>
      this.game.events(from).flatMap((event): FlowProblem[] => {
        const target = isReturn(event) ? undefined : this.flow.steps.get(event.next_state!);
        const manned = !target || target.value <= 1 || target.end || target.def?.handler || event.need_handler;
        if (manned) return [];
        const reason = `no handler, and event ${event.id} of step ${from} asks for none`;
        return [{ rule: 'E5', path: `states[${event.next_state}]`, reason, mend: 'give the step a handler, or the event need_handler: 1' }];
      }),
    );
  }

  /** E10: a return must not jump forward over a step. */
  private forwardReturns(): FlowProblem[] {
    const forward = this.edges();
    const past = new Set([1]);
    const isUpstream = (back: number, step: number) =>
      nodeOf(back) === 1 || (reached(forward, back, past).has(step) && !reached(forward, step, past).has(back));
    return this.steps.flatMap((step) =>
      this.game.events(step).flatMap((event) =>
        stepList(event.back_state)
          .filter((back) => !isUpstream(back, step))
          .map((back): FlowProblem => {
            const reason = `back_state ${back} does not lie before step ${step}`;
            return {
              rule: 'E10',
              path: pathOf(step, event),
              reason,
              mend: 'list steps that every way to this one has passed or may have passed',
            };
          }),
      ),
    );
  }

  /** E6: a guard that no data of these fields can meet. */
  private neverHolding(): FlowProblem[] {
    return this.steps.flatMap((step) =>
      this.game.events(step).flatMap((event): FlowProblem[] => {
        const condition = this.guardOf(event);
        if (!condition || this.someAt((at) => this.space.holds(condition, at) !== false)) return [];
        const mend = 'no value within the type, bounds and choices of its fields meets it: change the guard, or take the event out';
        return [{ rule: 'E6', path: pathOf(step, event), reason: `where never holds: ${event.where}`, mend }];
      }),
    );
  }

  private guardOf(event: EventDef): Condition | null {
    return event.where === undefined ? null : this.conditions.get(event.where)!;
  }

  /** A record that comes to a step with data for which, whatever its people type there, no event leads on. */
  private gaps(): FlowProblem[] {
    return this.steps.flatMap((step): FlowProblem[] => {
      const onward = this.game.events(step).filter((event) => !isReject(this.flow, event));
      const stuck = onward.length ? this.sure.find((place) => place.step === step && this.isStuck(place, onward)) : undefined;
      if (!stuck) return [];
      const exact = aloneAt(this.space, stuck.at, (at) => this.isStuck({ ...stuck, at }, onward));
      return [{ ...this.gapAt(stuck, onward), exact, example: this.space.example(stuck.at), way: this.game.wayTo(stuck) }];
    });
  }

  private isStuck(place: Node, onward: readonly EventDef[]): boolean {
    return [...this.game.turns(place)].every(({ hand, at }) =>
      onward.every((event) => this.game.takes(place.step, hand, event, at) === false),
    );
  }

  /** E11 where a field is missing that nobody may fill, E5 where nobody would get it, E7 where the guards leave a gap. */
  private gapAt(place: Node, onward: readonly EventDef[]): FlowProblem {
    for (const event of onward) {
      const guard = this.guardOf(event);
      const held = [...this.game.turns(place)].find(
        ({ hand, at }) => (guard === null || this.space.holds(guard, at) !== false) && this.game.isFed(place.step, hand, event, at),
      );
      if (held === undefined) continue;
      const path = pathOf(place.step, event);
      const lacking = this.game.lacks(place.step, held.hand, event, held.at);
      if (lacking) {
        const reason = `${lacking} may be empty and is not editable in state ${place.step} by whoever signs there`;
        return { rule: 'E11', path, reason, mend: openingMend(this.table, lacking, { step: place.step, event: event.id }) };
      }
      const reason = 'nobody would handle the next step: the field that names its handler may be empty';
      return { rule: 'E5', path, reason, mend: manningMend(this.table, event.next_state!) };
    }
    const guards = onward.map((event) => this.guardOf(event)).filter((guard) => guard !== null);
    const mend = guardMend(this.table, this.space, guards, place.at);
    const about = guards.flatMap(fieldsOf);
    return { rule: 'E7', path: `states[${place.step}]`, reason: 'no event leads on for some data', mend, about };
  }

  /** E7 where a step that nobody but the applicant could sign is to be passed over, and no event leads on by itself. */
  private barred(): FlowProblem[] {
    const found = new Map<number, FlowProblem>();
    for (const place of this.sure) {
      for (const { step, from, move } of this.game.barred(place)) {
        const example = this.space.example(move.at);
        const way = [...this.game.wayTo(from), { step: from.step, event: move.event.id, data: example }];
        const says = this.flow.steps.get(step)?.def?.self === 'skip' ? 'self' : 'empty';
        const reason = `it says ${says}: skip, and no event leads on by itself for some data`;
        const mend = 'give the step an event for this data that asks for nothing, or say up or admin';
        if (!found.has(step)) found.set(step, { rule: 'E7', path: `states[${step}]`, reason, mend, example, way });
      }
    }
    return [...found.values()];
  }

  /** E8: two events of one name that can be taken with the same data. */
  private ambiguous(): FlowProblem[] {
    return this.steps.flatMap((step) => {
      const events = this.game.events(step);
      return events.flatMap((one, at) =>
        events.slice(at + 1).flatMap((other) => (other.key_name === one.key_name ? this.together(step, one, other) : [])),
      );
    });
  }

  private together(step: number, one: EventDef, other: EventDef): FlowProblem[] {
    for (const place of this.sure.filter((each) => each.step === step)) {
      const isTaken = (event: EventDef, { hand, at }: Turn) => this.game.takes(step, hand, event, at) === true;
      const areTaken = (turn: Turn) => isTaken(one, turn) && isTaken(other, turn);
      const both = [...this.game.turns(place)].find(areTaken);
      if (both === undefined) continue;
      const reason = `holds together with event ${one.id} of the same name`;
      const mend = 'make their guards exclude each other, or name them differently';
      const guards = [one, other].flatMap((event) => this.guardOf(event) ?? []);
      const exact = aloneAt(this.space, both.at, (at) => areTaken({ ...both, at }));
      const found = { example: this.space.example(both.at), way: this.game.wayTo(place), about: guards.flatMap(fieldsOf), exact };
      return [{ rule: 'E8', path: pathOf(step, other), reason, mend, ...found }];
    }
    return [];
  }

  /** E2: from wherever a record comes, some passing end can still be reached. */
  private lost(): FlowProblem[] {
    const before = new Map<Node, Node[]>();
    for (const place of this.possible) for (const next of place.next) before.set(next, [...(before.get(next) ?? []), place]);
    const good = new Set(this.possible.filter(({ step }) => this.flow.steps.get(step)?.end === 'pass'));
    for (const place of good) for (const earlier of before.get(place) ?? []) good.add(earlier);
    const found = new Set([...good].map((place) => this.game.keyOf(place)));
    return this.steps.flatMap((step): FlowProblem[] => {
      const lost = this.flow.steps.get(step)?.end
        ? undefined
        : this.sure.find((place) => place.step === step && !found.has(this.game.keyOf(place)));
      if (!lost) return [];
      const mend = 'give the step, or one after it, an event that leads to a passing end for this data';
      const where = { example: this.space.example(lost.at), way: this.game.wayTo(lost) };
      return [{ rule: 'E2', path: `states[${step}]`, reason: 'no passing end can be reached', mend, ...where }];
    });
  }

  private bypassed(): FlowProblem[] {
    return (this.table.assert ?? []).flatMap((promise, at) => this.bypass(promise, `assert[${at}]`));
  }

  /** E18: with the mandatory step taken out, what it guards must be out of reach for the data it is asserted for. */
  private bypass({ before, must_pass, where }: AssertDef, path: string): FlowProblem[] {
    const condition = where === undefined ? null : this.conditions.get(where)!;
    for (const place of this.game.walk({ sure: true, without: must_pass })) {
      for (const move of this.game.moves(place)) {
        if (!move.sure || !this.game.goals(place, move).some((goal) => goal.sure && goal.moved && goal.step === before)) continue;
        if (condition && this.space.holds(condition, move.at) !== true) continue;
        const example = this.space.example(move.at);
        const way = [...this.game.wayTo(place), { step: place.step, event: move.event.id, data: example }];
        const mend = 'close the way that the example goes, or take the promise back';
        return [{ rule: 'E18', path, reason: `step ${before} can be reached without step ${must_pass}`, mend, example, way }];
      }
    }
    return [];
  }
}
