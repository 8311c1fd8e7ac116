import type { HandlerDef, StateDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { columnOf } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { bound, compile, constant, type Sql, sql } from '#server/query/sql.ts';

/** The record that handlers are found for: its values by column. */
export interface HandlerCase {
  company: number;
  table: ResolvedTable;
  /** finds the table that an entity field names */
  tableOf: (cloud: string) => ResolvedTable | undefined;
  record: Readonly<Record<string, unknown>>;
  creator: number;
}

/** An active person that a handler names, and the office he is named by, where it goes by roles or a post. */
export type NamedBy = readonly [person: number, office: string | null];

/** people.ts says the same of one person, on alias u. */
export const ACTIVE = constant(ACTIVE_PERSON);
const NONE = sql`'[]'::jsonb`;

/** Before the code of a post among the offices that somebody is asked as: no role is called so. */
export const POST_OFFICE = 'post:';
const postOffice = (code: string): string => `${POST_OFFICE}${code}`;

/** The offices that a handler goes by: codes of roles, or a post. */
export function officesOf(handler: HandlerDef | undefined): readonly string[] {
  if (handler?.type === 'role') return [handler.code];
  if (handler?.type === 'post') return [postOffice(handler.code)];
  return handler?.type === 'roles' ? handler.codes : [];
}

/** What a step's handler names, as a JSON list of `NamedBy` in the definition's order. */
export function handlersSql(handler: StateDef['handler'], of: HandlerCase): Sql {
  if (!handler) return NONE;
  if (handler.type === 'role' || handler.type === 'roles') return inRoles(of, officesOf(handler));
  if (handler.type === 'post') return onPost(of, handler.code);
  if (handler.type === 'dept_leader') return leader(of, handler.field);
  return activeAmong(of, handler.type === 'user' ? sql`${bound([handler.id], 'bigint[]')}` : alongPath(of, handler.field));
}

function inRoles({ company }: HandlerCase, codes: readonly string[]): Sql {
  const wanted = bound(codes, 'text[]');
  return sql`(select coalesce(jsonb_agg(jsonb_build_array(u.id, r."code") order by array_position(${wanted}, r."code"), u.id), ${NONE})
    from app."role" r join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id]
    where r.company_id = ${bound(company, 'bigint')} and r."code" = any(${wanted}) and r.deleted_time is null and ${ACTIVE})`;
}

/** Whoever has the post, one that is hidden too: it is given to nobody any more, and kept by those who have it. */
const onPost = ({ company }: HandlerCase, code: string): Sql =>
  sql`(select coalesce(jsonb_agg(jsonb_build_array(u.id, ${bound(postOffice(code), 'text')}) order by u.id), ${NONE})
    from app."post" p join app."user" u on u.company_id = p.company_id and u.post_entities @> array[p.id]
    where p.company_id = ${bound(company, 'bigint')} and p."code" = ${bound(code, 'text')} and p.deleted_time is null and ${ACTIVE})`;

const activeAmong = ({ company }: HandlerCase, people: Sql): Sql =>
  sql`(select coalesce(jsonb_agg(jsonb_build_array(u.id, null) order by a.at), ${NONE}) from unnest(${people}) with ordinality a (id, at)
    join app."user" u on u.company_id = ${bound(company, 'bigint')} and u.id = a.id and ${ACTIVE})`;

const ids = (value: unknown): number[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(Number);

/** `manager_entity` of this record, or `department_entity.leader_entity`: a column of the record it names. */
function alongPath(of: HandlerCase, path: string): Sql {
  const [first = '', second] = path.split('.');
  const records = sql`${bound(ids(of.record[first]), 'bigint[]')}`;
  if (!second) return records;
  const source = of.table.fields.get(first)?.source?.table;
  const target = source ? of.tableOf(source) : undefined;
  const field = target?.fields.get(second);
  if (!target || !field) return sql`'{}'::bigint[]`;
  const company = inCompany(target, 't', bound(of.company, 'bigint'));
  const where = sql`${company} and t.id = any(${records}) and t.deleted_time is null`;
  const column = columnOf('t', field);
  return field.storage === 'bigint[]'
    ? sql`array(select x.id from ${relation(target)} t cross join unnest(${column}) with ordinality x (id, at) where ${where} order by t.id, x.at)`
    : sql`array(select ${column} from ${relation(target)} t where ${where} and ${column} is not null order by t.id)`;
}

/** The department that a handler of leaders names, where the record fills it in. */
export const departmentOf = (handler: HandlerDef | undefined, of: HandlerCase): number | undefined =>
  handler?.type === 'dept_leader' && handler.field ? ids(of.record[handler.field])[0] : undefined;

/** The leader of the department in `field`, else of the applicant's own. */
function leader(of: HandlerCase, field: string | undefined): Sql {
  const company = bound(of.company, 'bigint');
  const named = departmentOf({ type: 'dept_leader', ...(field ? { field } : {}) }, of);
  const department = named === undefined ? ownDepartment(of.company, of.creator) : sql`${bound(named, 'bigint')}`;
  return sql`(select coalesce(jsonb_agg(jsonb_build_array(u.id, null)), ${NONE}) from app."department" d
    join app."user" u on u.company_id = d.company_id and u.id = d.manager_entity and ${ACTIVE}
    where d.company_id = ${company} and d.deleted_time is null and d.id = ${department})`;
}

const ownDepartment = (company: number, person: number): Sql =>
  sql`(select c.department_entity from app."user" c where c.company_id = ${bound(company, 'bigint')} and c.id = ${bound(person, 'bigint')})`;

/** The nearest leader at or above a department (else the person's own) who is none of `but`. */
export async function leaderAbove(tx: Tx, company: number, from: { department?: number; person: number }, but: readonly number[]) {
  const of = bound(company, 'bigint');
  const start = from.department === undefined ? ownDepartment(company, from.person) : sql`${bound(from.department, 'bigint')}`;
  const { text, values } = compile(sql`with recursive up as (
      select d.id, d.parent_entity, d.manager_entity, array[d.id] as way from app."department" d
      where d.company_id = ${of} and d.deleted_time is null and d.id = ${start}
    union all
      select d.id, d.parent_entity, d.manager_entity, up.way || d.id from up join app."department" d on d.id = up.parent_entity
      where d.company_id = ${of} and d.deleted_time is null and not d.id = any(up.way))
    select u.id from up join app."user" u on u.company_id = ${of} and u.id = up.manager_entity and ${ACTIVE}
    where not u.id = any(${bound(but, 'bigint[]')}) order by cardinality(up.way) limit 1`);
  return (await tx.query<{ id: number }>(text, values)).map((row) => row.id);
}

/** The company's active administrators, without `but`. */
export async function administrators(tx: Tx, company: number, but: readonly number[]): Promise<number[]> {
  const { text, values } = compile(sql`select distinct u.id from app."role" r
    join app."user" u on u.company_id = r.company_id and u.role_entities @> array[r.id] and ${ACTIVE}
    where r.company_id = ${bound(company, 'bigint')} and r."root" = 1 and r.deleted_time is null and not u.id = any(${bound(but, 'bigint[]')})
    order by u.id`);
  return (await tx.query<{ id: number }>(text, values)).map((row) => row.id);
}
