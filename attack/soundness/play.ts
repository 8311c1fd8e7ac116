import { Refusal } from '#protocol/codes.ts';
import type { ItemDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isReturn } from '#protocol/rules/event.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { decide } from '#server/flow/decide.ts';
import { compileFlow, type Flow, flowDefOf, holdsFor, isReject, namesOf, stepList } from '#server/flow/definition.ts';
import { evolve, numbered } from '#server/flow/evolve.ts';
import { type Command, type Diff, type Env, type FlowState, NO_CASE, ROW, type Todo } from '#server/flow/model.ts';
import type { Way } from '#server/flow/soundness/game.ts';
import { signerOf } from '#server/flow/whose.ts';
import { type Cast, castsOf } from './casts.ts';
import type { Played } from './flows.ts';
import { APPLICANT, type Data, Forms, TODAY } from './forms.ts';

const NOW = '2026-11-21T08:00:00.000Z';

/** Where a record stands: its step, its data, and the whole of its case. */
interface Standing {
  step: number;
  data: Data;
  state: FlowState;
  /** the case as far as it matters for what can come: equal ones go the same ways */
  trace: string;
}

/** What trying everything finds: the same words as `found` below makes of the check's own findings. */
export type Truth = ReadonlySet<string>;

/**
 * Plays every record that a definition allows, with every value of every field at every step, through the engine itself: what it does
 * is the truth that the soundness check is held to.
 */
export class Play {
  private readonly flow: Flow;
  private readonly table: TableDef;
  private readonly forms: Forms;
  private readonly answers = new Map<string, readonly [trace: string, state: FlowState][]>();
  /** steps that returns name */
  private readonly named: ReadonlySet<number>;
  /** steps that some record cannot pass over, though only the applicant could sign them */
  private readonly barred = new Set<number>();
  private readonly ids = { next: 1 };

  constructor(played: Played, choices: (code: string) => readonly ItemDef[] | undefined) {
    this.table = played.table;
    this.flow = compileFlow(flowDefOf(this.table), holdsFor(namesOf(this.table)));
    this.named = new Set(
      [...this.flow.steps.values()].flatMap(({ events }) => [...events.values()].flatMap((one) => stepList(one.back_state))),
    );
    const all = Object.entries(played.domains).reduce<Data[]>(
      (found, [name, values]) => found.flatMap((data) => values.map((value) => ({ ...data, [name]: value }))),
      [{}],
    );
    this.forms = new Forms(this.flow, this.table, choices, all);
  }

  truth(): Truth {
    const found = new Set<string>();
    const places = this.walk();
    const steps = [...this.flow.steps.keys()].filter((step) => step !== 0);
    const seen = new Set(places.map(({ standing }) => standing.step));
    for (const step of steps) if (!seen.has(step)) found.add(`unreached ${step}`);
    for (const step of steps) for (const event of this.events(step)) if (this.neverHolds(event)) found.add(`never ${event.id}`);
    for (const step of this.barred) found.add(`stuck ${step}`);
    for (const place of places) {
      const { step } = place.standing;
      if (this.flow.steps.get(step)?.end) {
        for (const fields of this.emptyAt(place.standing.data)) found.add(`empty ${step} ${fields}`);
        continue;
      }
      const onward = this.events(step).filter((event) => !isReject(this.flow, event));
      if (onward.length && !place.ways.some(({ event }) => onward.includes(event))) found.add(`stuck ${step || 1}`);
      const taken = new Set(place.ways.map(({ event, turn }) => `${event.id} ${turn}`));
      for (const [one, other] of this.pairs(step))
        if (place.ways.some(({ event, turn }) => event === one && taken.has(`${other.id} ${turn}`)))
          found.add(`both ${one.id} ${other.id}`);
    }
    for (const step of this.lost(places)) found.add(`lost ${step}`);
    for (const [at, { before, must_pass, where }] of (this.table.assert ?? []).entries()) {
      const holds = (data: Data) => !where || this.forms.holds(where, data);
      const bypassed = this.walk(must_pass).some(({ ways }) => ways.some((way) => way.to.step === before && holds(way.to.data)));
      if (bypassed) found.add(`bypass ${at}`);
    }
    return found;
  }

  /** Which fields, and whether the first two, came to an end empty. */
  private emptyAt(data: Data): string[] {
    const names = this.table.fields.map(({ field_name }) => field_name);
    const both = names.slice(0, 2).join(' ');
    return [...names, ...(names.length > 1 ? [both] : [])].filter((one) => one.split(' ').every((name) => data[name] === null));
  }

  /** Goes a finding's way with the engine, each event by as many as it takes; false where it refuses a step of it, or ends elsewhere. */
  follows(way: Way, step: number): boolean {
    const [first] = way;
    if (!first) return step === 1;
    let places = this.forms.all
      .filter((one) => this.forms.canBegin(one))
      .map((data): Standing => ({ step: 1, data, state: NO_CASE, trace: '1' }));
    for (const { event: id, data } of way) {
      const fits = (other: Data) => Object.entries(data).every(([name, value]) => isSame(other[name], value));
      const votes = (from: Standing): Standing[] => {
        const event = this.events(from.step).find((one) => one.id === id);
        return event
          ? this.turns(from).flatMap((row) =>
              this.typed(from, row)
                .filter(fits)
                .flatMap((other) => this.take(from, row, event, other)),
            )
          : [];
      };
      const reached = new Map<string, Standing>();
      for (let some = places; some.length; ) {
        const next = new Map(some.flatMap((from) => votes(from).map((to) => [keyOf(to), { from, to }] as const)));
        const fresh = [...next].filter(([key]) => !reached.has(key));
        for (const [key, { to }] of fresh) reached.set(key, to);
        some = fresh.filter(([, { from, to }]) => to.state.case?.visit === from.state.case?.visit).map(([, { to }]) => to);
      }
      places = [...reached.values()];
    }
    return places.some((place) => (place.step || 1) === step);
  }

  /** Every standing that a record comes to, with the ways on from it. */
  private walk(without?: number): Place[] {
    const places = new Map<string, Place>();
    const add = (standing: Standing): Place => {
      const place = places.get(keyOf(standing)) ?? { standing, ways: [] };
      places.set(keyOf(standing), place);
      return place;
    };
    for (const data of this.forms.all.filter((one) => this.forms.canBegin(one))) add({ step: 1, data, state: NO_CASE, trace: '1' });
    for (const place of places.values()) {
      for (const row of this.turns(place.standing))
        for (const [at, data] of this.typed(place.standing, row).entries())
          for (const event of this.events(place.standing.step))
            for (const to of this.take(place.standing, row, event, data))
              if (to.step !== without) place.ways.push({ event, turn: `${row?.id} ${at}`, to, place: add(to) });
    }
    return [...places.values()];
  }

  /** Steps from which some record comes to no passing end any more. */
  private lost(places: readonly Place[]): Set<number> {
    const before = new Map<Place, Place[]>();
    for (const place of places) for (const way of place.ways) before.set(way.place, [...(before.get(way.place) ?? []), place]);
    const good = new Set(places.filter(({ standing }) => this.flow.steps.get(standing.step)?.end === 'pass'));
    for (const place of good) for (const earlier of before.get(place) ?? []) good.add(earlier);
    const ends = (step: number) => this.flow.steps.get(step)?.end;
    return new Set(places.filter((place) => !good.has(place) && !ends(place.standing.step)).map(({ standing }) => standing.step || 1));
  }

  private distinct = (states: readonly FlowState[]) => [...new Map(states.map((state) => [this.traceOf(state), state]))];

  /** The step, who has it by which rule, how this visit was signed so far, and who decided before of those to whom it can return. */
  private traceOf({ case: at, todos }: FlowState): string {
    const open = todos.filter((todo) => [2, 7, 11, 13].includes(todo.review_state)).map(({ rule, ord, roles }) => `${rule}${ord}${roles}`);
    const signed = todos.filter((todo) => todo.review_state === ROW.decided);
    const now = signed.filter((todo) => todo.visit === at!.visit);
    const votes = now.some((todo) => todo.rule.includes('/')) ? now.map((todo) => todo.outcome).sort() : [now.length > 0];
    const past = signed
      .filter((todo) => this.named.has(todo.back_state))
      .map(({ back_state, roles, visit }) => `${back_state}${roles}${visit === at!.visit}`);
    return `${at!.state} ${open.sort().join()} ${votes.join()} ${[...new Set(past)].sort().join()}`;
  }

  private events = (step: number): EventDef[] => [...(this.flow.steps.get(step)?.events.values() ?? [])];

  private pairs(step: number): [EventDef, EventDef][] {
    const events = this.events(step);
    return events.flatMap((one, at) =>
      events.slice(at + 1).flatMap((other): [EventDef, EventDef][] => (one.key_name === other.key_name ? [[one, other]] : [])),
    );
  }

  private neverHolds({ where }: EventDef): boolean {
    return where !== undefined && !this.forms.all.some((data) => this.forms.holds(where, data));
  }

  /** Whose turn it is: of people with the same roles one, they differ in nothing. The applicant's first row is none. */
  private turns({ step, state }: Standing): (Todo | null)[] {
    if (this.flow.steps.get(step)?.end) return [];
    if (step <= 1) return [state.todos.find((todo) => OPEN.has(todo.review_state)) ?? null];
    const open = state.todos.filter((todo) => OPEN.has(todo.review_state));
    return open.filter((todo, at) => open.findIndex((other) => String(other.roles) === String(todo.roles)) === at);
  }

  private signer = (state: FlowState, row: Todo | null): Signer | undefined => (row ? signerOf(state, row) : undefined);

  /** All data that whose turn it is can make of what is there. */
  private typed({ step, data, state }: Standing, row: Todo | null): readonly Data[] {
    return this.forms.typed(step, data, this.signer(state, row));
  }

  /** Everything that comes of one vote: nothing where it is refused, several where one chooses whom it returns to, or who signs next. */
  private take(from: Standing, row: Todo | null, event: EventDef, data: Data): Standing[] {
    if (!this.forms.isSaved(from.step, event, data, this.signer(from.state, row))) return [];
    const key = `${from.trace} ${row?.roles} ${event.id} ${JSON.stringify(data)}`;
    const known = this.answers.get(key) ?? this.distinct(this.decided(from, row, event, data));
    this.answers.set(key, known);
    return known.map(([trace, state]) => ({ step: state.case!.state, data, state, trace }));
  }

  private decided(from: Standing, row: Todo | null, event: EventDef, data: Data): FlowState[] {
    if (isReturn(event)) {
      const backs = from.state.todos.filter((todo) => todo.review_state === ROW.submitted || todo.review_state === ROW.decided);
      return backs.flatMap((back) => this.vote(from, row, event, data, NOBODY, back.id) ?? []);
    }
    const target = this.flow.steps.get(event.next_state!)?.def;
    const casts = castsOf(this.flow, event, data);
    const states = casts.map((cast) => this.vote(from, row, event, data, cast, null));
    const isOpened = states.some((state, at) => state && !casts[at]!.skip && state.case!.visit !== (from.state.case?.visit ?? 0));
    return states.flatMap((state, at) => {
      if (!state || !casts[at]!.skip || state.case!.visit === (from.state.case?.visit ?? 0)) return state ?? [];
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

  private run(state: FlowState, actor: number, command: Command, env: Env): FlowState | null {
    const diff: Diff | Refusal | null = decide(this.flow, state, actor, command, env);
    if (diff === null || diff instanceof Refusal) return null;
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
      people: Object.fromEntries([1, 7, 11, 12, 13, 21, 22, 23, 31, 99].map((id) => [id, 1])),
    };
  }
}

interface Place {
  standing: Standing;
  /** `turn`: by whom, with which data */
  ways: { event: EventDef; turn: string; to: Standing; place: Place }[];
}

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

const keyOf = ({ trace, data }: Standing): string => `${trace} ${JSON.stringify(data)}`;

/** Numbers as the check writes them: 0 and 0.0 are one. */
export const isSame = (one: string | null | undefined, other: string | null): boolean =>
  one === other || (one != null && other !== null && /^-?[\d.]+$/.test(one) && Number(one) === Number(other));
