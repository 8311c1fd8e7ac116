import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { type House, houseAt } from '#server/meta/house.ts';
import type { HandoverCommand } from '../../kernel/commands/handover.ts';
import { decide } from '../../kernel/decide.ts';
import { inWords } from '../../read/words.ts';
import type { RecordRef } from '../../store/case-store.ts';
import { publishedFlow } from '../../store/publish.ts';
import { numberOf } from '../../store/record-row.ts';
import { recordOutcome } from '../../store/write-record.ts';
import { type Desk, sitBeside } from '../desk.ts';
import { demandDomain } from '../domain.ts';
import { asPublished, handoverEnv } from '../env.ts';
import { explain } from '../explain.ts';
import type { Ground } from '../ground.ts';

/** An open to-do, by its id, of `from`. */
export interface Handing {
  todo: number;
  from: number;
  to: number;
  remark: string;
}

/**
 * Hands one to-do on, in a transaction of its own. Who may is for `admit` to say, which comes first in it: right and people belong to
 * accounts, and are locked before the record. `told` comes last, with where it was done.
 */
export async function handOver(
  house: House,
  access: Access,
  handing: Handing,
  { admit, told }: { admit(tx: Tx): Promise<void>; told(tx: Tx, of: RecordRef): Promise<void> },
): Promise<void> {
  const ground = await groundOf(house, access, handing);
  try {
    await house.db.tx(async (tx) => {
      await admit(tx);
      const desk = await sitBeside(tx, ground, ground.id);
      await handOn(tx, ground, desk, handing).catch(async (error) => {
        throw await inWords({ ...ground, house: houseAt(house, tx) }, error, { ...desk, ...desk.at });
      });
      await told(tx, desk.at.ref);
    });
  } catch (error) {
    await explain(ground, error);
  }
}

/** Where the to-do lies: 315 where it is none of his, or its table has no flow any more. */
async function groundOf(house: House, access: Access, { todo, from }: Handing): Promise<Ground & { id: number }> {
  const { session, catalogue } = access;
  const [of] = await house.db.query<{ source: string; rowid: number }>(
    'select source, rowid from fw.flow_todo where company_id = $1 and id = $2 and review_entity = $3',
    [session.company.id, todo, from],
  );
  const table = of && catalogue.table(of.source);
  if (table?.def.flow !== 1) throw new Refusal(315);
  const published = await publishedFlow(house.db, catalogue, table);
  return { ...{ house, session, table, access, published }, today: dayIn(session.company.time_zone, house.clock.now()), id: of!.rowid };
}

async function handOn(tx: Tx, ground: Ground, desk: Desk, { todo, to, remark }: Handing): Promise<void> {
  const { flow, at, row } = desk;
  const { session, table } = ground;
  const command: HandoverCommand = { op: 'Handover', todo, to, remark: withoutMarks(remark) };
  const env = await handoverEnv(
    tx,
    ground,
    desk,
    [to],
    at.state.todos.find(({ id }) => id === todo),
  );
  const diff = decide(flow, at.state, session.user.id, command, env);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
  await demandDomain(tx, ground, row.subcompany_id, [to]);
  const cause = { command, env: asPublished(flow, env) };
  await recordOutcome(tx, at, { table, def: flow.def, diff, cause, rid: null, ids: [], code: numberOf(table, row) });
}
