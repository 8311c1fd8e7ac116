import type { HandlerDef, StateDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';

/** The record that handlers are found for: its values by column. */
export interface HandlerCase {
  company: number;
  table: ResolvedTable;
  /** finds the table that an entity field names */
  tableOf: (cloud: string) => ResolvedTable | undefined;
  record: Readonly<Record<string, unknown>>;
  creator: number;
}

/** Default handlers of a step: active people of the company, each once, in the order of the definition. */
export async function handlersOf(tx: Tx, step: StateDef | null | undefined, of: HandlerCase): Promise<number[]> {
  if (!step) return [];
  const active = step.handler ? await peopleOf(tx, step.handler, of) : [];
  if (active.length || step.empty !== 'admin') return active;
  return activeAmong(tx, of.company, await administrators(tx, of.company));
}

async function peopleOf(tx: Tx, handler: HandlerDef, of: HandlerCase): Promise<number[]> {
  if (handler.type === 'role') return inRoles(tx, of.company, [handler.code]);
  if (handler.type === 'roles') return inRoles(tx, of.company, handler.codes);
  if (handler.type === 'dept_leader') return leader(tx, of, handler.field);
  return activeAmong(tx, of.company, handler.type === 'user' ? [handler.id] : await alongPath(tx, of, handler.field));
}

/** statusOf's 1, on alias u. */
const ACTIVE = `u.deleted_time is null and u."status" is distinct from 2`;

async function inRoles(tx: Tx, company: number, codes: readonly string[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select u.id from app."role" r join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id]
     where r.company_id = $1 and r."code" = any($2) and r.deleted_time is null and ${ACTIVE} order by array_position($2, r."code"), u.id`,
    [company, codes],
  );
  return [...new Set(rows.map((row) => row.id))];
}

const ids = (value: unknown): number[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(Number);

/** `manager_entity` of this record, or `department_entity.leader_entity`: a column of the record it names. */
async function alongPath(tx: Tx, of: HandlerCase, path: string): Promise<number[]> {
  const [first = '', second] = path.split('.');
  const value = ids(of.record[first]);
  if (!second) return value;
  const source = of.table.fields.get(first)?.source?.table;
  const target = source ? of.tableOf(source) : undefined;
  return target ? columnOf(tx, of.company, target, value, second) : [];
}

async function columnOf(tx: Tx, company: number, target: ResolvedTable, records: readonly number[], column: string): Promise<number[]> {
  if (!records.length || !target.fields.has(column)) return [];
  const bound = target.tenancy === 'platform' ? '$1::bigint is not null' : 'company_id = $1';
  const rows = await tx.query<{ of: unknown }>(
    `select "${column}" as of from app."${target.name}" where ${bound} and id = any($2) and deleted_time is null order by id`,
    [company, records],
  );
  return rows.flatMap((row) => ids(row.of));
}

/** The leader of the department in `field`, else of the applicant's own. */
async function leader(tx: Tx, of: HandlerCase, field: string | undefined): Promise<number[]> {
  const named = field ? ids(of.record[field]) : [];
  const rows = await tx.query<{ id: number }>(
    `select u.id from app."department" d join app."user" u on u.company_id = d.company_id and u.id = d.manager_entity and ${ACTIVE}
     where d.company_id = $1 and d.deleted_time is null and d.id = coalesce($2::bigint,
       (select u.department_entity from app."user" u where u.company_id = $1 and u.id = $3))`,
    [of.company, named[0] ?? null, of.creator],
  );
  return rows.map((row) => row.id);
}

async function administrators(tx: Tx, company: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select u.id from app."role" r join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id]
     where r.company_id = $1 and r."root" = 1 and r.deleted_time is null order by u.id`,
    [company],
  );
  return rows.map((row) => row.id);
}

async function activeAmong(tx: Tx, company: number, people: readonly number[]): Promise<number[]> {
  const status = await statusOf(tx, company, people);
  return [...new Set(people)].filter((id) => status[id] === 1);
}

/** 1 active, 2 disabled; who is not a user of the company is absent. */
export async function statusOf(tx: Tx, company: number, people: readonly number[]): Promise<Record<number, 1 | 2>> {
  if (!people.length) return {};
  const rows = await tx.query<{ id: number; status: number }>(
    `select id, "status" as status from app."user" where company_id = $1 and id = any($2) and deleted_time is null`,
    [company, [...new Set(people)]],
  );
  return Object.fromEntries(rows.map((row) => [row.id, row.status === 2 ? 2 : 1]));
}

/** Whose rows a person may handle now, for a table. */
export async function principalsOf(tx: Tx, company: number, agent: number, source: string, now: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select distinct user_entity as id from fw.flow_agent
     where company_id = $1 and agent_entity = $2 and begin_time <= $4 and end_time > $4 and (sources is null or $3 = any(sources))`,
    [company, agent, source, now],
  );
  return rows.map((row) => row.id);
}

/** Names for the wire: `{id, key_name}` by id. */
export async function namesOf(tx: Tx, company: number, people: readonly (number | null)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(people.filter((id) => id !== null))];
  if (!wanted.length) return new Map();
  const rows = await tx.query<{ id: number; key_name: string }>(
    `select id, coalesce(key_name, '') as key_name from app."user" where company_id = $1 and id = any($2)`,
    [company, wanted],
  );
  return new Map(rows.map((row) => [row.id, row.key_name]));
}
