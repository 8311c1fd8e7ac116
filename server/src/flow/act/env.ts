import type { EventDef } from '#protocol/meta/flow.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';
import { type Flow, ruleOf } from '../definition/definition.ts';
import { mustPass } from '../definition/may.ts';
import type { Command } from '../kernel/decide.ts';
import type { DecisionCommand, Env, FlowState, Passing, Todo } from '../kernel/model.ts';
import type { Resumption } from '../kernel/resume/resume.ts';
import { applicants } from '../kernel/whose.ts';
import { type Facts, factsFor } from '../read/seen-case.ts';
import { type Asked, askFor, candidatesFor, type Entering } from '../store/candidates.ts';
import { guardData } from '../store/guard-data.ts';
import { administrators, type HandlerCase } from '../store/handlers.ts';
import { statusesOf } from '../store/people.ts';
import type { RecordRow } from '../store/record-row.ts';
import type { Desk } from './desk.ts';
import type { Ground } from './ground.ts';

interface EnvParts {
  flow: Flow;
  /** what its guards are asked of */
  facts: Facts;
  /** the one that holds */
  event: EventDef;
  /** it goes straight back to who returned it, or would have */
  resumed: Resumption | null;
  returned: Env['returned'];
  command: DecisionCommand;
  record: RecordRow;
  state: FlowState;
  now: string;
  principals: readonly number[];
}

export interface Foreseen {
  env: Env;
  ids: readonly number[];
  /** why the step that is entered is passed over at once */
  skip: Passing | null;
}

/** Everything that `decide` may ask, looked up now and kept with the log; and ids for the rows that it may open. */
export async function envOf(tx: Tx, ground: Ground, parts: EnvParts): Promise<Foreseen> {
  const { session, access, table } = ground;
  const { flow, facts, event, resumed, returned, command, record, state, now, principals } = parts;
  const company = session.company.id;
  const own = applicants(state, record.create_entity, command.op === 'Submit' ? session.user.id : null);
  const back = state.todos.find((todo) => todo.id === command.back_id);
  const home = goesHome(event, back);
  const of: HandlerCase = { company, table, tableOf: access.catalogue.table, record: record.values, creator: record.create_entity };
  const goal = goalOf(flow, event, resumed);
  const others = [...(back ? [back.review_entity] : []), ...(home ? [record.create_entity] : []), ...(resumed ? [resumed.holder] : [])];
  const named = [...command.reviewers, ...command.copies, ...others];
  // beside candidates and those named: the application's own row, and the applicant's who gets it back
  const entering = { ...goal, own };
  const asked = await askFor(tx, entering, of, { named, spare: named.length + 2 });
  const gone = home && asked.statuses[record.create_entity] !== 1;
  const env: Env = {
    now,
    today: facts.today,
    user: facts.user,
    record: { state: record.review_state, creator: record.create_entity, data: facts.data },
    principals,
    candidates: gone ? await administrators(tx, company, []) : asked.people,
    ...told(asked),
    own,
    ...(returned ? { returned } : {}),
    people: gone ? { ...asked.statuses, [record.create_entity]: 2 } : asked.statuses,
  };
  return { env, ids: asked.ids, skip: asked.skip };
}

/** The step that is entered, and how it will be signed. */
function goalOf(flow: Flow, event: EventDef, resumed: Resumption | null): Pick<Entering, 'step' | 'rule'> {
  if (resumed?.into) return { step: flow.steps.get(resumed.step)?.def, rule: ruleOf(flow, resumed.into, resumed.step) };
  if (event.next_state === undefined) return { step: null, rule: 'any' };
  return { step: flow.steps.get(event.next_state)?.def, rule: ruleOf(flow, event, event.next_state) };
}

/** Whether a decision gives the record back to its applicant. */
const goesHome = (event: EventDef, back: Todo | undefined): boolean =>
  event.next_state === undefined ? back !== undefined && isFirst(back.back_state) : isFirst(event.next_state);

const told = ({ roles, lacking }: Asked): Pick<Env, 'roles' | 'lacking'> => ({
  ...(Object.keys(roles).length ? { roles } : {}),
  ...(lacking === null ? {} : { lacking }),
});

/** What a command that decides nothing may ask: nobody is sought for a step, only who is named is looked up. */
export async function plainEnv(tx: Tx, ground: Ground, desk: Desk, named: readonly number[]): Promise<Env> {
  const { house, session } = ground;
  const { flow, principals, now, at } = desk;
  const facts = factsFor(house, session, await guardData(tx, ground, flow, at.record.values));
  return {
    now,
    today: facts.today,
    user: facts.user,
    record: { state: at.record.review_state, creator: at.record.create_entity, data: facts.data },
    principals,
    candidates: [],
    own: applicants(at.state, at.record.create_entity, null),
    people: await statusesOf(tx, session.company.id, named),
  };
}

/** The same with what one of them asks beside it: whom the step of a row that is passed on finds itself, whether an administrator sends it. */
export async function commandEnv(tx: Tx, ground: Ground, desk: Desk, command: Command, named: readonly number[]): Promise<Env> {
  const step = desk.row.review_state;
  if (command.op === 'Assign' && mustPass(desk.flow, step))
    return handoverEnv(
      tx,
      ground,
      desk,
      named,
      desk.at.state.todos.find((todo) => DECIDES.has(todo.review_state)),
    );
  const env = await plainEnv(tx, ground, desk, named);
  return command.op === 'RemoveSign' && ground.session.root ? { ...env, root: true } : env;
}

/** The same for who hands a row on: who else the step's handler finds today. */
export async function handoverEnv(tx: Tx, ground: Ground, desk: Desk, named: readonly number[], row: Todo | undefined): Promise<Env> {
  const { access, session, table } = ground;
  const { record } = desk.at;
  const plain = await plainEnv(tx, ground, desk, named);
  if (!row) return plain;
  const entering = { step: desk.flow.steps.get(row.back_state)?.def, rule: row.rule, own: plain.own ?? [], lenient: true };
  const of: HandlerCase = {
    ...{ company: session.company.id, table, tableOf: access.catalogue.table, record: record.values },
    creator: record.create_entity,
  };
  const { people, roles } = await candidatesFor(tx, entering, of);
  return { ...plain, candidates: people, ...(Object.keys(roles).length ? { roles } : {}) };
}

/** The log names fields as the case's flow does: replaying it needs nothing but the two of them. */
export function asPublished(flow: Flow, env: Env): Env {
  const named = (data: Env['record']['data']) =>
    Object.fromEntries(Object.entries(data).map(([name, value]) => [flow.published(name), value]));
  return {
    ...env,
    record: { ...env.record, data: named(env.record.data) },
    ...(env.returned ? { returned: { ...env.returned, data: named(env.returned.data) } } : {}),
  };
}
