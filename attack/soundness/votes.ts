import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn } from '#protocol/rules/event.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { type Flow, isReject, stepList } from '#server/flow/definition/definition.ts';
import { decide } from '#server/flow/kernel/decide.ts';
import { evolve, numbered } from '#server/flow/kernel/evolve.ts';
import type { DecisionCommand, Diff, Env, FlowState, Todo } from '#server/flow/kernel/model.ts';
import { signerOf } from '#server/flow/kernel/whose.ts';
import { type Cast, castsOf } from './casts.ts';
import { APPLICANT, type Data, type Desk, type Forms, TODAY } from './forms.ts';

const NOW = '2026-11-21T08:00:00.000Z';

/** Where a record stands: its step, its data, and the whole of its case. */
export interface Standing {
  step: number;
  data: Data;
  state: FlowState;
  /** the case as far as it matters for what can come: equal ones go the same ways */
  trace: string;
}

/** What came of a vote: `moved` where the record left its step, or came to it anew. */
type Made = Pick<Standing, 'state' | 'trace'> & { moved: boolean };
export type Taken = Standing & Made;

/** What the engine said, and what it read of the data for it. */
interface Answer {
  read: ReadonlyMap<string, string | null | undefined>;
  states: readonly Made[];
}

/** What the engine makes of a vote. */
export class Votes {
  private readonly answers = new Map<string, Answer[]>();
  /** steps that returns name */
  private readonly named: ReadonlySet<number>;
  /** steps that some record cannot pass over, though only the applicant could sign them */
  readonly barred = new Set<number>();
  private readonly ids = { next: 1 };

  constructor(
    private readonly flow: Flow,
    private readonly forms: Forms,
  ) {
    this.named = new Set(
      [...this.flow.steps.values()].flatMap(({ events }) => [...events.values()].flatMap((one) => stepList(one.back_state))),
    );
  }

  events = (step: number): EventDef[] => [...(this.flow.steps.get(step)?.events.values() ?? [])];

  /** Whose turn it is: of people with the same roles one, they differ in nothing. The applicant's first row is none. */
  turns({ step, state }: Standing): (Todo | null)[] {
    if (this.flow.steps.get(step)?.end) return [];
    if (step <= 1) return [state.todos.find((todo) => OPEN.has(todo.review_state)) ?? null];
    const open = state.todos.filter((todo) => OPEN.has(todo.review_state));
    return open.filter((todo, at) => open.findIndex((other) => String(other.roles) === String(todo.roles)) === at);
  }

  private signer = (state: FlowState, row: Todo | null): Signer | undefined => (row ? signerOf(state, row) : undefined);

  /** All data that whose turn it is can make of what is there. */
  desk({ step, data, state }: Standing, row: Todo | null): Desk {
    return this.forms.desk(step, data, this.signer(state, row));
  }

  /** Everything that comes of one vote: nothing where it is refused, several where one chooses whom it returns to, or who signs next. */
  take(from: Standing, row: Todo | null, event: EventDef, data: Data): Taken[] {
    if (!this.forms.isSaved(from.step, event, data, this.signer(from.state, row))) return [];
    return this.answer(from, row, event, data).map((made) => ({ ...made, step: made.state.case!.state, data }));
  }

  /** The engine is asked once for all data that are alike in what it has read of them. */
  private answer(from: Standing, row: Todo | null, event: EventDef, data: Data): Answer['states'] {
    const key = `${from.trace} ${row?.roles} ${event.id}`;
    const known = this.answers.get(key) ?? [];
    this.answers.set(key, known);
    const same = known.find(({ read }) => [...read].every(([name, value]) => data[name] === value));
    if (same) return same.states;
    const read = new Map<string, string | null | undefined>();
    const watched = new Proxy(data, {
      get: (of, name: string) => {
        read.set(name, of[name]);
        return of[name];
      },
    });
    const made = this.decided(from, row, event, watched).map(
      (state): Made => ({ state, trace: this.traceOf(state), moved: isMoved(from.state, state) }),
    );
    const states = [...new Map(made.map((one) => [one.trace, one])).values()];
    known.push({ read, states });
    return states;
  }

  private decided(from: Standing, row: Todo | null, event: EventDef, data: Data): FlowState[] {
    if (isReturn(event)) {
      const backs = from.state.todos.filter((todo) => todo.review_state === TODO.submitted || todo.review_state === TODO.decided);
      return backs.flatMap((back) => this.vote(from, row, event, data, NOBODY, back.id) ?? []);
    }
    const target = this.flow.steps.get(event.next_state!)?.def;
    const casts = castsOf(this.flow, event, data);
    const states = casts.map((cast) => this.vote(from, row, event, data, cast, null));
    const isOpened = states.some((state, at) => state && !casts[at]!.skip && isMoved(from.state, state));
    return states.flatMap((state, at) => {
      if (!state || !casts[at]!.skip || !isMoved(from.state, state)) return state ?? [];
      const beyond = this.passedOver(state, data, [Number(target!.value)]);
      if (isOpened && beyond.length === 0) this.barred.add(Number(target!.value));
      return beyond;
    });
  }

  /** What comes of a step that only the applicant could sign: the first event whose guard holds, taken by itself, and so on. */
  private passedOver(state: FlowState, data: Data, passed: readonly number[]): FlowState[] {
    const step = state.case!.state;
    const event = this.events(step).find((one) => !isReject(this.flow, one) && (!one.where || this.forms.holds(one.where, data)));
    if (!event || passed.includes(event.next_state!)) return [];
    return castsOf(this.flow, { ...event, pick: 0, add: 0 }, data).flatMap((cast) => {
      const next = this.run(state, APPLICANT, { ...SAID, op: 'Skip', event: event.id }, this.envOf(step, data, cast));
      if (!next) return [];
      return cast.skip ? this.passedOver(next, data, [...passed, event.next_state!]) : [next];
    });
  }

  private vote(from: Standing, row: Todo | null, event: EventDef, data: Data, cast: Cast, back: number | null): FlowState | null {
    const op = from.step <= 1 ? 'Submit' : 'Review';
    const todo = from.step <= 1 ? null : (row?.id ?? null);
    const command = { ...SAID, op, event: event.id, todo, back_id: back, reviewers: cast.named } as const;
    return this.run(from.state, row?.review_entity ?? APPLICANT, command, this.envOf(from.step, data, cast));
  }

  private run(state: FlowState, actor: number, command: DecisionCommand, env: Env): FlowState | null {
    const { event } = command;
    const diff: Diff | Refusal | null = decide(this.flow, state, actor, command, env);
    if (diff === null || diff instanceof Refusal) return null;
    // the engine takes the event of that name that holds: that is another's way on
    if (diff.event_id !== event) return null;
    const ids = diff.open.map(() => this.ids.next++);
    return evolve(state, numbered(diff, ids));
  }

  private envOf(step: number, data: Data, { people, roles }: Cast): Env {
    return {
      now: NOW,
      today: TODAY,
      user: { id: APPLICANT, department_entity: null },
      record: { state: step, creator: APPLICANT, data },
      principals: [],
      candidates: people,
      roles,
      own: [APPLICANT],
      people: Object.fromEntries([1, 7, 11, 12, 13, 21, 22, 23, 31, 32, 97, 98, 99].map((id) => [id, 1])),
    };
  }

  /** The step, who has it by which rule, how this visit was signed so far, and who decided before of those to whom it can return. */
  private traceOf({ case: at, todos }: FlowState): string {
    const open = todos.filter((todo) => [2, 7, 11, 13].includes(todo.review_state)).map(({ rule, ord, roles }) => `${rule}${ord}${roles}`);
    const signed = todos.filter((todo) => todo.review_state === TODO.decided);
    const now = signed.filter((todo) => todo.visit === at!.visit);
    const votes = now.some((todo) => todo.rule.includes('/')) ? now.map((todo) => todo.outcome).sort() : [now.length > 0];
    const past = signed
      .filter((todo) => this.named.has(todo.back_state))
      .map(({ back_state, roles, visit }) => `${back_state}${roles}${visit === at!.visit}`);
    return `${at!.state} ${open.sort().join()} ${votes.join()} ${[...new Set(past)].sort().join()}`;
  }
}

const isMoved = (from: FlowState, to: FlowState): boolean => to.case!.visit !== (from.case?.visit ?? 0);
const OPEN: ReadonlySet<number> = new Set([2, 7, 13]);
const NOBODY: Cast = { people: [], roles: {}, named: [], skip: false };
const SAID = {
  todo: null,
  back_id: null,
  next_state: null,
  reviewers: [],
  copies: [],
  remark: 'x',
  attachs: '',
  limit_time: null,
} as const;
