import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { type Command, decide } from '../decide.ts';
import { evolve, numbered } from '../evolve.ts';
import { type Diff, type Env, type FlowState, NO_CASE } from '../model.ts';
import { brokenByStep, brokenInState } from '../testing-invariants.ts';
import { commandOf, type ModelFlow, type Move, modelFlows, moves } from './testing-model.ts';

interface Logged {
  actor: number;
  command: Command;
  env: Env;
  diff: Diff;
}
interface Run {
  state: FlowState;
  log: Logged[];
  broken: string[];
  refused: number;
}

function freeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

function play(engine: typeof decide, model: ModelFlow, plan: readonly Move[]): Run {
  const run: Run = { state: NO_CASE, log: [], broken: [], refused: 0 };
  let id = 0;
  for (const [minute, move] of plan.entries()) {
    if (run.state.case?.status === 1 && move.wild !== 'read') continue;
    const { actor, command, env } = commandOf(model, run.state, move, minute);
    const answer = engine(model.flow, freeze(run.state), actor, command, freeze(env));
    if (answer === null || answer instanceof Refusal) {
      run.refused += 1;
      continue;
    }
    const ids = answer.open.map(() => ++id);
    const diff = numbered(answer, ids);
    const after = evolve(run.state, diff);
    run.broken.push(...brokenByStep(model.flow, run.state, diff, after, env.principals), ...brokenInState(model.flow, after));
    run.log.push({ actor, command, env, diff });
    run.state = after;
  }
  return run;
}

const plans = fc.tuple(modelFlows, fc.array(moves, { minLength: 5, maxLength: 40 }));
const SEED = 20261121;

describe('FLOW-01 the engine against its invariants', () => {
  it('I1 to I16 hold after every command of random flows; a refusal changes nothing', () => {
    let accepted = 0;
    let refused = 0;
    let ended = 0;
    fc.assert(
      fc.property(plans, ([model, plan]) => {
        const run = play(decide, model, plan);
        accepted += run.log.length;
        refused += run.refused;
        ended += run.state.case?.status ?? 0;
        expect(run.broken).toEqual([]);
      }),
      { seed: SEED, numRuns: 4000 },
    );
    // the model must reach far, or it proves nothing
    expect(accepted).toBeGreaterThan(15_000);
    expect(refused).toBeGreaterThan(3000);
    expect(ended).toBeGreaterThan(500);
  });

  it('I8 the log folds to the state, and its commands decide the same again', () => {
    fc.assert(
      fc.property(plans, ([model, plan]) => {
        const run = play(decide, model, plan);
        expect(run.log.map(({ diff }) => diff).reduce(evolve, NO_CASE)).toEqual(run.state);
        let state = NO_CASE;
        for (const { actor, command, env, diff } of run.log) {
          const again = decide(model.flow, state, actor, command, env) as Diff;
          expect(
            numbered(
              again,
              diff.open.map((todo) => todo.id),
            ),
          ).toEqual(diff);
          state = evolve(state, diff);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

/** Seeded bugs: [file, what stands there, what the mutant does]. */
const MUTANTS: [string, string, string][] = [
  ['votes.ts', 'count(1) < needed.pass', 'count(1) < 1'],
  ['votes.ts', 'count(-1) >= needed.reject', 'count(-1) >= needed.reject + 1'],
  ['votes.ts', 'excused: excuse(rest)', 'excused: []'],
  ['votes.ts', 'excused: excuse(live), turn', 'excused: [], turn'],
  ['votes.ts', 'fires: next.length === 0', 'fires: true'],
  ['votes.ts', 'todo.ord === first', 'true'],
  ['decision.ts', 'visit: before.visit + 1', 'visit: before.visit'],
  ['decision.ts', 'seq: before.seq + 1,\n    status', 'seq: before.seq + 2,\n    status'],
  ['decision.ts', 'status: end ? 1 : 0', 'status: 0'],
  ['rows.ts', '!unread.has(id)', 'true'],
  ['decision.ts', '[submissionRow(actor, command, env)]', '[]'],
  ['rows.ts', "rule === 'seq' && at > 0 ? TODO.queued", 'false ? TODO.queued'],
  ['rows.ts', 'back_state: target.step,', 'back_state: admitted.from,'],
  ['rule.ts', 'Math.ceil(', 'Math.floor('],
  ['rule.ts', 'n - pass + 1', 'n - pass'],
  ['admit.ts', '!may(row.review_entity, actor, env) ||', ''],
  ['demand.ts', 'homeOf(env) : [back.review_entity]', 'homeOf(env) : [env_creator]'],
  ['demand.ts', 'new Set(command.reviewers)', 'command.reviewers.concat(command.reviewers)'],
];

describe('the invariants notice bugs', () => {
  it.each(MUTANTS)('%s: %s', async (file, right, wrong) => {
    const mutant = await mutated(file, right, wrong);
    const found = fc.check(
      fc.property(plans, ([model, plan]) => play(mutant, model, plan).broken.length === 0),
      { seed: SEED, numRuns: 1500, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  });
});

/** The engine built of its sources with one of them changed. */
async function mutated(file: string, right: string, wrong: string): Promise<typeof decide> {
  const mark = Math.random().toString(36).slice(2);
  const here = join(import.meta.dirname, '..');
  const sources = ['decide', 'decision', 'demand', 'admit', 'rule', 'votes', 'rows'];
  const place = (name: string) => join(tmpdir(), `formwork-mutant-${mark}-${name}.ts`);
  for (const name of sources) {
    let text = await readFile(join(here, `${name}.ts`), 'utf8');
    if (`${name}.ts` === file) {
      if (!text.includes(right)) throw new Error(`${file} has no longer: ${right}`);
      text = text.replace(right, wrong.replace('env_creator', '1'));
    }
    text = text.replace(/'\.\/([a-z-]+)\.ts'/g, (_, other) => `'${sources.includes(other) ? place(other) : join(here, `${other}.ts`)}'`);
    text = text.replaceAll("'../", `'${join(here, '..')}/`);
    text = text
      .replaceAll("'#protocol/", `'${join(here, '../../../../protocol/src')}/`)
      .replaceAll("'#server/", `'${join(here, '../..')}/`);
    await writeFile(place(name), text);
  }
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(place('decide')).href)).decide;
  } finally {
    await Promise.all(sources.map((name) => rm(place(name))));
  }
}
