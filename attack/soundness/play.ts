import { Refusal } from '#protocol/codes.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkForm } from '#protocol/rules/check.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { type Form, isEditable } from '#protocol/rules/form.ts';
import { decide } from '#server/flow/decide.ts';
import { compileFlow, type Flow, flowDefOf, holdsFor, isReject, namesOf } from '#server/flow/definition.ts';
import { evolve, numbered } from '#server/flow/evolve.ts';
import { type Env, type FlowState, NO_CASE, ROW } from '#server/flow/model.ts';
import type { Way } from '#server/flow/soundness/game.ts';
import type { Played } from './flows.ts';

type Data = Readonly<Record<string, string | null>>;
const APPLICANT = 1;
const NOW = '2026-11-21T08:00:00.000Z';
const TODAY = '2026-11-21';
const HANDLERS = [11, 12];

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
  private readonly all: readonly Data[];
  private readonly answers = new Map<string, FlowState | null>();
  private readonly saves = new Map<string, boolean>();
  private readonly desks = new Map<string, readonly Data[]>();
  private readonly ids = { next: 1 };

  constructor(
    played: Played,
    private readonly choices: (code: string) => readonly ItemDef[] | undefined,
  ) {
    this.table = played.table;
    this.flow = compileFlow(flowDefOf(this.table), holdsFor(namesOf(this.table)));
    this.all = Object.entries(played.domains).reduce<Data[]>(
      (found, [name, values]) => found.flatMap((data) => values.map((value) => ({ ...data, [name]: value }))),
      [{}],
    );
  }

  truth(): Truth {
    const found = new Set<string>();
    const places = this.walk();
    const steps = [...this.flow.steps.keys()].filter((step) => step !== 0);
    const seen = new Set(places.map(({ standing }) => standing.step));
    for (const step of steps) if (!seen.has(step)) found.add(`unreached ${step}`);
    for (const step of steps) for (const event of this.events(step)) if (this.neverHolds(event)) found.add(`never ${event.id}`);
    for (const place of places) {
      const { step } = place.standing;
      if (this.flow.steps.get(step)?.end) continue;
      const onward = this.events(step).filter((event) => !isReject(this.flow, event));
      if (onward.length && !place.ways.some(({ event }) => onward.includes(event))) found.add(`stuck ${step || 1}`);
      for (const [one, other] of this.pairs(step)) {
        const taken = (event: EventDef, data: Data) => place.ways.some((way) => way.event === event && way.data === data);
        if (place.ways.some(({ event, data }) => event === one && taken(other, data))) found.add(`both ${one.id} ${other.id}`);
      }
    }
    for (const step of this.lost(places)) found.add(`lost ${step}`);
    for (const [at, { before, must_pass, where }] of (this.table.assert ?? []).entries()) {
      const holds = (data: Data) => !where || this.flow.holds(where, this.facts(data));
      const bypassed = this.walk(must_pass).some(({ ways }) => ways.some((way) => way.to.step === before && holds(way.data)));
      if (bypassed) found.add(`bypass ${at}`);
    }
    return found;
  }

  /** Goes a finding's way with the engine; false where it refuses a step of it, or ends elsewhere. */
  follows(way: Way, step: number): boolean {
    const [first] = way;
    if (!first) return step === 1;
    let places = this.all.filter((one) => this.canBegin(one)).map((data): Standing => ({ step: 1, data, state: NO_CASE, trace: '1' }));
    for (const { event: id, data } of way) {
      places = this.distinct(
        places.flatMap((from) => {
          const event = this.events(from.step).find((one) => one.id === id);
          const fits = this.typed(from).filter((other) => Object.entries(data).every(([name, value]) => isSame(other[name], value)));
          return event ? fits.flatMap((other) => this.take(from, event, other)) : [];
        }),
      );
    }
    return places.some((place) => (place.step || 1) === step);
  }

  private distinct(places: readonly Standing[]): Standing[] {
    return [...new Map(places.map((place) => [`${place.trace} ${JSON.stringify(place.data)}`, place])).values()];
  }

  /** Every standing that a record comes to, with the ways on from it. */
  private walk(without?: number): Place[] {
    const places = new Map<string, Place>();
    const add = (standing: Standing): Place => {
      const key = `${standing.trace} ${JSON.stringify(standing.data)}`;
      const place = places.get(key) ?? { standing, ways: [] };
      places.set(key, place);
      return place;
    };
    for (const data of this.all.filter((one) => this.canBegin(one))) add({ step: 1, data, state: NO_CASE, trace: '1' });
    for (const place of places.values()) {
      for (const data of this.typed(place.standing)) {
        for (const event of this.events(place.standing.step)) {
          for (const to of this.take(place.standing, event, data))
            if (to.step !== without) place.ways.push({ event, data, to: add(to).standing, place: add(to) });
        }
      }
    }
    return [...places.values()];
  }

  /** Steps from which some record comes to no passing end any more. */
  private lost(places: readonly Place[]): Set<number> {
    const good = new Set(places.filter(({ standing }) => this.flow.steps.get(standing.step)?.end === 'pass'));
    for (let size = -1; size !== good.size; ) {
      size = good.size;
      for (const place of places) if (place.ways.some((way) => good.has(way.place))) good.add(place);
    }
    const ends = (step: number) => this.flow.steps.get(step)?.end;
    return new Set(places.filter((place) => !good.has(place) && !ends(place.standing.step)).map(({ standing }) => standing.step || 1));
  }

  private events = (step: number): EventDef[] => [...(this.flow.steps.get(step)?.events.values() ?? [])];

  private pairs(step: number): [EventDef, EventDef][] {
    const events = this.events(step);
    return events.flatMap((one, at) =>
      events.slice(at + 1).flatMap((other): [EventDef, EventDef][] => (one.key_name === other.key_name ? [[one, other]] : [])),
    );
  }

  private neverHolds({ where }: EventDef): boolean {
    return where !== undefined && !this.all.some((data) => this.flow.holds(where, this.facts(data)));
  }

  private facts = (data: Data) => ({ data, today: TODAY, user: { id: APPLICANT, department_entity: null } });

  private formAt(step: number, data: Data): Form {
    const holds = (where: string) => this.flow.holds(where, this.facts(data));
    return { table: this.table, op: step <= 1 ? 'Modify' : 'Review', review_state: step, holds };
  }

  /** What the applicant may not type is as a new record has it. */
  private canBegin(data: Data): boolean {
    const form = this.formAt(1, data);
    return this.table.fields.every((field) => isEditable(field, form) || data[field.field_name] === ((field.defvalue as string) ?? null));
  }

  /** All data that somebody at the step can make of what is there. */
  private typed({ step, data }: Standing): readonly Data[] {
    if (this.flow.steps.get(step)?.end) return [];
    const key = `${step} ${JSON.stringify(data)}`;
    const known = this.desks.get(key) ?? this.typedFrom(step, data);
    this.desks.set(key, known);
    return known;
  }

  private typedFrom(step: number, data: Data): readonly Data[] {
    return this.all.filter((other) => {
      const form = this.formAt(step, other);
      return this.table.fields.every(
        ({ field_name, ...def }) => other[field_name] === data[field_name] || isEditable({ field_name, ...def } as FieldDef, form),
      );
    });
  }

  /** Everything that comes of an event that all who sign agree on: nothing where it is refused, several where one chooses whom it returns to. */
  private take(from: Standing, event: EventDef, data: Data): Standing[] {
    const asked = `${from.step} ${event.id} ${JSON.stringify(data)}`;
    const passes = this.saves.get(asked) ?? this.passes(from.step, event, data);
    this.saves.set(asked, passes);
    if (!passes) return [];
    if (!isReturn(event)) return this.decided(from, event, data, null);
    const backs = from.state.todos.filter((todo) => todo.review_state === ROW.submitted || todo.review_state === ROW.decided);
    return backs.flatMap((back) => this.decided(from, event, data, back.id));
  }

  /** The save before the decision: what is required and asked of this step's people, and every value in its bounds. */
  private passes(step: number, event: EventDef, data: Data): boolean {
    const complete = step <= 1 ? this.flow.steps.get(event.next_state ?? 0)?.end !== 'cancel' : !isReject(this.flow, event);
    const fields = this.table.fields.map((def) => {
      const items = typeof def.items === 'string' ? this.choices(def.items) : def.items;
      return { def, ...(items ? { items } : {}) };
    });
    return checkForm(fields, this.formAt(step, data), { value: (name) => data[name], today: TODAY, complete }).length === 0;
  }

  private decided(from: Standing, event: EventDef, data: Data, back: number | null): Standing[] {
    const key = `${from.trace} ${event.id} ${back === null ? '' : this.backKey(from.state, back)} ${JSON.stringify(data)}`;
    const known = this.answers.get(key);
    const state = known === undefined ? this.run(from.state, from.step, event, data, back) : known;
    this.answers.set(key, state);
    return state ? [{ step: state.case!.state, data, state, trace: traceOf(state) }] : [];
  }

  private backKey(state: FlowState, id: number): string {
    const row = state.todos.find((todo) => todo.id === id)!;
    return `${row.back_state} ${row.review_state}`;
  }

  /** All who have it take the event, one after the other, until it fires. Null where one is refused. */
  private run(start: FlowState, step: number, event: EventDef, data: Data, back: number | null): FlowState | null {
    let state = start;
    for (;;) {
      const row = state.todos.find((todo) => [2, 7, 13].includes(todo.review_state));
      const actor = row?.review_entity ?? APPLICANT;
      const op = step <= 1 ? 'Submit' : 'Review';
      const todo = step <= 1 ? null : (row?.id ?? null);
      const command = {
        op,
        event: event.id,
        todo,
        back_id: back,
        next_state: null,
        reviewers: [],
        copies: [],
        remark: 'x',
        attachs: '',
        limit_time: null,
      } as const;
      const diff = decide(this.flow, state, actor, command, this.envOf(step, event, data, actor));
      if (diff === null || diff instanceof Refusal) return null;
      const before = state.case?.visit ?? 0;
      state = evolve(
        state,
        numbered(
          diff,
          diff.open.map(() => this.ids.next++),
        ),
      );
      if (state.case!.visit !== before) return state;
    }
  }

  private envOf(step: number, event: EventDef, data: Data, actor: number): Env {
    const target = event.next_state === undefined ? null : this.flow.steps.get(event.next_state)?.def;
    const { handler, empty } = target ?? {};
    const holder = handler?.type === 'field' ? data[handler.field] : undefined;
    const candidates = holder === undefined ? HANDLERS : holder === null ? (empty === 'admin' ? [99] : []) : [Number(holder)];
    return {
      now: NOW,
      today: TODAY,
      user: { id: actor, department_entity: null },
      record: { state: step, creator: APPLICANT, data },
      principals: [],
      candidates,
      people: { 1: 1, 7: 1, 11: 1, 12: 1, 99: 1 },
    };
  }
}

interface Place {
  standing: Standing;
  ways: { event: EventDef; data: Data; to: Standing; place: Place }[];
}

/** Numbers as the check writes them: 0 and 0.0 are one. */
export const isSame = (one: string | null | undefined, other: string | null): boolean =>
  one === other || (one != null && other !== null && /^-?[\d.]+$/.test(one) && Number(one) === Number(other));

/** The step, who has it by which rule, and by whom it was decided before. */
function traceOf({ case: at, todos }: FlowState): string {
  const open = todos.filter((todo) => [2, 7, 11, 13].includes(todo.review_state)).map((todo) => `${todo.rule}${todo.review_entity}`);
  const past = todos.filter((todo) => todo.review_state === ROW.decided).map((todo) => `${todo.back_state}/${todo.review_entity}`);
  return `${at!.state} ${open.sort().join()} ${[...new Set(past)].sort().join()}`;
}
