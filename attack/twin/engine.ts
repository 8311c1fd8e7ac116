import fc from 'fast-check';
import type { Op } from '#server/ops/op.ts';
import type { Sighting } from '../canary/canary.ts';
import { differs, isFault, openPair, type Pair } from './pair.ts';
import type { Actor } from './people.ts';
import { requestsOf } from './requests.ts';
import type { Request, Told } from './world.ts';

export interface Run {
  actor: Actor;
  pairs: number;
  /** how often each code was answered, so that a run of refusals alone is seen for what it is */
  codes: ReadonlyMap<number, number>;
  /** answers of 200 by op */
  served: ReadonlyMap<string, number>;
  difference?: Difference;
  sightings: readonly Sighting[];
  changes: Pair['changes'];
}
export interface Difference {
  requests: readonly Request[];
  at: { a: Told; b: Told };
  /** the seed and the path by which fast-check finds it again */
  replay: string;
}
export interface RunOptions {
  seed: number;
  /** pairs of requests to send at least */
  count: number;
  ops?: readonly Op[];
  /** which requests, where not all */
  requests?: typeof requestsOf;
  /** each request for itself, and what is found as it was found: each smaller example of what writes wants fresh worlds */
  asFound?: boolean;
}

const ACTS = ['Relay', 'Reply', 'RevokeRelay', 'Assign', 'AddSign', 'RemoveSign', 'Copy', 'Urge', 'Revoke'];
const WRITES = new Set([
  'Add',
  'Modify',
  'Batch',
  'Call',
  'Change',
  'ChangeStop',
  'ChangeUndo',
  'Delete',
  'Restore',
  'Reject',
  'Upload',
  'Queue',
  'Members',
  ...ACTS,
]);
const writes = (requests: readonly Request[]): boolean => requests.some((request) => WRITES.has(request.op));
const RUNS_AT_ONCE = 20;

/** Sends generated sequences of one person to both worlds until `count` pairs were alike or one was not; then shrinks that one. */
export async function runTwins(actor: Actor, { seed, count, ops, requests = requestsOf, asFound = false }: RunOptions): Promise<Run> {
  const options = { seed, ...(ops ? { ops } : {}) };
  const first = await openPair(actor, options);
  const state: State = { pair: first, pairs: 0, codes: new Map(), served: new Map(), found: undefined, options };
  const sequences = fc.array(requests(first.know), { minLength: 1, maxLength: asFound ? 1 : 6 });
  const property = fc.asyncProperty(sequences, (requests) => alike(state, requests));
  let difference: Difference | undefined;
  for (let round = 0; state.pairs < count && !difference; round += 1) {
    const told = await fc.check(property, { seed: seed + round, numRuns: RUNS_AT_ONCE, endOnFailure: asFound });
    if (told.failed && told.errorInstance && !state.found) throw told.errorInstance;
    if (told.failed) difference = { ...state.found!, replay: `seed ${told.seed}, path ${told.counterexamplePath}` };
  }
  if (!difference) await scanEnd(state.pair);
  await state.pair.close();
  const { pairs, codes, served } = state;
  return { actor, pairs, codes, served, ...(difference ? { difference } : {}), sightings: first.canary.sightings, changes: first.changes };
}

interface State {
  pair: Pair;
  pairs: number;
  codes: Map<number, number>;
  served: Map<string, number>;
  /** the smallest difference so far */
  found: Omit<Difference, 'replay'> | undefined;
  options: { seed: number; ops?: readonly Op[] };
}

/**
 * Whether both worlds tell the same all along. After a difference, what writes begins in fresh worlds; where reading alone has shown
 * one already, nothing that writes is a smaller example.
 */
async function alike(state: State, requests: readonly Request[]): Promise<boolean> {
  if (state.found && writes(requests)) {
    if (!writes(state.found.requests)) return true;
    await state.pair.close();
    state.pair = await openPair(state.pair.actor, state.options);
  }
  for (const [at, request] of requests.entries()) {
    if (WRITES.has(request.op)) state.pair.canary.tell(JSON.stringify(request.form));
    const told = await state.pair.ask(request);
    count(state, request, told.a);
    state.pair.canary.scan(`${request.op} as ${state.pair.actor.login}`, `${told.b.headers}\n${told.b.body}`);
    if (!differs(told) && !isFault(told.a)) continue;
    const again = writes([request]) ? told : await state.pair.ask(request);
    const alone = !writes([request]) && (differs(again) || isFault(again.a));
    state.found = { requests: alone ? [request] : requests.slice(0, at + 1), at: told };
    return false;
  }
  return true;
}

function count(state: State, request: Request, told: Told): void {
  state.pairs += 1;
  state.codes.set(told.code, (state.codes.get(told.code) ?? 0) + 1);
  if (told.code === 200 || told.code === 0) state.served.set(request.op, (state.served.get(request.op) ?? 0) + 1);
}

/** What the log and the messages of the run say. */
async function scanEnd({ b, canary, actor, know }: Pair): Promise<void> {
  for (const token of b.secrets()) canary.secret('a token', token);
  canary.scan(`the log of ${actor.login}'s world`, b.log());
  const sent = await b.app.house.db.query('select kind, payload from fw.outbox where company_id = $1 and user_id = $2', [
    know.sight.person.company,
    know.sight.person.id,
  ]);
  canary.scan(`messages to ${actor.login}`, JSON.stringify(sent));
}

/** The difference as somebody reads it: what was sent, and the two answers from shortly before they part. */
export function tellDifference({ requests, at, replay }: Difference, actor: Actor): string {
  const sent = requests.map(({ path, op, form, domain, upload }) => {
    const fields = Object.entries(form).map(([name, value]) => `    ${name} = ${value}`);
    return [`  POST ${path}?op=${op}  (domain ${domain}${upload === undefined ? '' : ', a file'})`, ...fields].join('\n');
  });
  if (isFault(at.a)) return [`${actor.login} meets a fault of ours [${replay}]:`, ...sent, `  ${at.a.status} ${at.a.body}`].join('\n');
  const parts = [at.a, at.b].map((told) => `${told.status} ${told.headers}\n${told.body}`);
  let same = 0;
  while (parts[0]![same] === parts[1]![same] && same < parts[0]!.length) same += 1;
  const [a, b] = parts.map((part) => part.slice(Math.max(0, same - 120), same + 240));
  return [`${actor.login} (${actor.kind}) can tell the two worlds apart [${replay}]:`, ...sent, `  A … ${a}`, `  B … ${b}`].join('\n');
}
