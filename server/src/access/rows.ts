import { kindOf } from '#protocol/rules/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition-parse.ts';
import { type Catalogue, cloudName, type ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';
import { compileCondition, type Operand } from '#server/query/condition.ts';
import type { Reader } from '#server/query/gate.ts';
import { columnOf, knownOf } from '#server/query/names.ts';
import { inCompany } from '#server/query/source.ts';
import { aliasName, and, type Bound, bound, column, FALSE, name, or, type Sql, sql, TRUE } from '#server/query/sql.ts';
import type { RoleGrant } from './rights.ts';

/** What the row conditions of one request are made of; each value is one parameter. */
export interface RowScope {
  catalogue: Catalogue;
  reader: Pick<Reader, 'company' | 'zone' | 'today' | 'user'>;
  session: Session;
  userId: Bound;
  departments: Bound;
  domain: Bound;
  domains: Bound;
  /** the instant of the request, of the clock port */
  now: Bound;
}

/** Tables whose rows belong to a parent's row: they go by the parent's permission and are seen where the parent's row is. */
export function parentsOf(catalogue: Catalogue, table: ResolvedTable): { parent: ResolvedTable; field: string }[] {
  return catalogue
    .tables()
    .filter((parent) => parent.name !== table.name && parent.permission === table.permission)
    .flatMap((parent) =>
      parent.subtables
        .filter((sub) => cloudName(sub.table_name)?.table === table.name && sub.inherit !== 0)
        .map((sub) => ({ parent, field: sub.parent_field })),
    );
}

/** Live rows of the company (or those in its recycle bin) that the definition's own rules let anyone see: the ground of every read. */
export function groundRows(table: ResolvedTable, scope: RowScope, alias: string, deleted = false): Sql {
  const gone = column(alias, 'deleted_time');
  const live = table.def.storage === 'view' ? TRUE : deleted ? sql`${gone} is not null` : sql`${gone} is null`;
  return and(
    inCompany(table, scope.reader, alias),
    live,
    ruled(table, table.def.row_where, scope, alias),
    ruled(table, table.variant?.where, scope, alias),
    actsNow(table, scope, alias),
  );
}

/**
 * The to-do view has each open row once more for every agent of its holder, whenever he is that: here it is asked whether he is now, for
 * this table, and whether the record lies in a domain of his, where alone he could open it.
 */
function actsNow(table: ResolvedTable, scope: RowScope, alias: string): Sql {
  if (table.def.uid !== 'sys.todo') return TRUE;
  const principal = column(alias, 'principal');
  const mine = sql`a.company_id = ${scope.reader.company} and a.agent_entity = ${scope.userId} and a.user_entity = ${principal}`;
  const now = sql`a.begin_time <= ${scope.now} and a.end_time > ${scope.now} and (a.sources is null or ${column(alias, 'source')} = any(a.sources))`;
  const domain = column(alias, 'domain_entity');
  const his = sql`(${domain} is null or ${domain} = any(${scope.domains}))`;
  return sql`(${principal} is null or (${his} and exists (select 1 from fw.flow_agent a where ${mine} and ${now})))`;
}

/** Live rows of the company and, where every role's rows lie in it, of the domain: how the indexes of lists begin (meta/sync/indexes.ts). */
export function indexedGround(table: ResolvedTable, scope: RowScope, alias: string, byRole: boolean): Sql | undefined {
  if (table.def.storage === 'view') return undefined;
  const inside = byRole && parentsOf(scope.catalogue, table).length === 0 ? inDomain(table, scope, alias) : TRUE;
  return and(inCompany(table, scope.reader, alias), sql`${column(alias, 'deleted_time')} is null`, inside);
}

/** A condition of the definition on the stored row, whoever reads: loading has checked it. */
export function ruled(table: ResolvedTable, where: string | undefined, scope: RowScope, alias: string): Sql {
  if (!where) return TRUE;
  const base = scope.catalogue.table(table.name) ?? table;
  const operand = (of: string): Operand => {
    const field = base.fields.get(of);
    const kind = field && kindOf(field.def.data_type);
    if (!kind) throw new Error(`${table.name}: unknown field ${of} in ${where}`);
    return { kind, sql: columnOf(alias, field), ids: field.storage === 'bigint', ...knownOf(base, field) };
  };
  const { user, today, zone } = scope.reader;
  return compileCondition(parseCondition(where), { operand, user, today, zone });
}

/** The rows that one role's grant gives, inside the ground. Without a department, scope 1 gives none (B27). */
export function grantRows(table: ResolvedTable, grant: Pick<RoleGrant, 'scope'>, scope: RowScope, alias: string): Sql {
  const parents = parentsOf(scope.catalogue, table);
  if (parents.length) return throughParents(parents, scope, alias, (parent, as) => grantRows(parent, grant, scope, as));
  return and(inDomain(table, scope, alias), scopeRows(table, grant, scope, alias));
}

function scopeRows(table: ResolvedTable, { scope: kind }: Pick<RoleGrant, 'scope'>, scope: RowScope, alias: string): Sql {
  if (kind === 2) return TRUE;
  if (kind === 1)
    return scope.session.departments.length ? sql`${held(table, table.departmentField, alias)} = any(${scope.departments})` : FALSE;
  const owner = table.fields.get(table.ownerField);
  const value = held(table, table.ownerField, alias);
  if (owner?.storage === 'bigint[]') return sql`${value} @> array[${scope.userId}]`;
  return table.def.flow === 1 ? sql`${value} = any(${scope.userId} || ${standsFor(table, scope)})` : sql`${value} = ${scope.userId}`;
}

/** create_department is a column but no field. */
function held(table: ResolvedTable, fieldName: string, alias: string): Sql {
  const field = table.fields.get(fieldName);
  return field ? columnOf(alias, field) : column(alias, fieldName);
}

const inDomain = (table: ResolvedTable, scope: RowScope, alias: string): Sql =>
  table.tenancy === 'domain' ? sql`${column(alias, 'subcompany_id')} = ${scope.domain}` : TRUE;

type Through = (parent: ResolvedTable, alias: string) => Sql;

function throughParents(parents: ReturnType<typeof parentsOf>, scope: RowScope, alias: string, rows: Through): Sql {
  const as = alias === 't' || !alias.startsWith('p') ? 'p1' : `p${Number(alias.slice(1)) + 1}`;
  const ways = parents.map(({ parent, field }) => {
    const on = and(sql`${column(as, 'id')} = ${column(alias, field)}`, groundRows(parent, scope, as), rows(parent, as));
    return sql`exists (select 1 from app.${name(parent.name)} ${aliasName(as)} where ${on})`;
  });
  return or(...ways);
}

/**
 * The rows on whose case the user has, or had, a to-do: rights are scope or participation (decisions 14). It reaches the records
 * of all his domains, one by one, because a to-do opens a record under its own domain (decisions 13).
 */
export function participantRows(table: ResolvedTable, scope: RowScope, alias: string): Sql {
  const parents = parentsOf(scope.catalogue, table);
  if (parents.length) return throughParents(parents, scope, alias, (parent, as) => participantRows(parent, scope, as));
  if (table.def.flow !== 1) return FALSE;
  const mine = and(
    inCompany(table, scope.reader, 'w'),
    sql`w.source = ${bound(table.name, 'text')}`,
    sql`w.rowid = ${column(alias, 'id')}`,
    or(
      sql`w.review_entity = ${scope.userId}`,
      sql`w.done_entity = ${scope.userId}`,
      sql`w.review_entity = any(${standsFor(table, scope)})`,
    ),
  );
  return and(inHisDomains(table, scope, alias), sql`exists (select 1 from fw.flow_todo w where ${mine})`);
}

/** The record is of a domain that is the user's now, the current one or not, or of none. */
export const inHisDomains = (table: ResolvedTable, scope: RowScope, alias: string): Sql =>
  table.tenancy === 'domain' ? sql`${column(alias, 'subcompany_id')} = any(${scope.domains})` : TRUE;

/** Those for whom the user may act now on this table of a flow: a list, looked up once for a statement. */
export function standsFor(table: ResolvedTable, scope: Pick<RowScope, 'reader' | 'userId' | 'now'>): Sql {
  const source = bound(table.name, 'text');
  const mine = sql`a.company_id = ${scope.reader.company} and a.agent_entity = ${scope.userId}`;
  return sql`array(select a.user_entity from fw.flow_agent a where ${mine} and a.begin_time <= ${scope.now} and a.end_time > ${scope.now}
    and (a.sources is null or ${source} = any(a.sources)))`;
}

/**
 * Of a record's holders and its applicant those for whom the user may act now: as their agent, and an administrator for who is not active
 * any more, so that nothing waits for one who has left (docs/decisions/081).
 */
export function actsFor(table: ResolvedTable, scope: Pick<RowScope, 'reader' | 'userId' | 'now' | 'session'>, alias: string): Sql {
  const people = sql`unnest(${column(alias, 'reviewers')} || ${column(alias, 'create_entity')}) x (id)`;
  const left = scope.session.root
    ? sql`exists (select 1 from app."user" u where u.company_id = ${scope.reader.company} and u.id = x.id and (u."status" = 2 or u.deleted_time is not null))`
    : FALSE;
  return sql`array(select x.id from ${people} where ${or(sql`x.id = any(${standsFor(table, scope)})`, left)})`;
}

/** Whether a to-do can lead to rows of the table. */
export const hasParticipants = (catalogue: Catalogue, table: ResolvedTable): boolean =>
  table.def.flow === 1 || parentsOf(catalogue, table).some(({ parent }) => parent.def.flow === 1);
