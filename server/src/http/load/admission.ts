import { Refusal } from '#protocol/codes.ts';
import type { OpDef } from '#protocol/ops/op.ts';
import { createLine } from './line.ts';
import { createRecords } from './records.ts';

/**
 * What gives way to what when not all can be served: saves and decisions go first, then who looks, then what no person asked for, then who
 * has not signed in: anybody may send as much of that as he likes.
 */
export const RANKS = ['save', 'read', 'poll', 'stranger'] as const;
export type Rank = (typeof RANKS)[number];

export const rankOf = ({ writes, free }: Pick<OpDef, 'writes' | 'free'>, by: { signedIn: boolean; background: boolean }): Rank => {
  if (!by.signedIn) return 'stranger';
  return by.background ? 'poll' : writes && !free ? 'save' : 'read';
};

/** Nothing of the call was begun, so whatever it is, it may be sent again: status 503 with Retry-After. */
export class Busy extends Refusal {
  readonly status = 503;
  readonly retryAfter = 1;
  constructor() {
    super(103, '$busy');
  }
}

/** Of the places at work, what strangers together may hold: however many come to an idle process, who has signed in finds a place free. */
const SHARE_OF_STRANGERS = 0.5;

export interface AdmissionLimits {
  /** calls at work at once: what the database has connections for, and a few that read or write no row just then */
  atWork: number;
  /** within so many milliseconds a call begins or is refused */
  within: number;
  /** hears that calls are refused, every ten seconds at most, for the log */
  told?: (refused: Record<Rank, number>) => void;
  now?: () => number;
}
/** Nobody at a screen waits longer than two seconds for an answer to begin, or for the refusal, which takes its time to be written and read. */
export const WITHIN_MS = 1_800;

export interface Admission {
  /**
   * Answers how to end the call and whether it waited, when it may begin; `since` is when it came, `whose` who takes turns with others of
   * this rank; `records` those that it has alone, which it waits for before it has a place. Refuses what cannot begin in time, at once
   * where that is foreseen.
   */
  enter(rank: Rank, since?: number, whose?: string, records?: readonly string[]): Promise<{ end: () => void; waited: boolean }>;
  /** calls of each rank that wait now, and that were refused since the start */
  standing(): Record<Rank, { waiting: number; refused: number }>;
  /** whether calls were refused in the last seconds */
  strained(): boolean;
}

const STRAINED_MS = 10_000;
/** Of the last call in the running mean of how long one is at work; no call counts for longer than anybody waits. */
const SHARE = 0.05;

/**
 * One line for all calls of a process. It is bounded in time, not in number: a call that would wait longer than anybody should is told so
 * now, and the few seconds of work that lie in the line are work that somebody still waits for.
 */
export function createAdmission(limits: AdmissionLimits): Admission {
  const { within, now = () => performance.now() } = limits;
  const refusals = countRefusals(limits.told, now);
  const places = createPlaces(limits.atWork, within, now);
  const takeRecords = createRecords();

  const place = async (at: number, since: number, whose: string): Promise<Begun> => {
    const free = places.take(at);
    if (free) return free;
    const left = since + within - now();
    if (left <= 0 || places.waitOf(at, whose) > left) throw refusals.busy(at);
    const waited = await places.waitFor(at, whose, left);
    if (!waited) throw refusals.busy(at);
    return waited;
  };

  return {
    enter: async (rank, since = now(), whose = '', records = []) => {
      const at = RANKS.indexOf(rank);
      if (records.length === 0) return place(at, since, whose);
      const his = await takeRecords(records, since + within - now(), () => refusals.busy(at));
      const placed = await place(at, since, whose).catch((error) => {
        his.end();
        throw error;
      });
      const end = () => {
        placed.end();
        his.end();
      };
      return { end, waited: placed.waited || his.waited };
    },
    standing: () => byRank((at) => ({ waiting: places.waiting(at), refused: refusals.of(at) })),
    strained: refusals.strained,
  };
}

/** A call that is at work. */
interface Begun {
  end: () => void;
  waited: boolean;
}

const byRank = <T>(of: (at: number) => T) => Object.fromEntries(RANKS.map((rank, at) => [rank, of(at)])) as Record<Rank, T>;

/** What was refused since the start, told every ten seconds at most. */
function countRefusals(told: AdmissionLimits['told'], now: () => number) {
  const refused = RANKS.map(() => 0);
  let strainedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    busy: (at: number): Busy => {
      refused[at]! += 1;
      strainedAt = now();
      if (told && strainedAt - toldAt >= STRAINED_MS) {
        toldAt = strainedAt;
        told(byRank((each) => refused[each]!));
      }
      return new Busy();
    },
    of: (at: number): number => refused[at]!,
    strained: (): boolean => now() - strainedAt < STRAINED_MS,
  };
}

/** The places at work, and the lines before them, by rank. */
interface Places {
  /** a place that is free now */
  take(at: number): Begun | null;
  /** how long a call would wait, as far as is foreseen */
  waitOf(at: number, whose: string): number;
  /** a place when the line comes to the call; null when it does not within `left` */
  waitFor(at: number, whose: string, left: number): Promise<Begun | null>;
  waiting(at: number): number;
}

function createPlaces(atWork: number, within: number, now: () => number): Places {
  const lines = RANKS.map(createLine);
  const most = RANKS.map((rank) => (rank === 'stranger' ? Math.max(1, Math.floor(atWork * SHARE_OF_STRANGERS)) : atWork));
  const running = RANKS.map(() => 0);
  let each = 0;

  const aheadOf = (at: number, whose: string): number => lines.slice(0, at).reduce((sum, { size }) => sum + size, lines[at]!.ahead(whose));
  const mayBegin = (at: number): boolean => running[at]! < most[at]! && running.reduce((sum, each) => sum + each) < atWork;
  /** Calls that begin from the line take their place before they hear of it: none that comes meanwhile is given it too. */
  const beginNext = (): void => {
    const at = lines.findIndex(({ size }, at) => size > 0 && mayBegin(at));
    if (at < 0) return;
    running[at]! += 1;
    lines[at]!.next()!();
  };
  const begun = (at: number, waited: boolean): Begun => {
    const from = now();
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      each += SHARE * (Math.min(now() - from, within) - each);
      running[at]! -= 1;
      beginNext();
    };
    return { end, waited };
  };

  return {
    take: (at) => {
      if (!mayBegin(at)) return null;
      running[at]! += 1;
      return begun(at, false);
    },
    waitOf: (at, whose) => Math.max((aheadOf(at, whose) * each) / atWork, (lines[at]!.ahead(whose) * each) / most[at]!),
    waitFor: (at, whose, left) =>
      new Promise((resolve) => {
        const begin = () => {
          clearTimeout(late);
          resolve(begun(at, true));
        };
        const late = setTimeout(() => {
          lines[at]!.delete(whose, begin);
          resolve(null);
        }, left);
        lines[at]!.add(whose, begin);
      }),
    waiting: (at) => lines[at]!.size,
  };
}
