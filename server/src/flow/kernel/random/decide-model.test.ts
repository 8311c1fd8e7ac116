import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide.ts';
import { evolve, numbered } from '../evolve.ts';
import { type Diff, NO_CASE } from '../model.ts';
import { BLOCK, plans, play, playBlock, sumOf } from './testing-play.ts';

const SEED = 20261121;

/** 20,000 plans in two files, so that two cores play them: here the first half. Who tries each mutant says fewer. */
const PLANS = Number(process.env.MODEL_PLANS ?? 10_000);

describe('FLOW-01 the engine against its invariants', () => {
  it('I1 to I18 hold after every command of random flows; a refusal changes nothing', () => {
    const { accepted, refused, ended } = sumOf(Array.from({ length: PLANS / BLOCK }, (_, block) => playBlock(1, block)));
    // the model must reach far, or it proves nothing
    expect(accepted).toBeGreaterThan(3.75 * PLANS);
    expect(refused).toBeGreaterThan(0.75 * PLANS);
    expect(ended).toBeGreaterThan(0.125 * PLANS);
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
  ['rows.ts', 'step: target.step, visit', 'step: admitted.from, visit'],
  ['rule.ts', 'Math.ceil(', 'Math.floor('],
  ['rule.ts', 'n - pass + 1', 'n - pass'],
  ['admit.ts', '!may(row.review_entity, actor, env) ||', ''],
  ['demand.ts', 'homeOf(env) : [back.review_entity]', 'homeOf(env) : [env_creator]'],
  ['demand.ts', 'new Set(command.reviewers)', 'command.reviewers.concat(command.reviewers)'],
  ['commands/handover.ts', 'if (!LIVE.has(row.review_state)) throw decidedAlready(state, row);', ''],
  ['commands/handover.ts', 'theirs.some((todo) => LIVE.has(todo.review_state))', 'false'],
  ['commands/handover.ts', 'return signed || ', 'return '],
  ['commands/handover.ts', '...row,', '...row, review_state: TODO.pending,'],
  ['votes.ts', "rule === 'any' ? TODO.pending : TODO.countersign", 'TODO.asked'],
  ['admit.ts', 'if (openChildren(state, row.id).length) throw', 'if (!row) throw'],
  ['commands/relay.ts', 'parent_id: row.id', 'parent_id: null'],
  ['commands/relay.ts', 'demandFree(state, people);', ''],
  ['commands/relay.ts', '!may(row.review_entity, actor, env)) throw', 'false) throw'],
  ['commands/relay.ts', 'review_state: TODO.replied', 'review_state: TODO.decided'],
  ['commands/assign.ts', 'if (row.review_state !== TODO.pending)', 'if (row.review_state === TODO.turned)'],
  ['commands/assign.ts', 'demandSigner(flow, state, row, people, env);', ''],
  ['commands/assign.ts', 'parent_id: row.id', 'parent_id: row.parent_id'],
  ['commands/add-sign.ts', "if (place !== 'after' && row.rule === 'any' && group.length > 1)", 'if (group.length > 99)'],
  ['commands/add-sign.ts', 'ord: after ? row.ord + 1 : row.ord', 'ord: row.ord'],
  ['commands/add-sign.ts', 'turn: [...turnsOf(row, place), ...(place', 'turn: [...[].concat(place as never).slice(1), ...(place'],
  ['commands/add-sign.ts', 'return { turn: next.map(called), close };', 'return { turn: [], close };'],
  ['commands/add-sign.ts', 'if (votes(1) >= needed.pass ||', 'if ('],
  ['commands/revoke.ts', "if (at.last_rule !== 'any' && at.last_rule !== 'all')", 'if (false)'],
  ['commands/revoke.ts', 'return since === undefined ? null', 'return true || since === undefined ? null'],
  ['commands/revoke.ts', '...at, ...NOBODY_MOVED', '...at'],
  [
    'commands/revoke.ts',
    'const live = state.todos.filter((todo) => LIVE.has(todo.review_state));',
    'const live = state.todos.filter((todo) => todo.review_state === TODO.pending);',
  ],
  ['commands/revoke.ts', 'if (at.last_actor !== asking.actor ||', 'if ('],
  ['demand.ts', "if (event.need_attach && command.attachs.trim() === '') throw", 'if (command.copies.length > 20) throw'],
  ['resume/resume.ts', 'if (promised && !sameData', 'if (!promised && !sameData'],
  ['resume/resume.ts', 'if (returned?.renewed ||', 'if ('],
  ['resume/resume.ts', "if (able && rule === 'any')", 'if (able)'],
  ['resume/resume.ts', 'const able = env.people[holder] !== 2 &&', 'const able = true ||'],
  ['resume/resume.ts', '{ resume_state: from, resume_entity: row.review_entity }', '{ resume_state: from, resume_entity: 6 }'],
  ['resume/resume.ts', 'isReturn(event) && event.resume && row', 'isReturn(event) && row'],
  ['commands/migrate.ts', 'if (todos.some((todo) => todo.visit === at.visit && todo.outcome !== null)) throw', 'if (at.visit < 0) throw'],
  ['commands/migrate.ts', 'demandPromises(flow, state, step, factsOf(env));', ''],
  ['commands/migrate.ts', 'review_state: TODO.excused', 'review_state: TODO.moved'],
  ['commands/migrate.ts', 'isFirst(step) || target.end)', 'isFirst(step))'],
  ['commands/migrate.ts', '...at, ...NOBODY_MOVED, ...NOTHING_TO_RESUME, state', '...at, state'],
  ['commands/migrate.ts', 'const visit = at.visit + 1', 'const visit = at.visit'],
  ['commands/migrate.ts', 'if (at?.status !== 0) throw', 'if (at === null) throw'],
  ['commands/handover.ts', 'close: [{ id: row.id', 'close: [].map(() => row.id) && [{ id: state.todos[0]!.id'],
];

describe('the invariants notice bugs', () => {
  it.each(MUTANTS)('%s: %s', async (file, right, wrong) => {
    const mutant = await mutated(file, right, wrong);
    const found = fc.check(
      fc.property(plans, ([model, plan]) => play(mutant, model, plan).broken.length === 0),
      { seed: SEED, numRuns: 10_000, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  });
});

const COMMANDS = ['handover', 'relay', 'assign', 'add-sign', 'copy', 'revoke', 'urge', 'said', 'stays', 'read-rows', 'migrate'];

/** The engine built of its sources with one of them changed. */
async function mutated(file: string, right: string, wrong: string): Promise<typeof decide> {
  const mark = Math.random().toString(36).slice(2);
  const here = join(import.meta.dirname, '..');
  const sources = [
    'decide',
    'decision',
    'demand',
    'admit',
    'rule',
    'votes',
    'rows',
    'resume/resume',
    ...COMMANDS.map((name) => `commands/${name}`),
  ];
  const place = (name: string) => join(tmpdir(), `formwork-mutant-${mark}-${name.replace('/', '-')}.ts`);
  for (const name of sources) {
    let text = await readFile(join(here, `${name}.ts`), 'utf8');
    if (`${name}.ts` === file) {
      if (!text.includes(right)) throw new Error(`${file} has no longer: ${right}`);
      text = text.replace(right, wrong.replace('env_creator', '1'));
    }
    text = text.replace(/'(\.\.?\/[^']+)'/g, (_, to: string) => {
      const target = join(here, dirname(name), to);
      const changed = sources.find((other) => target === join(here, `${other}.ts`));
      return `'${changed ? place(changed) : target}'`;
    });
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
