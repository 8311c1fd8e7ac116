import { Refusal } from '#protocol/codes.ts';
import type { Flow } from '../definition/definition.ts';
import { addSign, removeSign } from './commands/add-sign.ts';
import { assign } from './commands/assign.ts';
import { copy } from './commands/copy.ts';
import { handover } from './commands/handover.ts';
import { migrate } from './commands/migrate.ts';
import { read } from './commands/read-rows.ts';
import { relay, reply, revokeRelay } from './commands/relay.ts';
import { revoke } from './commands/revoke.ts';
import { urge } from './commands/urge.ts';
import { decision } from './decision.ts';
import type { CommandRule, Diff, Env, FlowState } from './model.ts';

/** Every command that a case takes, by its name in the log. */
const COMMANDS = {
  Submit: decision,
  Review: decision,
  Reject: decision,
  Skip: decision,
  Read: read,
  Handover: handover,
  Relay: relay,
  Reply: reply,
  RevokeRelay: revokeRelay,
  Assign: assign,
  AddSign: addSign,
  RemoveSign: removeSign,
  Copy: copy,
  Revoke: revoke,
  Urge: urge,
  Migrate: migrate,
} as const;

/** One of them, with what it says: its rule knows what that is. */
export type Command = {
  [Op in keyof typeof COMMANDS]: { op: Op } & ((typeof COMMANDS)[Op] extends CommandRule<infer Said> ? Omit<Said, 'op'> : never);
}[keyof typeof COMMANDS];

const ruleOf = ({ op }: Command): CommandRule<Command> => COMMANDS[op] as CommandRule<Command>;

/**
 * The approval engine: what one command does to a case, or why it may not. Pure: the same arguments give the same answer, so the
 * log can be made again from its commands. A refused command changes nothing; null: there is nothing to do.
 */
export function decide(flow: Flow, state: FlowState, actor: number, command: Command, env: Env): Diff | Refusal | null {
  try {
    return ruleOf(command).does(flow, state, actor, command, env);
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}

/** Whether a case takes a command of this name. */
export const isCommand = (op: string): op is Command['op'] => Object.hasOwn(COMMANDS, op);
/** The people whom a command names: whether they are active users of the company is looked up before it is done. */
export const namedIn = (command: Command): readonly number[] => ruleOf(command).names?.(command) ?? [];
