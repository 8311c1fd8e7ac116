import { neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { isReturn } from '#protocol/rules/event.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { type Flow, isReject, type Step, stepList } from '../definition/definition.ts';
import { type Crew, Crews, crewKey, type Hand } from './crew.ts';
import { createDesk, type Desk } from './desk.ts';
import type { Example, Space, Truth } from './space/space.ts';

/** How a record comes somewhere: the events in their order, with the data at each. */
export type Way = readonly { step: number; event: number; data: Example }[];

/** `sure` moves hold for certain; a guard that is not decided only may. */
export interface Move {
  hand: Hand;
  event: EventDef;
  at: number;
  sure: boolean;
}
/** A place that records come to. */
export interface Node {
  step: number;
  /** who has yet to sign */
  crew: Crew;
  /** who has decided before of those to whom returns may go: bits, one for each kind of signer of each step that a return names */
  passed: bigint;
  /** one example of its data, as it came; equal is what its next signers can make the same of */
  at: number;
  by: { node: Node; move: Move } | null;
  /** where it can go from here */
  next: Node[];
}
/** Where a move leads: `moved` where it leaves the step, if only to come to it anew. */
type Goal = Pick<Node, 'step' | 'crew' | 'passed'> & { sure: boolean; moved: boolean };
/** A step with those who have it, come to by leaving another. */
type Entry = Pick<Node, 'step' | 'crew'> & { sure: boolean };

export interface Walk {
  /** sees nothing of this step, as if no event led to it */
  without?: number;
  /** only what holds for certain */
  sure: boolean;
}

/** A step that would be passed over, and is not: none of its events leads on by itself. */
export interface Barred {
  step: number;
  from: Node;
  move: Move;
}

/**
 * The flow as a game that people play with a record: at each step they type what the step lets them, and take an event, each for himself. All
 * moves of the engine, with one example for all data that no guard tells apart; so what can happen to some record is found, and nothing else.
 */
export class Game {
  private readonly desks = new Map<string, Desk>();
  private readonly known = new Map<string, readonly Move[]>();
  private readonly named: readonly number[];
  private readonly crews: Crews;

  constructor(
    private readonly flow: Flow,
    private readonly table: TableDef,
    readonly space: Space,
    private readonly conditions: ReadonlyMap<string, Condition>,
  ) {
    const events = [...flow.steps.values()].flatMap((step) => [...step.events.values()]);
    this.named = [...new Set(events.flatMap((event) => stepList(event.back_state)))].filter((step) => !isFirst(step));
    this.crews = new Crews(flow, table, (step, signer) => this.doesAt(step, signer));
  }

  /** All places that records come to, one for all data that can be made of each other there. */
  walk(how: Walk): Node[] {
    const found = new Map<string, Node>();
    const at = (node: Node): Node => {
      const known = found.get(this.keyOf(node)) ?? node;
      found.set(this.keyOf(node), known);
      return known;
    };
    const crew = this.crews.alone();
    const desk = this.desk(1, { kind: 0, first: true });
    for (const start of desk.starts) at({ step: 1, crew, passed: 0n, at: start, by: null, next: [] });
    // a Map gives what is added while it is walked
    for (const node of found.values()) node.next = this.after(node, how).map(at);
    return [...found.values()];
  }

  /** Equal places go the same ways. */
  keyOf({ step, crew, passed, at }: Pick<Node, 'step' | 'crew' | 'passed' | 'at'>): string {
    return `${step} ${passed} ${this.stand(step, crew, at)}`;
  }

  private stand(step: number, crew: Crew, at: number): string {
    if (this.flow.steps.get(step)?.end) return '';
    return `${crewKey(crew)} ${this.crews.hands(crew).map((hand) => this.desk(step, hand).classOf(at))}`;
  }

  private after(node: Node, { sure, without }: Walk): Node[] {
    return this.ways(node).flatMap((move) =>
      this.goals(node, move)
        .filter((goal) => goal.step !== without && (!sure || (move.sure && goal.sure)))
        .flatMap(({ step, crew, passed }) =>
          this.space.drift(move.at).map((at) => ({ step, crew, passed, at, by: { node, move }, next: [] })),
        ),
    );
  }

  /** One move of those of a hand and an event that lead to the same data wherever they lead. */
  private ways(node: Node): readonly Move[] {
    const key = `${node.step} ${this.stand(node.step, node.crew, node.at)}`;
    const known = this.known.get(key);
    if (known) return known;
    const ways = new Map<string, Move>();
    for (const move of this.moves(node)) {
      const goals = this.goals({ ...node, passed: -1n }, move).map(
        ({ step, crew, sure }) => `${step} ${sure} ${this.stand(step, crew, move.at)}`,
      );
      const way = `${move.hand.kind} ${move.event.id} ${move.sure} ${goals}`;
      if (!ways.has(way)) ways.set(way, move);
    }
    this.known.set(key, [...ways.values()]);
    return [...ways.values()];
  }

  /** Every event that may be taken at a place by whoever signs next, with all data that he can type there. */
  *moves(node: Pick<Node, 'step' | 'crew' | 'at'>): Generator<Move> {
    for (const { hand, at } of this.turns(node)) {
      for (const event of this.events(node.step)) {
        const truth = this.takes(node.step, hand, event, at);
        if (truth !== false) yield { hand, event, at, sure: truth === true };
      }
    }
  }

  /** Who may sign next at a place, with all data that he can make of what came there. */
  *turns({ step, crew, at }: Pick<Node, 'step' | 'crew' | 'at'>): Generator<{ hand: Hand; at: number }> {
    for (const hand of this.flow.steps.get(step)?.end ? [] : this.crews.hands(crew)) {
      const desk = this.desk(step, hand);
      for (const other of desk.members(desk.classOf(at))) yield { hand, at: other };
    }
  }

  /** Whether a signer can take the event with this data: its guard, what he must have filled, and that somebody gets it. */
  takes(step: number, hand: Hand, event: EventDef, at: number): Truth {
    const guard = this.guard(event, at);
    if (guard === false) return false;
    if (!this.isFed(step, hand, event, at) || this.lacks(step, hand, event, at) !== null || !this.isManned(event, at)) return false;
    return neededFields(event).every((name) => this.space.isSure(at, name)) ? guard : null;
  }

  /** Whether that is filled which must be, of what something is calculated that guards ask of. */
  isFed(step: number, hand: Hand, event: EventDef, at: number): boolean {
    return isReject(this.flow, event) || this.desk(step, hand).isFed(at);
  }

  private guard(event: EventDef, at: number): Truth {
    return event.where ? this.space.holds(this.conditions.get(event.where)!, at) : true;
  }

  /** The field that keeps an event from being taken because it is empty; null when there is none. */
  lacks(step: number, hand: Hand, event: EventDef, at: number): string | null {
    const needed = isReject(this.flow, event) ? [] : this.desk(step, hand).needed(at);
    return this.emptyOf([...neededFields(event), ...needed], at);
  }

  private emptyOf(names: readonly string[], at: number): string | null {
    const looked = new Set(this.space.fields.map(({ def }) => def.field_name));
    return names.find((name) => looked.has(name) && this.space.isSure(at, name) && this.space.valueAt(at, name) === null) ?? null;
  }

  /** A handler that a field names: nobody where the field is empty. */
  isManned({ next_state }: EventDef, at: number): boolean {
    const { handler, empty } = (next_state === undefined ? undefined : this.flow.steps.get(next_state)?.def) ?? {};
    if (handler?.type !== 'field' || empty === 'admin' || empty === 'skip') return true;
    const name = handler.field.split('.')[0]!;
    return !this.space.fields.some(({ def }) => def.field_name === name) || this.space.valueAt(at, name) !== null;
  }

  events(step: number): EventDef[] {
    return [...(this.flow.steps.get(step)?.events.values() ?? [])];
  }

  wayTo(node: Node): Way {
    const steps: Way[number][] = [];
    for (let by = node.by; by; by = by.node.by)
      steps.unshift({ step: by.node.step, event: by.move.event.id, data: this.space.example(by.move.at) });
    return steps;
  }

  /** Where a move may lead: out of the step, by how the visit is signed, or to those who have yet to sign it. */
  goals({ step, crew, passed: before }: Pick<Node, 'step' | 'crew' | 'passed'>, { hand, event, at }: Move): Goal[] {
    const passed = before | this.bit(step, hand.kind);
    const { fires, stays } = this.crews.vote(crew, hand.kind, event);
    // a vote for a return says to whom, also where it does not carry
    const isCast = !isReturn(event) || this.backs(event, before).length > 0;
    const within = (isCast ? stays : []).map((next) => ({ step, crew: next, passed, sure: true, moved: false }));
    const left = fires ? this.entries(event, at, before) : [];
    return [...within, ...left.map((entry) => ({ ...entry, passed, moved: true }))];
  }

  /** Where an event leads: to its step, to what lies behind steps that are passed over, or back. */
  private entries(event: EventDef, at: number, passed: bigint): Entry[] {
    if (isReturn(event)) return this.backs(event, passed).map((goal) => ({ ...goal, sure: true }));
    const to = event.next_state === 0 ? 1 : event.next_state!;
    return [...this.crews.entering(event, to).map((crew) => ({ step: to, crew, sure: true })), ...(this.over(to, at) ?? [])];
  }

  /** Steps that cannot be passed over, though nobody but the applicant could sign them, when a move leads there. */
  *barred(from: Node): Generator<Barred> {
    for (const move of this.ways(from)) {
      const to = move.event.next_state;
      const isLed = move.sure && to !== undefined && this.crews.vote(from.crew, move.hand.kind, move.event).fires;
      if (isLed && this.over(to, move.at) === null) yield { step: to, from, move };
    }
  }

  /** Where a step leads that is passed over, and those behind it that are too; null where it leads nowhere. */
  private over(step: number, at: number, seen: readonly number[] = []): Entry[] | null {
    if (!this.isSkipped(step, at)) return [];
    const found: Entry[] = [];
    const behind = [...seen, step];
    let sure = true;
    for (const event of this.events(step).filter((one) => !isReject(this.flow, one))) {
      const guard = this.guard(event, at);
      if (guard === false) continue;
      sure &&= guard === true;
      const to = event.next_state!;
      if (this.emptyOf(neededFields(event), at) === null && this.isManned(event, at) && !behind.includes(to)) {
        found.push(...this.crews.entering({ ...event, pick: 0, add: 0 }, to).map((crew) => ({ step: to, crew, sure })));
        found.push(...(this.over(to, at, behind)?.map((goal) => ({ ...goal, sure: goal.sure && sure })) ?? []));
      }
      if (guard === true) break;
    }
    return found.length ? found : null;
  }

  /** Whether nobody but the applicant may be found there; where nobody at all is, others stand in. */
  private isSkipped(step: number, at: number): boolean {
    const { self, empty, handler } = this.flow.steps.get(step)?.def ?? {};
    if (empty === 'skip' && handler) return true;
    if (self !== 'skip' || !handler) return false;
    return handler.type !== 'field' || this.emptyOf([handler.field.split('.')[0]!], at) === null;
  }

  /** Who of those that decided before gets it back. */
  private backs(event: EventDef, passed: bigint): Omit<Entry, 'sure'>[] {
    const steps = [...new Set(stepList(event.back_state).map((step) => (step === 0 ? 1 : step)))];
    return steps.flatMap((step) => {
      if (isFirst(step)) return [{ step, crew: this.crews.alone() }];
      const kinds = this.crews.kinds(step).map((_, kind) => kind);
      return kinds.filter((kind) => (passed & this.bit(step, kind)) !== 0n).map((kind) => ({ step, crew: this.crews.alone(kind) }));
    });
  }

  private bit(step: number, kind: number): bigint {
    const at = this.named.indexOf(step);
    if (at < 0) return 0n;
    const before = this.named.slice(0, at).reduce((sum, one) => sum + this.crews.kinds(one).length, 0);
    return 1n << BigInt(before + kind);
  }

  private desk(step: number, hand: Hand): Desk {
    const key = `${step} ${hand.kind} ${hand.first}`;
    const known = this.desks.get(key) ?? this.deskOf(step, this.crews.signerOf(step, hand));
    this.desks.set(key, known);
    return known;
  }

  private deskOf(step: number, signer: Signer): Desk {
    return createDesk(this.table, { step: this.flow.steps.get(step) as Step, signer }, this.space, this.conditions);
  }

  private doesAt(step: number, signer: Signer): string {
    const { classOf, needed, isFed } = this.deskOf(step, signer);
    return Array.from({ length: this.space.size }, (_, at) => `${classOf(at)} ${needed(at)} ${isFed(at)}`).join();
  }
}
