import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import { compileFlow, type Flow, flowDefOf, holdsFor, isReject, namesOf } from '#server/flow/definition/definition.ts';
import { NO_CASE, type Todo } from '#server/flow/kernel/model.ts';
import type { Way } from '#server/flow/soundness/game.ts';
import type { Played } from './flows.ts';
import { type Data, type Desk, Forms, TODAY } from './forms.ts';
import { type Standing, type Taken, Votes } from './votes.ts';

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
  private readonly votes: Votes;

  constructor(played: Played, choices: (code: string) => readonly ItemDef[] | undefined) {
    this.table = played.table;
    this.flow = compileFlow(flowDefOf(this.table), holdsFor(namesOf(this.table)));
    const all = Object.entries(played.domains).reduce<Data[]>(
      (found, [name, values]) => found.flatMap((data) => values.map((value) => ({ ...data, [name]: value }))),
      [{}],
    );
    this.forms = new Forms(
      this.flow,
      this.table,
      choices,
      all.filter((data) => isCalculated(this.table.fields, data)),
    );
    this.votes = new Votes(this.flow, this.forms);
  }

  truth(): Truth {
    const found = new Set<string>();
    const places = this.walk();
    const steps = [...this.flow.steps.keys()].filter((step) => step !== 0);
    const seen = new Set(places.map(({ standing }) => standing.step));
    for (const step of steps) if (!seen.has(step)) found.add(`unreached ${step}`);
    for (const step of steps) for (const event of this.votes.events(step)) if (this.neverHolds(event)) found.add(`never ${event.id}`);
    for (const step of this.votes.barred) found.add(`stuck ${step}`);
    for (const { standing, fans } of places) {
      const isMeant = this.votes.events(standing.step).some((event) => !isReject(this.flow, event));
      if (isMeant && !fans.some(({ onward }) => onward)) found.add(`stuck ${standing.step || 1}`);
    }
    for (const { step, ways } of fansOf(places)) {
      const taken = new Set(ways.map(({ event, data }) => `${event.id} ${data}`));
      for (const [one, other] of this.pairs(step))
        if (ways.some(({ event, data }) => event === one && taken.has(`${other.id} ${data}`))) found.add(`both ${one.id} ${other.id}`);
    }
    for (const { standing } of places.filter((place) => this.flow.steps.get(place.standing.step)?.end))
      for (const fields of this.emptyAt(standing.data)) found.add(`empty ${standing.step} ${fields}`);
    for (const step of this.lost(places)) found.add(`lost ${step}`);
    for (const [at, { before, must_pass, where }] of (this.table.assert ?? []).entries()) {
      const holds = (data: Data) => !where || this.forms.holds(where, data);
      const bypassed = fansOf(this.walk(must_pass)).some(({ ways }) =>
        ways.some(({ moved, place: { standing } }) => moved && standing.step === before && holds(standing.data)),
      );
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
      const fits = (other: Data) =>
        Object.entries(data).every(([name, value]) => (value === FILLED ? other[name] !== null : isSame(other[name], value)));
      const taken = (from: Standing): Taken[] => {
        const event = this.votes.events(from.step).find((one) => one.id === id);
        return event
          ? this.votes.turns(from).flatMap((row) =>
              this.votes
                .desk(from, row)
                .typed.filter(fits)
                .flatMap((other) => this.votes.take(from, row, event, other)),
            )
          : [];
      };
      const reached = new Map<string, Standing>();
      for (let some: Standing[] = places; some.length; ) {
        const next = new Map(some.flatMap((from) => taken(from).map((to) => [this.keyOf(to), to] as const)));
        const fresh = [...next].filter(([key]) => !reached.has(key));
        for (const [key, to] of fresh) reached.set(key, to);
        some = fresh.filter(([, to]) => !to.moved).map(([, to]) => to);
      }
      places = [...reached.values()];
    }
    return places.some((place) => (place.step || 1) === step);
  }

  /** Every standing that a record comes to, with the ways on from it. */
  private walk(without?: number): Place[] {
    const places = new Map<string, Place>();
    const fans = new Map<string, Fan>();
    const add = (standing: Standing): Place => {
      const key = this.keyOf(standing);
      const known = places.get(key);
      if (known) return known;
      const place = { standing, fans: [] };
      places.set(key, place);
      return place;
    };
    for (const data of this.forms.all.filter((one) => this.forms.canBegin(one))) add({ step: 1, data, state: NO_CASE, trace: '1' });
    for (const place of places.values()) {
      const { standing } = place;
      place.fans = this.votes.turns(standing).map((row) => {
        const desk = this.votes.desk(standing, row);
        const key = `${standing.trace} ${row?.roles} ${desk.number}`;
        const fan = fans.get(key) ?? this.fanOf(standing, row, desk, (to) => (to.step === without ? null : add(to)));
        fans.set(key, fan);
        return fan;
      });
    }
    return [...places.values()];
  }

  /** The ways on by one of those who have a record, with all that he may type. */
  private fanOf(from: Standing, row: Todo | null, desk: Desk, add: (standing: Standing) => Place | null): Fan {
    const ways = desk.typed.flatMap((data) =>
      this.votes.events(from.step).flatMap((event) =>
        this.votes.take(from, row, event, data).flatMap((to): Onward | [] => {
          const place = add(to);
          return place ? { event, data: this.forms.numberOf(data), place, moved: to.moved } : [];
        }),
      ),
    );
    return { step: from.step, ways, onward: ways.some(({ event }) => !isReject(this.flow, event)) };
  }

  /** Steps from which some record comes to no passing end any more. */
  private lost(places: readonly Place[]): Set<number> {
    const ends = ({ standing }: Place) => this.flow.steps.get(standing.step)?.end;
    const good = new Set(places.filter((place) => ends(place) === 'pass'));
    for (let before = -1; before !== good.size; ) {
      before = good.size;
      const onward = new Set(fansOf(places).filter(({ ways }) => ways.some(({ place }) => good.has(place))));
      for (const place of places) if (place.fans.some((fan) => onward.has(fan))) good.add(place);
    }
    return new Set(places.filter((place) => !good.has(place) && !ends(place)).map(({ standing }) => standing.step || 1));
  }

  private keyOf = ({ trace, data }: Standing): string => `${trace} ${this.forms.numberOf(data)}`;

  private pairs(step: number): [EventDef, EventDef][] {
    const events = this.votes.events(step);
    return events.flatMap((one, at) =>
      events.slice(at + 1).flatMap((other): [EventDef, EventDef][] => (one.key_name === other.key_name ? [[one, other]] : [])),
    );
  }

  private neverHolds({ where }: EventDef): boolean {
    return where !== undefined && !this.forms.all.some((data) => this.forms.holds(where, data));
  }
}

/** A way on: by an event with these data. */
interface Onward {
  event: EventDef;
  data: number;
  place: Place;
  moved: boolean;
}
/** The ways on for somebody who has the record: the same ones from all standings where he can make the same of it. */
interface Fan {
  step: number;
  ways: readonly Onward[];
  /** one of them is none of refusing */
  onward: boolean;
}
interface Place {
  standing: Standing;
  fans: readonly Fan[];
}

const fansOf = (places: readonly Place[]): Fan[] => [...new Set(places.flatMap(({ fans }) => fans))];

/** Whether what is calculated is what the engine calculates of the rest. */
const isCalculated = (fields: readonly FieldDef[], data: Data): boolean =>
  Object.entries(recalculate(fields, { value: (name) => data[name], rows: () => [], today: TODAY })).every(([name, value]) =>
    isSame(data[name], value === null ? null : String(value)),
  );

/** In an example: any value but none. */
export const FILLED = '*';

/** Numbers as the check writes them: 0 and 0.0 are one. */
export const isSame = (one: string | null | undefined, other: string | null): boolean =>
  one === other || (one != null && other !== null && /^-?[\d.]+$/.test(one) && Number(one) === Number(other));
