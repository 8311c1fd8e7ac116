import type { OpDef } from '#protocol/ops/op.ts';
import { OPS } from '#protocol/ops/registry.ts';
import { openAccess } from '#server/access/access.ts';
import { commandRecord } from '#server/flow/act/command.ts';
import { presentStanding } from '#server/flow/act/present.ts';
import { type Command, isCommand } from '#server/flow/kernel/decide.ts';
import { type Op, op } from '../op.ts';

/** What every command of the flow says beside what is its own. */
interface OfRecord {
  cloud: string;
  id: number;
  /** what clients of the specification say beside it, and no command asks */
  key_name?: string;
  review_state?: number;
  _event?: number;
  _rid?: string;
}

/** The calls of all commands of the flow that are declared as such: none of them needs a file of its own here. */
export const commandCalls: readonly Op[] = [...OPS.values()].filter(({ command }) => command).map(callOf);

function callOf(def: OpDef): Op {
  const { op: name } = def;
  if (!isCommand(name)) throw new Error(`${name} is declared as a command of the flow, and no rule in the kernel has its name`);
  return op(def, async (house, { request, session }) => {
    const { cloud, id, key_name: _name, review_state: _state, _event, _rid: rid, ...said } = request as unknown as OfRecord;
    const table = (await openAccess(house, session)).table(cloud);
    const command = { ...said, op: name } as Command;
    return presentStanding(house, session, await commandRecord(house, session, table, { id, command, ...(rid ? { rid } : {}) }));
  });
}
