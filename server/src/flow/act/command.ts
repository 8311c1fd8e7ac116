import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type Command, decide, namedIn } from '../kernel/decide.ts';
import { stepLabel } from '../read/labels.ts';
import { numberOf } from '../store/record-row.ts';
import { recordOutcome } from '../store/write-record.ts';
import { type Act, actOn } from './act.ts';
import type { Stands } from './decision.ts';
import type { Desk } from './desk.ts';
import { asPublished, plainEnv } from './env.ts';
import type { Ground } from './ground.ts';

export interface CommandRequest {
  id: number;
  command: Command;
  rid?: string;
}

/** A command that decides nothing and saves no field: what it does to the case is its rule's alone (kernel/decide.ts). */
export const commandRecord = (house: House, caller: Session, table: ResolvedTable, request: CommandRequest): Promise<Stands> =>
  actOn(house, caller, table, request, COMMANDS);

const COMMANDS: Act<CommandRequest, Stands> = { command: takePart };

async function takePart(tx: Tx, ground: Ground, desk: Desk, { command, rid }: CommandRequest): Promise<Stands> {
  const { flow, at, row } = desk;
  const env = await plainEnv(tx, ground, desk, namedIn(command));
  const diff = decide(flow, at.state, ground.session.user.id, command, env);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
  const cause = { command, env: asPublished(flow, env) };
  const code = numberOf(ground.table, row);
  const { holders } = await recordOutcome(tx, at, {
    ...{ table: ground.table, def: flow.def, diff, cause, code },
    ...{ rid: rid ?? null, ids: [], skip: false },
  });
  return { id: row.id, version: row.version, state: diff.to_state, step: stepLabel(flow, diff.to_state), holders };
}
