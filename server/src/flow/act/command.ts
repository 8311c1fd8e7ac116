import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type Command, decide, namedIn } from '../kernel/decide.ts';
import { claimFiles } from '../read/files.ts';
import { stepLabel } from '../read/labels.ts';
import { tellHolders } from '../store/notices.ts';
import { numberOf } from '../store/record-row.ts';
import { recordOutcome } from '../store/write-record.ts';
import { type Act, actOn } from './act.ts';
import type { Stands } from './decision.ts';
import type { Desk } from './desk.ts';
import { demandDomain } from './domain.ts';
import { asPublished, commandEnv } from './env.ts';
import { hiddenFrom, narrowNamed } from './giving/giving.ts';
import type { Ground } from './ground.ts';

export interface CommandRequest {
  id: number;
  command: Command;
  rid?: string;
}

/** A command that saves no field: what it does to the case is its rule's alone (kernel/decide.ts). */
export const commandRecord = (house: House, caller: Session, table: ResolvedTable, request: CommandRequest): Promise<Stands> =>
  actOn(house, caller, table, request, COMMANDS);

const COMMANDS: Act<CommandRequest, Stands> = { command: takePart };

async function takePart(tx: Tx, ground: Ground, desk: Desk, { command: sent, rid }: CommandRequest): Promise<Stands> {
  const { flow, at, row } = desk;
  const command = plain(sent);
  const named = namedIn(command);
  const env = await commandEnv(tx, ground, desk, command, named);
  const diff = decide(flow, at.state, ground.session.user.id, command, env);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
  await demandDomain(tx, ground, row.subcompany_id, named);
  await claimFiles(tx, { ...at.ref, user: ground.session.user.id }, filesOf(command));
  const cause = { command, env: asPublished(flow, env) };
  const hides = named.length === 0 ? [] : await hiddenFrom(tx, ground, at.ref);
  const code = numberOf(ground.table, row);
  const { after, holders: now } = await recordOutcome(tx, at, {
    ...{ table: ground.table, def: flow.def, diff, cause, code },
    ...{ rid: rid ?? null, ids: [] },
  });
  await narrowNamed(tx, at.ref, hides, { before: at.state, after: after.state, named, candidates: env.candidates });
  const touched = [...(diff.urge ?? []), ...diff.close.map(({ id }) => id)];
  const holders = at.state.todos.filter(({ id }) => touched.includes(id)).map((todo) => todo.review_entity);
  await tellHolders(tx, { ref: at.ref, record: row, diff, holders });
  return { id: row.id, version: row.version, state: diff.to_state, step: stepLabel(flow, diff.to_state), holders: now };
}

/** What is said with a command is kept like the opinion of a decision: without marks that mislead, its files claimed for the record. */
const plain = (command: Command): Command =>
  'remark' in command && typeof command.remark === 'string' ? { ...command, remark: withoutMarks(command.remark) } : command;
const filesOf = (command: Command): string => ('attachs' in command && typeof command.attachs === 'string' ? command.attachs : '');
