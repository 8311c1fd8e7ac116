import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { FIRST_SIGNER, isSigners, type Signer } from '#protocol/rules/signer.ts';
import { inStates, isFirst, mayPassOver } from '#protocol/rules/states.ts';
import { type Flow, isReject, ruleOf } from '../definition/definition.ts';
import { fraction } from '../kernel/rule.ts';
import { officesOf } from '../store/handlers.ts';

/**
 * Who has yet to sign in a visit to a step. Signers are told apart by what they may type of what matters (`kinds`), by number; how many of a kind there are
 * is not known (of a role, of administrators), so whoever has signed may be followed by another of his kind. A person who is asked as
 * several roles is not looked at.
 */
export interface Crew {
  /** any: one of them decides; all, seq: each signs, in any order or this one; part: a fraction */
  rule: 'any' | 'all' | 'seq' | 'part';
  kinds: readonly number[];
  /** somebody has signed */
  begun: boolean;
}

/** Who signs next: as what, and whether as the first. */
export interface Hand {
  kind: number;
  first: boolean;
}

/** What becomes of a vote: the step is left, or stays with one of these. It may be either, as many as its people are. */
export interface Vote {
  fires: boolean;
  stays: readonly Crew[];
}

export const crewKey = ({ rule, kinds, begun }: Crew): string => `${rule}${kinds.join('.')}${begun ? '+' : ''}`;

/** Who signs at the steps of a flow, and what becomes of their votes. */
export class Crews {
  private readonly known = new Map<number, readonly Kind[]>();
  private readonly entered = new Map<string, Crew[]>();

  constructor(
    private readonly flow: Flow,
    private readonly table: TableDef,
    /** what somebody can make of the data at a step: equal for those who can make the same */
    private readonly doesAt: (step: number, signer: Signer) => string,
  ) {}

  /** Those who may sign at a step, told apart by what they may type there; who is added beside the handlers stands last. */
  kinds(step: number): readonly Kind[] {
    const found = this.known.get(step) ?? this.kindsOf(step);
    this.known.set(step, found);
    return found;
  }

  signerOf(step: number, { kind, first }: Hand): Signer {
    return { roles: this.kinds(step)[kind]!.roles, first };
  }

  hands({ rule, kinds, begun }: Crew): Hand[] {
    const next = rule === 'seq' ? kinds.slice(0, 1) : kinds;
    return next.map((kind) => ({ kind, first: !begun }));
  }

  vote({ rule, kinds }: Crew, kind: number, event: EventDef): Vote {
    if (rule === 'any' || (rule !== 'part' && isReject(this.flow, event))) return { fires: true, stays: [] };
    // he may have been the last of his kind, or not
    const others = rule === 'seq' ? kinds.slice(1) : kinds.filter((one) => one !== kind);
    const stays = [kinds, ...(others.length ? [others] : [])].map((some) => ({ rule, kinds: some, begun: true }));
    return { fires: rule === 'part' || others.length === 0, stays };
  }

  /** One person alone: the applicant, or who gets it back by a return. */
  alone(kind = 0): Crew {
    return { rule: 'any', kinds: [kind], begun: false };
  }

  /** Everybody with whom an event may enter a step: all whom the handler finds, or what the sender, or a seat that is passed over, leaves of them. */
  entering(event: EventDef, step: number): Crew[] {
    const def = this.flow.steps.get(step)?.def;
    if (isFirst(step) || def?.end) return [this.alone()];
    const rule = crewRule(ruleOf(this.flow, event, step));
    const key = `${step} ${rule} ${event.pick ?? 0} ${event.add ?? 0}`;
    const known = this.entered.get(key) ?? this.asked(step, rule, event);
    this.entered.set(key, known);
    return known;
  }

  private asked(step: number, rule: Crew['rule'], event: EventDef): Crew[] {
    const def = this.flow.steps.get(step)?.def;
    const codes = officesOf(def?.handler);
    const seats = codes.length ? codes.map((code) => this.kindOf(step, [code])) : [this.kindOf(step, [])];
    const skips = mayPassOver(def) && rule !== 'any';
    const keyOf = (kinds: readonly number[]) => crewKey(this.crew(step, rule, kinds));
    const some = event.pick || skips ? choices(seats, keyOf) : [seats];
    const beside = event.add ? [this.kindOf(step, [])] : [];
    const crews = [...some, ...(beside.length ? some.map((one) => [...one, ...beside]) : [])].map((kinds) => this.crew(step, rule, kinds));
    return [...new Map(crews.map((crew) => [crewKey(crew), crew])).values()];
  }

  private crew(step: number, rule: Crew['rule'], kinds: readonly number[]): Crew {
    const distinct = rule === 'seq' ? kinds.filter((kind, at) => kind !== kinds[at - 1]) : [...new Set(kinds)].sort((a, b) => a - b);
    // of those who may type the same it does not matter who signs, unless something is the first one's
    const alone = distinct.length === 1 && (!this.opensFirst(step) || (kinds.length === 1 && this.isOne(step)));
    return { rule: alone ? 'any' : rule, kinds: distinct, begun: false };
  }

  /**
   * Whether the handler finds one person at most, and nobody stands in for him: leaders above and administrators do where he is the
   * applicant, administrators where he has left. What a field of another record names is not known.
   */
  private isOne(step: number): boolean {
    const { handler, self, empty } = this.flow.steps.get(step)?.def ?? {};
    if (!handler || self === undefined || self === 'up' || self === 'admin' || (empty !== undefined && empty !== 'error')) return false;
    if (handler.type !== 'field') return handler.type === 'user' || handler.type === 'dept_leader';
    return this.table.fields.find(({ field_name }) => field_name === handler.field)?.data_type === 'entity';
  }

  /** Whether the step opens something to the first signer, so that it matters who that is. */
  private opensFirst(step: number): boolean {
    return this.bounded(step).includes(FIRST_SIGNER);
  }

  private bounded(step: number): string[] {
    const parts = [...this.table.fields, ...(this.table.subtables ?? [])];
    return parts.flatMap(({ edit_state, edit_by }) => (edit_by && edit_state && inStates(edit_state, step) ? [edit_by] : []));
  }

  private kindsOf(step: number): readonly Kind[] {
    const bounds = this.bounded(step);
    const kinds = new Map<string, Kind>();
    for (const roles of [...officesOf(this.flow.steps.get(step)?.def?.handler).map((code) => [code]), []]) {
      const key = bounds.map((by) => isSigners(by, { review_state: step, signer: { roles, first: false } })).join();
      kinds.set(key, { roles: kinds.get(key)?.roles ?? roles, of: [...(kinds.get(key)?.of ?? []), roles[0] ?? ''] });
    }
    return kinds.size === 1 ? [...kinds.values()] : this.alike(step, [...kinds.values()]);
  }

  /** Those together who may type other fields, and nothing else that anything asks of. */
  private alike(step: number, kinds: readonly Kind[]): Kind[] {
    const found = new Map<string, Kind>();
    for (const { roles, of } of kinds) {
      const does = [true, false].map((first) => this.doesAt(step, { roles, first })).join('|');
      found.set(does, { roles: found.get(does)?.roles ?? roles, of: [...(found.get(does)?.of ?? []), ...of] });
    }
    return [...found.values()];
  }

  private kindOf(step: number, [code = '']: readonly string[]): number {
    return this.kinds(step).findIndex(({ of }) => of.includes(code));
  }
}

/** Signers who may type the same: as what one of them signs, and which roles they are. */
interface Kind {
  roles: readonly string[];
  of: readonly string[];
}

function crewRule(rule: string): Crew['rule'] {
  if (rule === 'any' || rule === 'all' || rule === 'seq') return rule;
  const [part, whole] = fraction(rule) ?? [1, 1];
  return part === whole ? 'all' : 'part';
}

/** Every choice of some seats in their order, one of those that make the same crew: of seats that are alike there are few. */
function choices(seats: readonly number[], keyOf: (some: readonly number[]) => string): number[][] {
  const found = new Map<string, number[]>();
  for (const seat of seats) {
    for (const some of [[], ...found.values()].map((one) => [...one, seat])) {
      const key = keyOf(some);
      if (!found.has(key)) found.set(key, some);
    }
  }
  return [...found.values()];
}
