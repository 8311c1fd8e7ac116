import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { type Flow, isReject, type Step, stepList } from '../definition.ts';
import { isApplicantStep } from '../model.ts';
import { createDesk, type Desk } from './desk.ts';
import type { Example, Space, Truth } from './space.ts';

/** How a record comes somewhere: the events in their order, with the data at each. */
export type Way = readonly { step: number; event: number; data: Example }[];

/** `sure` moves hold for certain; a guard that is not decided only may. */
export interface Move {
  event: EventDef;
  at: number;
  sure: boolean;
}
/** A place that records come to. */
export interface Node {
  step: number;
  /** came by a return: one person has it */
  alone: boolean;
  /** which of the steps that returns name somebody has decided before: bits */
  passed: number;
  /** which data: all that the step's people can make of each other */
  data: number;
  /** one example of it, as it came */
  at: number;
  by: { node: Node; move: Move } | null;
  /** where it can go from here */
  next: Node[];
}
/** Equal places go the same ways. */
export const keyOf = ({ step, alone, passed, data }: Node): string => `${step} ${alone} ${passed} ${data}`;

export interface Walk {
  /** sees nothing of this step, as if no event led to it */
  without?: number;
  /** only what holds for certain */
  sure: boolean;
}

/**
 * The flow as a game that people play with a record: at each step they type what the step lets them, and take an event. All moves of the
 * engine, with one example for all data that no guard tells apart; so what can happen to some record is found, and nothing else.
 */
export class Game {
  private readonly desks = new Map<string, Desk>();
  private readonly known = new Map<string, readonly Move[]>();
  private readonly named: readonly number[];

  constructor(
    private readonly flow: Flow,
    private readonly table: TableDef,
    readonly space: Space,
    private readonly conditions: ReadonlyMap<string, Condition>,
  ) {
    const events = [...flow.steps.values()].flatMap((step) => [...step.events.values()]);
    this.named = [...new Set(events.flatMap((event) => stepList(event.back_state)))].filter((step) => !isApplicantStep(step));
  }

  /** All places that records come to, one for all data that can be made of each other there. */
  walk(how: Walk): Node[] {
    const found = new Map<string, Node>();
    const at = (node: Node): Node => {
      const known = found.get(keyOf(node)) ?? node;
      found.set(keyOf(node), known);
      return known;
    };
    const desk = this.desk(1, false);
    for (const start of desk.starts) at({ step: 1, alone: false, passed: 0, data: desk.classOf(start), at: start, by: null, next: [] });
    // a Map gives what is added while it is walked
    for (const node of found.values()) node.next = this.after(node, how).map(at);
    return [...found.values()];
  }

  private after(node: Node, { sure, without }: Walk): Node[] {
    const passed = node.passed | this.bit(node.step);
    return this.ways(node).flatMap((move) => {
      if (sure && !move.sure) return [];
      return this.targets(move.event, node.passed)
        .filter((to) => to !== without)
        .map((to) => {
          const alone = isReturn(move.event) && to !== 1;
          return { step: to, alone, passed, data: this.desk(to, alone).classOf(move.at), at: move.at, by: { node, move }, next: [] };
        });
    });
  }

  /** One move of those of an event that lead to the same data wherever it leads. */
  private ways({ step, alone, data }: Node): readonly Move[] {
    const key = `${step} ${alone} ${data}`;
    const known = this.known.get(key);
    if (known) return known;
    const ways = new Map<string, Move>();
    for (const move of this.moves({ step, alone, data })) {
      const goals = this.targets(move.event, -1).map((to) => this.desk(to, isReturn(move.event) && to !== 1).classOf(move.at));
      const way = `${move.event.id} ${move.sure} ${goals}`;
      if (!ways.has(way)) ways.set(way, move);
    }
    this.known.set(key, [...ways.values()]);
    return [...ways.values()];
  }

  /** Every event that may be taken at a place, with all data that can be typed there. */
  *moves({ step, alone, data }: Pick<Node, 'step' | 'alone' | 'data'>): Generator<Move> {
    for (const at of this.desk(step, alone).members(data)) {
      for (const event of this.events(step)) {
        const truth = this.takes(step, alone, event, at);
        if (truth !== false) yield { event, at, sure: truth === true };
      }
    }
  }

  /** Whether whoever has the record can take the event with this data: its guard, what must be filled, and that somebody gets it. */
  takes(step: number, alone: boolean, event: EventDef, at: number): Truth {
    const guard = event.where ? this.space.holds(this.conditions.get(event.where)!, at) : true;
    if (guard === false) return false;
    const filled = this.lacks(step, alone, event, at) === null && this.isManned(event, at);
    return filled ? guard : false;
  }

  /** The field that keeps an event from being taken because it is empty; null when there is none. */
  lacks(step: number, alone: boolean, event: EventDef, at: number): string | null {
    const asked = event.need_fields?.split(',').map((name) => name.trim()) ?? [];
    const needed = isReject(this.flow, event) ? asked : [...asked, ...this.desk(step, alone).needed(at)];
    const looked = new Set(this.space.fields.map(({ def }) => def.field_name));
    return needed.find((name) => looked.has(name) && this.space.valueAt(at, name) === null) ?? null;
  }

  /** A handler that a field names: nobody where the field is empty. */
  isManned({ next_state, need_handler }: EventDef, at: number): boolean {
    const handler = next_state === undefined ? undefined : this.flow.steps.get(next_state)?.def?.handler;
    if (handler?.type !== 'field' || need_handler) return true;
    if (this.flow.steps.get(next_state!)!.def!.empty === 'admin') return true;
    const name = handler.field.split('.')[0]!;
    return !this.space.fields.some(({ def }) => def.field_name === name) || this.space.valueAt(at, name) !== null;
  }

  events(step: number): EventDef[] {
    return [...(this.flow.steps.get(step)?.events.values() ?? [])];
  }

  /** The data that can stand at a place. */
  members({ step, alone, data }: Pick<Node, 'step' | 'alone' | 'data'>): readonly number[] {
    return this.desk(step, alone).members(data);
  }

  wayTo(node: Node): Way {
    const steps: Way[number][] = [];
    for (let by = node.by; by; by = by.node.by)
      steps.unshift({ step: by.node.step, event: by.move.event.id, data: this.space.example(by.move.at) });
    return steps;
  }

  /** Steps that an event leads to: a return to those that somebody decided before. */
  targets(event: EventDef, passed: number): number[] {
    if (!isReturn(event)) return [event.next_state === 0 ? 1 : event.next_state!];
    const back = stepList(event.back_state).filter((step) => isApplicantStep(step) || (passed & this.bit(step)) !== 0);
    return [...new Set(back.map((step) => (step === 0 ? 1 : step)))];
  }

  private bit(step: number): number {
    const at = this.named.indexOf(step);
    return at < 0 ? 0 : 1 << at;
  }

  private desk(step: number, alone: boolean): Desk {
    const key = `${step} ${alone}`;
    const known = this.desks.get(key) ?? createDesk(this.table, this.flow.steps.get(step) as Step, alone, this.space, this.conditions);
    this.desks.set(key, known);
    return known;
  }
}
