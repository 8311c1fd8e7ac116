import type { StateDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { columnOf } from '#server/query/names.ts';
import { bound, compile, name, type Sql, sql, TRUE } from '#server/query/sql.ts';

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
  const { text, values } = compile(sql`select ${handlersSql(step, of)} as found`);
  const [row] = await tx.query<{ found: number[] }>(text, values);
  return orAdministrators(tx, step, of.company, row!.found);
}

/** What a decision asks of people, and the ids of the rows that it may open. */
export interface Candidates {
  /** default handlers of the step that the event leads to */
  candidates: number[];
  /** of those named: 1 active, 2 disabled; who is not a user of the company is absent */
  people: Record<number, 1 | 2>;
  /** as many ids of to-dos as there are candidates, and `spare` more, in order */
  ids: number[];
}

/** The same for a decision: all that is asked once its event is known, in one statement. */
export async function candidatesOf(
  tx: Tx,
  step: StateDef | null | undefined,
  of: HandlerCase,
  { named, spare }: { named: readonly number[]; spare: number },
): Promise<Candidates> {
  const company = bound(of.company, 'bigint');
  const { text, values } = compile(sql`with h as materialized (select ${step ? handlersSql(step, of) : NOBODY} as found)
    select h.found, array(select nextval('fw.flow_todo_id_seq') from generate_series(1, cardinality(h.found) + ${bound(spare, 'bigint')})) as ids,
      (select jsonb_object_agg(u.id, case when u."status" = 2 then 2 else 1 end) from app."user" u
        where u.company_id = ${company} and u.id = any(${bound([...new Set(named)], 'bigint[]')}) and u.deleted_time is null) as people
    from h`);
  const [row] = await tx.query<{ found: number[]; ids: number[]; people: Record<number, 1 | 2> | null }>(text, values);
  const { found, ids, people } = row!;
  return { candidates: step ? await orAdministrators(tx, step, of.company, found) : [], people: people ?? {}, ids };
}

async function orAdministrators(tx: Tx, step: StateDef, company: number, found: readonly number[]): Promise<number[]> {
  if (found.length || step.empty !== 'admin') return [...new Set(found)];
  const rows = await tx.query<{ id: number }>(
    `select u.id from app."role" r join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id]
     where r.company_id = $1 and r."root" = 1 and r.deleted_time is null and u.deleted_time is null and u."status" is distinct from 2 order by u.id`,
    [company],
  );
  return [...new Set(rows.map((row) => row.id))];
}

const NOBODY = sql`'{}'::bigint[]`;
/** statusOf's 1, on alias u. */
const ACTIVE = sql`u.deleted_time is null and u."status" is distinct from 2`;

/** A list of the step's active handlers, in order; one may stand in it twice. */
function handlersSql({ handler }: StateDef, of: HandlerCase): Sql {
  if (!handler) return NOBODY;
  if (handler.type === 'role') return inRoles(of, [handler.code]);
  if (handler.type === 'roles') return inRoles(of, handler.codes);
  if (handler.type === 'dept_leader') return leader(of, handler.field);
  return activeAmong(of, handler.type === 'user' ? sql`${bound([handler.id], 'bigint[]')}` : alongPath(of, handler.field));
}

function inRoles({ company }: HandlerCase, codes: readonly string[]): Sql {
  const wanted = bound(codes, 'text[]');
  return sql`array(select u.id from app."role" r join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id]
    where r.company_id = ${bound(company, 'bigint')} and r."code" = any(${wanted}) and r.deleted_time is null and ${ACTIVE}
    order by array_position(${wanted}, r."code"), u.id)`;
}

const activeAmong = ({ company }: HandlerCase, people: Sql): Sql =>
  sql`array(select u.id from unnest(${people}) with ordinality a (id, at)
    join app."user" u on u.company_id = ${bound(company, 'bigint')} and u.id = a.id and ${ACTIVE} order by a.at)`;

const ids = (value: unknown): number[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(Number);

/** `manager_entity` of this record, or `department_entity.leader_entity`: a column of the record it names. */
function alongPath(of: HandlerCase, path: string): Sql {
  const [first = '', second] = path.split('.');
  const records = sql`${bound(ids(of.record[first]), 'bigint[]')}`;
  if (!second) return records;
  const source = of.table.fields.get(first)?.source?.table;
  const target = source ? of.tableOf(source) : undefined;
  const field = target?.fields.get(second);
  if (!target || !field) return NOBODY;
  const company = target.tenancy === 'platform' ? TRUE : sql`t.company_id = ${bound(of.company, 'bigint')}`;
  const where = sql`${company} and t.id = any(${records}) and t.deleted_time is null`;
  const column = columnOf('t', field);
  return field.storage === 'bigint[]'
    ? sql`array(select x.id from app.${name(target.name)} t cross join unnest(${column}) with ordinality x (id, at) where ${where} order by t.id, x.at)`
    : sql`array(select ${column} from app.${name(target.name)} t where ${where} and ${column} is not null order by t.id)`;
}

/** The leader of the department in `field`, else of the applicant's own. */
function leader(of: HandlerCase, field: string | undefined): Sql {
  const company = bound(of.company, 'bigint');
  const [named] = field ? ids(of.record[field]) : [];
  const department =
    named === undefined
      ? sql`(select c.department_entity from app."user" c where c.company_id = ${company} and c.id = ${bound(of.creator, 'bigint')})`
      : sql`${bound(named, 'bigint')}`;
  return sql`array(select u.id from app."department" d join app."user" u on u.company_id = d.company_id and u.id = d.manager_entity and ${ACTIVE}
    where d.company_id = ${company} and d.deleted_time is null and d.id = ${department})`;
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
