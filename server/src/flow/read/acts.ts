import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, LIVE, TODO } from '#protocol/rules/todo.ts';
import type { ActState } from '#protocol/wire/process.ts';
import type { Flow } from '../definition/definition.ts';
import { may } from '../kernel/admit.ts';
import { adderOf } from '../kernel/commands/add-sign.ts';
import { isRested, urgeable } from '../kernel/commands/urge.ts';
import { type Command, decide } from '../kernel/decide.ts';
import type { Env, FlowState, Todo } from '../kernel/model.ts';

/** Who asks what he may do with a case beside deciding it. */
export interface Asking {
  flow: Flow;
  state: FlowState;
  actor: number;
  /** nobody is named and nothing is written: people and candidates are not looked up */
  env: Env;
}

/** What a definition says that it does not have is not offered at all; all else stands there, and says why it is off. */
const ABSENT = new Set([
  '$flow_relay_off',
  '$flow_assign_off',
  '$flow_add_sign_off',
  '$flow_copy_off',
  '$flow_revoke_off',
  '$flow_copy_draft',
]);

/**
 * What a reader may do with a case now beside deciding, in the order of the bar's menu, and why not: asked of the rules themselves, with a
 * command that lacks its words. What is missing then (314) is all that stands in the way.
 */
export function actsOf({ flow, state, actor, env }: Asking): ActState[] {
  if (!state.case) return [];
  const mine = state.todos.filter((todo) => may(todo.review_entity, actor, env));
  const turn = mine.some((todo) => DECIDES.has(todo.review_state) && !isFirst(todo.back_state));
  const asked = mine.some((todo) => todo.review_state === TODO.asked);
  const asking = turn && mine.some((todo) => state.todos.some((one) => one.parent_id === todo.id && one.review_state === TODO.asked));
  const running = state.case.status === 0;
  const tried: Command[] = [
    ...(asked ? [{ op: 'Reply' } as const] : []),
    ...(turn ? ([{ op: 'Relay' }, { op: 'AddSign', place: 'after' }, { op: 'Assign' }] as const) : []),
    { op: 'Copy' },
    ...(running ? ([{ op: 'Urge' }] as const) : []),
    ...(running && !isFirst(state.case.state) && state.case.last_actor !== null ? ([{ op: 'Revoke' }] as const) : []),
    ...(asking ? [{ op: 'RevokeRelay' } as const] : []),
  ];
  return tried.flatMap((command) => {
    const off = whyOff(decide(flow, state, actor, command, env));
    if (off && ABSENT.has(off.remark)) return [];
    // nobody else's affair
    if (off && (command.op === 'Urge' || command.op === 'Revoke') && off.code === 312) return [];
    return [{ op: command.op, ...(off ? { off } : {}) }];
  });
}

function whyOff(answer: ReturnType<typeof decide>): ActState['off'] | null {
  if (!(answer instanceof Refusal) || answer.code === 314) return null;
  const { code, remark, data } = answer;
  // who decided since stands in the process
  return remark === '$flow_decided'
    ? { code, remark: '$flow_revoke_late' }
    : { code, remark, ...(Object.keys(data).length ? { data } : {}) };
}

/** Questions, whose holders sign nothing. */
const ADVICE: ReadonlySet<number> = new Set([TODO.asked, TODO.replied]);

/** Whether the reader may take a signer off, and ask him to hurry. */
export function rowActs({ flow, state, actor, env }: Asking, todo: Todo): { removable?: 1; urgeable?: 1; added?: 1 } {
  const open = LIVE.has(todo.review_state);
  const off = open && decide(flow, state, actor, { op: 'RemoveSign', todo: todo.id }, env);
  const urges = open && urgeable(state, actor, env).some(({ id }) => id === todo.id) && isRested(todo, env.now);
  return {
    ...(adderOf(state, todo) === null || todo.parent_id === null || ADVICE.has(todo.review_state) ? {} : { added: 1 as const }),
    ...(off instanceof Refusal && off.code === 314 ? { removable: 1 as const } : {}),
    ...(urges ? { urgeable: 1 as const } : {}),
  };
}
