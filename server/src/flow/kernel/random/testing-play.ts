import fc from 'fast-check';
import { Refusal } from '#protocol/codes.ts';
import { type Command, decide } from '../decide.ts';
import { evolve, numbered } from '../evolve.ts';
import { type Diff, type Env, type FlowState, NO_CASE } from '../model.ts';
import { resumes } from '../resume/resume.ts';
import { brokenByResume } from '../resume/testing-resume.ts';
import { brokenByStep, brokenInState } from '../testing-invariants.ts';
import { commandOf, type ModelFlow, type Move, modelFlows, moves } from './testing-model.ts';

export interface Logged {
  actor: number;
  command: Command;
  env: Env;
  diff: Diff;
}
export interface Run {
  state: FlowState;
  log: Logged[];
  broken: string[];
  refused: number;
}

/** A random flow, and what people try with it. */
export const plans = fc.tuple(modelFlows, fc.array(moves, { minLength: 5, maxLength: 40 }));

function freeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/** Tries each move of a plan, and asks all invariants after each that was accepted. */
export function play(engine: typeof decide, model: ModelFlow, plan: readonly Move[]): Run {
  const run: Run = { state: NO_CASE, log: [], broken: [], refused: 0 };
  let id = 0;
  for (const [minute, move] of plan.entries()) {
    if (run.state.case?.status === 1 && move.wild !== 'read' && move.wild !== 'act') continue;
    const { actor, command, env } = commandOf(model, run.state, move, minute, returnedIn(model, run));
    const answer = engine(model.flow, freeze(run.state), actor, command, freeze(env));
    if (answer === null || answer instanceof Refusal) {
      run.refused += 1;
      continue;
    }
    const ids = answer.open.map(() => ++id);
    const diff = numbered(answer, ids);
    const after = evolve(run.state, diff);
    run.broken.push(...brokenByStep(model.flow, run.state, diff, after, env.principals), ...brokenInState(model.flow, after));
    run.broken.push(...brokenByResume(model.flow, run.state, diff, env));
    run.log.push({ actor, command, env, diff });
    run.state = after;
  }
  return run;
}

/** The record as it was when it was last sent back. */
function returnedIn({ flow }: ModelFlow, { state, log }: Run): Env['returned'] {
  const back = resumes(state.case);
  const last = log.findLast(
    ({ diff }) => back && diff.from_state === back.step && diff.to_state !== back.step && flow.homes.has(diff.event_id ?? 0),
  );
  return last && { data: last.env.record.data };
}

/** Plans that one seed makes: what is stopped goes on with the next. */
export const BLOCK = 500;

/** How far plans have come. */
export interface Reached {
  plans: number;
  accepted: number;
  refused: number;
  ended: number;
}

/** Plays a block of plans, the same whenever it is played. Throws with the smallest plan after which an invariant is broken. */
export function playBlock(seed: number, block: number, numRuns = BLOCK): Reached {
  const reached: Reached = { plans: numRuns, accepted: 0, refused: 0, ended: 0 };
  const { stackTraceLimit } = Error;
  // refusals are answers here: nobody reads where they came from
  Error.stackTraceLimit = 0;
  try {
    fc.assert(
      fc.property(plans, ([model, plan]) => {
        const run = play(decide, model, plan);
        reached.accepted += run.log.length;
        reached.refused += run.refused;
        reached.ended += run.state.case?.status ?? 0;
        if (run.broken.length) throw new Error(run.broken.join(', '));
      }),
      { seed: seed * 1_000_000 + block, numRuns },
    );
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return reached;
}

export const sumOf = (all: readonly Reached[]): Reached =>
  all.reduce((sum, one) => ({
    plans: sum.plans + one.plans,
    accepted: sum.accepted + one.accepted,
    refused: sum.refused + one.refused,
    ended: sum.ended + one.ended,
  }));
