import { Refusal } from '#protocol/codes.ts';
import type { TimeoutDef } from '#protocol/meta/flow.ts';
import { DECIDES } from '#protocol/rules/todo.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import { openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { HandoverCommand } from '../../kernel/commands/handover.ts';
import { decide } from '../../kernel/decide.ts';
import { bareCommand, ENGINE, type Todo } from '../../kernel/model.ts';
import { heirsOf, tellsOf } from '../../store/late.ts';
import { tellLeader } from '../../store/notices.ts';
import { publishedFlow } from '../../store/publish.ts';
import { numberOf } from '../../store/record-row.ts';
import { recordOutcome } from '../../store/write-record.ts';
import { conclude } from '../conclude.ts';
import { type Desk, sitBeside } from '../desk.ts';
import { asPublished, plainEnv } from '../env.ts';
import type { Ground } from '../ground.ts';
import { goOn, take } from '../take.ts';

/** Done in one go at most: what is left comes with the next minute. */
const MOST = 500;

interface Late {
  company_id: number;
  id: number;
  source: string;
  rowid: number;
}

/**
 * Does what steps say of to-dos that have waited too long (FLOW-07): tells the leader, gives it to another, or takes an event in its holder's
 * place. Each is a transaction of its own with its mark, which stands or falls with it: whoever runs it twice, or on two processes at once, does it
 * once. What cannot be done is marked, and its holder is reminded instead. Answers how many were due.
 */
export async function expireLate(house: House, warn: (error: Error) => void): Promise<number> {
  const due = await house.db.query<Late>(
    `select company_id, id, source, rowid from fw.flow_todo
     where late_time < $1 and late_do is not null and expire_time is null and review_state in (${[...DECIDES].join()}) order by late_time limit ${MOST}`,
    [house.clock.now()],
  );
  for (const one of due) {
    await expire(house, one, true).catch(async (error) => {
      if (!(error instanceof Refusal)) warn(error as Error);
      if (error instanceof Refusal && error.code === 103) return;
      await expire(house, one, false).catch(warn);
    });
  }
  return due.length;
}

/** Marks one, and does what its step says; not where that was refused before. */
async function expire(house: House, late: Late, tries: boolean): Promise<void> {
  const ground = await groundOf(house, late);
  if (!ground) return;
  await house.db.tx(async (tx) => {
    const desk = await sitBeside(tx, ground, late.rowid);
    const marked = await tx.query(
      `update fw.flow_todo set expire_time = $3 where company_id = $1 and id = $2 and expire_time is null
         and review_state in (${[...DECIDES].join()}) returning 1`,
      [late.company_id, late.id, house.clock.now()],
    );
    const row = desk.at.state.todos.find(({ id }) => id === late.id);
    const timeout = row && desk.flow.steps.get(row.back_state)?.def?.timeout;
    if (marked.length && row && timeout && tries) await DOES[timeout.do](tx, ground, desk, row, timeout);
  });
}

type Does = (tx: Tx, ground: Ground, desk: Desk, row: Todo, timeout: TimeoutDef) => Promise<void>;

const DOES: Record<TimeoutDef['do'], Does> = {
  remind: async () => undefined,
  escalate: async (tx, ground, { at, now, row: record }, row) => {
    const company = ground.session.company.id;
    const [leader] = await tellsOf(tx, company, row);
    const of = { company, holder: row.review_entity, source: at.ref.source, rowid: at.ref.rowid, domain: record.subcompany_id };
    if (leader !== undefined) await tellLeader(tx, { ...of, leader, key_name: record.key_name, at: now });
  },
  assign: giveOn,
  event: async (tx, ground, desk, row, { event: id }) => {
    const event = desk.flow.steps.get(row.back_state)?.events.get(id ?? 0);
    if (!event) throw new Refusal(311);
    const command = bareCommand('Skip', { event: event.id, todo: row.id, why: 'late' });
    const first = await take(tx, ground, { ...desk, command }, event, null);
    await conclude(tx, ground, desk, { first, last: await goOn(tx, ground, desk, first), record: desk.row });
  },
};

/** The row goes to whom the time-out names, else to the leader above; whoever has one in the case cannot take it, and its holder is reminded. */
async function giveOn(tx: Tx, ground: Ground, desk: Desk, row: Todo): Promise<void> {
  const { flow, at, row: record } = desk;
  const { session, table, access } = ground;
  const { id: company } = session.company;
  const of = { company, table, tableOf: access.catalogue.table, record: record.values, creator: record.create_entity };
  for (const person of await heirsOf(tx, flow.steps.get(row.back_state)?.def, row, of)) {
    const command: HandoverCommand = { op: 'Handover', todo: row.id, to: person, remark: '', late: true };
    const env = await plainEnv(tx, ground, desk, [person]);
    const diff = decide(flow, at.state, ENGINE, command, env);
    if (diff === null || diff instanceof Refusal) continue;
    const cause = { command, env: asPublished(flow, env) };
    await recordOutcome(tx, at, { table, def: flow.def, diff, cause, rid: null, ids: [], code: numberOf(table, record) });
    return;
  }
  throw new Refusal(311);
}

/** As whom the clock works in a company: nobody, with no right of his own; null where the table has no flow any more. */
async function groundOf(house: House, { company_id, source }: Late): Promise<Ground | null> {
  const session = await engineSession(house, company_id);
  if (!session) return null;
  const access = await openAccess(house, session);
  const table = access.catalogue.table(source);
  if (table?.def.flow !== 1) return null;
  const published = await publishedFlow(house.db, access.catalogue, table);
  return { house, session, table, access, published, today: dayIn(session.company.time_zone, house.clock.now()) };
}

async function engineSession(house: House, company: number): Promise<Session | null> {
  const [of] = await house.db.query<Session['company'] & { version: number }>(
    `select c.id, c.login_name, c.time_zone, coalesce(v.version, 0) as version from fw.company c
     left join fw.rights_version v on v.company_id = c.id where c.id = $1 and c.status = 1`,
    [company],
  );
  if (!of) return null;
  const { version, ...its } = of;
  return {
    ...{ sid: '', user: { id: ENGINE, key_name: '', login_name: '' }, company: its, domain: { id: 0, key_name: '' }, domains: [] },
    ...{ department: null, departments: [], roles: [], root: false, super: false, locale: 'zh_CN', rights_version: version },
  };
}
