import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import type { Agency, AgencyTable } from '#protocol/wire/agency.ts';
import { instantOf, wallAt } from '#protocol/wire/clock.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { tellAgent, timesTold } from '#server/flow/store/notices.ts';
import { statusesOf } from '#server/flow/store/people.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '#server/signin/security-log.ts';
import { namedTable, seesStatus } from './account.ts';

/** Absences that somebody plans, of which he tells one person in a day, and of how long a one. */
const MOST = 20;
const MOST_TOLD = 10;
const DAY_MS = 86_400_000;
const LONGEST_MS = 366 * DAY_MS;

interface Stored {
  id: number;
  user_entity: number;
  agent_entity: number;
  /** ISO 8601, as the driver hands instants on */
  begin_time: string;
  end_time: string;
  sources: string[] | null;
  remark: string;
}
const COLUMNS = 'id, user_entity, agent_entity, begin_time, end_time, sources, remark';

/** What is not over yet: who acts for the reader, and for whom he acts; and the tables that an absence may be bounded to. */
export async function readAgents(house: House, session: Session): Promise<{ rows: Agency[]; standing: Agency[]; tables: AgencyTable[] }> {
  const access = await openAccess(house, session);
  const now = house.clock.now();
  const found = await house.db.query<Stored>(
    `select ${COLUMNS} from fw.flow_agent where company_id = $1 and end_time > $3 and $2 in (user_entity, agent_entity) order by begin_time, id`,
    [session.company.id, session.user.id, now],
  );
  const names = await namesOf(house.db, access, 'user', [...new Set(found.flatMap((row) => [row.user_entity, row.agent_entity]))]);
  const shown = found.map((row) => ({ row, agency: agencyOf(access, row, names, now) }));
  const of = (key: 'user_entity' | 'agent_entity') => shown.flatMap(({ row, agency }) => (row[key] === session.user.id ? [agency] : []));
  const flows = access.catalogue.tables().filter((table) => table.def.flow === 1 && access.may(table, 'Show'));
  const tables = flows.map(({ name }) => ({ cloud: name, ...namedTable(access, name) }));
  return { rows: of('user_entity'), standing: of('agent_entity'), tables };
}

function agencyOf(access: Access, row: Stored, names: Awaited<ReturnType<typeof namesOf>>, now: Date): Agency {
  const zone = access.session.company.time_zone;
  return {
    id: row.id,
    user_entity: namedBy(names, row.user_entity),
    agent_entity: namedBy(names, row.agent_entity),
    begin_time: wallAt(Date.parse(row.begin_time), zone),
    end_time: wallAt(Date.parse(row.end_time), zone),
    tables: row.sources?.map((source) => ({ cloud: source, ...namedTable(access, source) })) ?? null,
    remark: row.remark,
    live: Date.parse(row.begin_time) <= now.getTime() ? 1 : 0,
  };
}

export interface Planned {
  agent: number;
  begin: string;
  end: string;
  tables: readonly string[];
  remark: string;
  address: string;
}

/**
 * From `begin` until `end` the agent may decide what waits for the reader, as his own to-dos (docs/decisions/058); whatever he does stands in the
 * log with both names. He is told. Refused: oneself (317), who is unknown, or not active where the reader does not see that (302), not active (303), who works in none of the reader's domains
 * (312), a time that is over, empty or longer than a year (317), a table without a flow (317), an absence in which somebody has that already (310),
 * one of too many, or of which the agent would be told too often in a day (341).
 */
export async function setAgent(house: House, session: Session, asked: Planned): Promise<number> {
  const access = await openAccess(house, session);
  const { begin, end } = spanOf(house, session, asked);
  const sources = sourcesOf(access, asked.tables);
  const { agent } = asked;
  if (agent === session.user.id) throw new Refusal(317, '$agent_self', { field: 'agent' });
  const remark = withoutMarks(asked.remark).trim();
  if (remark.length > 200) throw new Refusal(316, '', { field: 'remark' });
  const company = session.company.id;
  const event: SecurityEvent = {
    op: 'SetAgent',
    reason: 'ok',
    company,
    actor: session.user.id,
    target: `user ${agent}`,
    sid: session.sid,
    address: asked.address,
  };
  const id = await house.db.tx(async (tx) => {
    await demandAgent(tx, access, agent);
    await demandFree(tx, session, { begin, end, sources, now: house.clock.now() });
    await demandQuiet(tx, session, agent, new Date(house.clock.now().getTime() - DAY_MS));
    const [row] = await tx.query<{ id: number }>(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time, sources, remark) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [company, session.user.id, agent, begin, end, sources, remark],
    );
    await tellAgent(tx, { company, agent, by: session.user.id, said: remark, at: house.clock.now() });
    await writeEvent(tx, event, house.clock.now());
    return row!.id;
  });
  tellEvent(house, event);
  return id;
}

/** Ends an absence of the reader's now; one that has not begun is taken out. 315 for one that is none of his, or over. */
export async function endAgent(house: House, session: Session, { id, address }: { id: number; address: string }): Promise<void> {
  const now = house.clock.now();
  const company = session.company.id;
  const event = await house.db.tx(async (tx): Promise<SecurityEvent> => {
    const mine = [company, session.user.id, id, now];
    const [ended] = await tx.query<{ agent: number }>(
      `with begun as (update fw.flow_agent set end_time = $4 where company_id = $1 and user_entity = $2 and id = $3 and begin_time < $4 and end_time > $4
           returning agent_entity as agent),
         planned as (delete from fw.flow_agent where company_id = $1 and user_entity = $2 and id = $3 and begin_time >= $4 returning agent_entity as agent)
       select agent from begun union all select agent from planned`,
      mine,
    );
    if (!ended) throw new Refusal(315);
    await tx.query(`insert into fw.outbox (company_id, user_id, kind) values ($1, $2, 'counts'), ($1, $3, 'counts')`, [
      company,
      session.user.id,
      ended.agent,
    ]);
    const told: SecurityEvent = {
      op: 'EndAgent',
      reason: 'ok',
      company,
      actor: session.user.id,
      target: `user ${ended.agent}`,
      sid: session.sid,
      address,
    };
    await writeEvent(tx, told, now);
    return told;
  });
  tellEvent(house, event);
}

/** A day alone begins with its first second and lasts until its last. */
function spanOf(house: House, { company }: Session, { begin, end }: Planned): { begin: Date; end: Date } {
  const at = (text: string, of: string, field: string): number => {
    const instant = instantOf(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} ${of}` : text, company.time_zone);
    if (instant === null) throw new Refusal(317, '', { field });
    return instant;
  };
  const now = house.clock.now().getTime();
  const from = Math.max(now, at(begin, '00:00:00', 'begin'));
  const until = at(end, '23:59:59', 'end');
  if (until <= from) throw new Refusal(317, '$agent_over', { field: 'end' });
  if (until - from > LONGEST_MS) throw new Refusal(317, '$agent_long', { field: 'end' });
  return { begin: new Date(from), end: new Date(until) };
}

function sourcesOf({ catalogue }: Access, tables: readonly string[]): string[] | null {
  const odd = tables.find((cloud) => catalogue.table(cloud)?.def.flow !== 1);
  if (odd !== undefined) throw new Refusal(317, '', { field: 'tables' });
  return tables.length ? [...new Set(tables)].sort() : null;
}

async function demandAgent(tx: Tx, access: Access, agent: number): Promise<void> {
  const { company, user, domains } = access.session;
  // whose absences are planned is held, so that two of them do not pass each other
  await tx.query('select 1 from app."user" u where u.company_id = $1 and u.id = $2 for no key update', [company.id, user.id]);
  const status = (await statusesOf(tx, company.id, [agent]))[agent];
  const unknown = status === undefined || (status === 2 && !(await seesStatus(tx, access, agent)));
  if (unknown) throw new Refusal(302, '', { field: 'agent' });
  if (status === 2) throw new Refusal(303, '', { field: 'agent' });
  const [shared] = await tx.query(
    'select 1 from app."user" u where u.company_id = $1 and u.id = $2 and u.domain_entities && $3::bigint[]',
    [company.id, agent, domains.map(({ id }) => id)],
  );
  if (!shared) throw new Refusal(312, '$agent_domain', { field: 'agent' });
}

interface Span {
  begin: Date;
  end: Date;
  sources: string[] | null;
  now: Date;
}

async function demandFree(tx: Tx, { company, user }: Session, { begin, end, sources, now }: Span): Promise<void> {
  const [row] = await tx.query<{ planned: number; taken: boolean }>(
    `select count(*)::int as planned, coalesce(bool_or(begin_time < $4 and end_time > $3 and (sources is null or $5::text[] is null or sources && $5)), false) as taken
     from fw.flow_agent where company_id = $1 and user_entity = $2 and end_time > $6`,
    [company.id, user.id, begin, end, sources, now],
  );
  if (row!.taken) throw new Refusal(310, '$agent_taken', { field: 'begin' });
  if (row!.planned >= MOST) throw new Refusal(341, '$agent_many', { most: MOST });
}

/** An absence that is set and ended again and again is no way to call on somebody. */
async function demandQuiet(tx: Tx, { company, user }: Session, agent: number, since: Date): Promise<void> {
  if ((await timesTold(tx, { company: company.id, agent, by: user.id, since })) >= MOST_TOLD)
    throw new Refusal(341, '$agent_often', { most: MOST_TOLD });
}
