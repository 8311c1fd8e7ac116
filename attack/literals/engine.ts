import type { Canary } from '../canary/canary.ts';
import type { World } from '../twin/world.ts';
import { harmless, isPlain } from './payloads.ts';
import type { Call, Place } from './places.ts';

export interface Told {
  code: number;
  body: string;
  rows: readonly Record<string, unknown>[];
}
export interface Finding {
  place: string;
  payload: string;
  why: string;
}
export interface Run {
  calls: number;
  findings: Finding[];
}

/** Refusals that a value may meet because of what it is: it does not fit, is too long, too many, missing, or names nothing. */
const REFUSED: ReadonlySet<number> = new Set([305, 312, 314, 315, 316, 317, 341, 403]);
const AT_ONCE = 100;

/** Calls of one person, many in a Queue, each answered for itself; whatever they answer is looked through. */
export async function askAll(world: World, canary: Canary, calls: readonly Call[]): Promise<Told[]> {
  const told: Told[] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    const some = calls.slice(at, at + AT_ONCE);
    const answer = await world.ask({ path: '/sys', op: 'Queue', form: { actions: JSON.stringify(some) }, domain: 0 });
    canary.scan('an answer', answer.body);
    const { rows = [] } = JSON.parse(answer.body) as { rows?: Record<string, unknown>[] };
    if (rows.length !== some.length) throw new Error(`a Queue of ${some.length} answered ${answer.body.slice(0, 300)}`);
    for (const row of rows)
      told.push({ code: Number(row.code), body: JSON.stringify(row), rows: (row.rows ?? []) as Record<string, unknown>[] });
  }
  return told;
}

/** The metamorphic rule at every place: a payload is answered like a literal of its shape that matches nothing, or refused for what it is. */
export async function runLiterals(world: World, canary: Canary, places: readonly Place[], payloads: readonly string[]): Promise<Run> {
  const findings: Finding[] = [];
  let calls = 0;
  const attacks = payloads.filter((payload) => !isPlain(payload));
  for (const place of places) {
    const texts = [...new Set([...attacks, ...attacks.map(harmless)])];
    const answers = await askAll(world, canary, texts.map(place.put));
    const told = new Map(texts.map((text, at) => [text, answers[at]!]));
    calls += texts.length;
    for (const payload of attacks) {
      const why = judge(place, payload, told.get(payload)!, told.get(harmless(payload))!);
      if (why) findings.push({ place: place.name, payload: payload.slice(0, 80), why });
    }
  }
  return { calls, findings };
}

function judge(place: Place, payload: string, told: Told, expected: Told): string | null {
  const fault = faultOf(told, payload);
  if (fault) return fault;
  if (told.code !== 200 && (REFUSED.has(told.code) || told.code === expected.code)) return null;
  if (told.code === expected.code && unnumbered(told.body) === unnumbered(expected.body)) return null;
  if (place.searches && told.code === 200 && told.rows.every((row) => contains(row, payload))) return null;
  return `answers ${told.body.slice(0, 200)} where a literal gets ${expected.body.slice(0, 200)}`;
}

/** What was written has the next id and the next version. */
const unnumbered = (body: string): string => body.replace(/"data":\{"id":\d+,"version":\d+\}/, '"data":{}');

/** A row that was found by a text has it, as a search folds letters. */
const contains = (row: Record<string, unknown>, part: string): boolean => folded(JSON.stringify(row)).includes(folded(part.trim()));
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What a stack, a statement, a driver or a path looks like. */
const INNARDS =
  /\bat .{1,80}\.[tj]s:\d+|node_modules|\/(work|home|usr|tmp)\/|syntax error at|SQLSTATE|pg_catalog|\brelation "|\bcolumn "|invalid input syntax|postgres|select .{1,200} from app\./i;

/** G1 and G2 of one answer. What was sent may come back in the name of a field and nowhere else. */
export function faultOf({ code, body }: Pick<Told, 'code' | 'body'>, payload: string): string | null {
  if (code === 306 || code === 331 || code === 330) return `code ${code}: ${body.slice(0, 200)}`;
  const own = body.replaceAll(JSON.stringify(payload).slice(1, -1), '').replaceAll(JSON.stringify(payload.slice(0, 60)).slice(1, -1), '');
  const innards = code === 200 ? null : INNARDS.exec(own);
  return innards ? `tells of its innards: ${innards[0]}` : null;
}
