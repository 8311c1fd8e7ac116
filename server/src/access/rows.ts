import { dataType } from '#protocol/meta/data-types.ts';
import { itemOf } from '#protocol/meta/ops.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { type Catalogue, cloudName, type ResolvedTable } from '#server/meta/catalogue.ts';
import { INACTIVE_PERSON } from '#server/meta/person.ts';
import { ASKER } from '#server/query/asker.ts';
import { compileCondition, type Operand } from '#server/query/condition.ts';
import { columnNamed, columnOf, knownOf } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { aliasName, and, type Bound, bound, column, constant, FALSE, or, type Sql, sql, TRUE } from '#server/query/sql.ts';
import type { RoleGrant } from './grants/rights.ts';

/** Tables whose rows belong to a parent's row: they go by the parent's permission and are seen where the parent's row is. */
export function parentsOf(catalogue: Catalogue, table: ResolvedTable): { parent: ResolvedTable; field: string }[] {
  return catalogue
    .tables()
    .filter((parent) => parent.name !== table.name && parent.group === table.group)
    .flatMap((parent) =>
      parent.subtables
        .filter((sub) => cloudName(sub.table_name)?.table === table.name && sub.inherit !== 0)
        .map((sub) => ({ parent, field: sub.parent_field })),
    );
}

/**
 * Live rows of the company (or those in its recycle bin) that the definition's own rules let anyone see: the ground of every read. `live`: of
 * what holds live rows alone, such as a summary.
 */
export function groundRows(table: ResolvedTable, catalogue: Catalogue, alias: string, deleted: boolean | 'live' = false): Sql {
  const gone = column(alias, 'deleted_time');
  const live = table.def.storage === 'view' || deleted === 'live' ? TRUE : deleted ? sql`${gone} is not null` : sql`${gone} is null`;
  return and(
    inCompany(table, alias),
    live,
    ruled(table, table.def.row_where, catalogue, alias),
    ruled(table, table.variant?.where, catalogue, alias),
    actsNow(table, alias),
  );
}

/**
 * The to-do view has each open row once more for every agent of its holder, whenever he is that: here it is asked whether he is now, for
 * this table, and whether the record lies in a domain of his, where alone he could open it.
 */
function actsNow(table: ResolvedTable, alias: string): Sql {
  if (table.def.uid !== 'sys.todo') return TRUE;
  const principal = column(alias, 'principal');
  const mine = sql`a.company_id = ${ASKER.company} and a.agent_entity = ${ASKER.user} and a.user_entity = ${principal}`;
  const now = sql`a.begin_time <= ${ASKER.now} and a.end_time > ${ASKER.now} and (a.sources is null or ${column(alias, 'source')} = any(a.sources))`;
  const domain = column(alias, 'domain_entity');
  const his = sql`(${domain} is null or ${domain} = any(${ASKER.domains}))`;
  return sql`(${principal} is null or (${his} and exists (select 1 from fw.flow_agent a where ${mine} and ${now})))`;
}

/** Live rows of the company and, where every role's rows lie in it, of the domain: how the indexes of lists begin (meta/sync/indexes.ts). */
export function indexedGround(table: ResolvedTable, catalogue: Catalogue, alias: string, byRole: boolean): Sql | undefined {
  if (table.def.storage === 'view') return undefined;
  const inside = byRole && parentsOf(catalogue, table).length === 0 ? inDomain(table, alias) : TRUE;
  return and(inCompany(table, alias), sql`${column(alias, 'deleted_time')} is null`, inside);
}

/** The column of a row's department, where rows go by their own and an index goes along it (meta/sync/indexes.ts). */
export function indexedDepartment(table: ResolvedTable, catalogue: Catalogue, alias: string): Sql | undefined {
  const field = table.fields.get(table.departmentField);
  const isIndexed = table.def.storage !== 'view' && field?.def.data_type === 'entity' && !field.standard;
  return isIndexed && parentsOf(catalogue, table).length === 0 ? columnOf(alias, field) : undefined;
}

/** A condition of the definition on the stored row, whoever reads: loading has checked it. */
export function ruled(table: ResolvedTable, where: string | undefined, catalogue: Catalogue, alias: string): Sql {
  if (!where) return TRUE;
  const base = catalogue.table(table.name) ?? table;
  const operand = (of: string): Operand => {
    const field = base.fields.get(of);
    const kind = field && dataType(field.def.data_type).condition;
    if (!kind) throw new Error(`${table.name}: unknown field ${of} in ${where}`);
    return { kind, sql: columnOf(alias, field), ids: field.storage === 'bigint', ...knownOf(base, field) };
  };
  return compileCondition(parseCondition(where), { operand });
}

/** The rows that one role's grant gives, inside the ground. Without a department, scope 1 gives none (B27). */
export function grantRows(table: ResolvedTable, grant: Pick<RoleGrant, 'scope'>, catalogue: Catalogue, alias: string): Sql {
  const parents = parentsOf(catalogue, table);
  if (parents.length) return throughParents(parents, catalogue, table, alias, (parent, as) => grantRows(parent, grant, catalogue, as));
  return and(inDomain(table, alias), scopeRows(table, grant, alias));
}

function scopeRows(table: ResolvedTable, { scope: kind }: Pick<RoleGrant, 'scope'>, alias: string): Sql {
  if (kind === 2) return TRUE;
  if (kind === 1) return sql`${columnNamed(alias, table, table.departmentField)} = any(${ASKER.departments})`;
  const value = columnNamed(alias, table, table.ownerField);
  if (hasOwners(table)) return sql`${value} @> array[${ASKER.user}]`;
  return table.def.flow === 1 ? sql`${value} = any(${ASKER.user} || ${standsFor(table)})` : sql`${value} = ${ASKER.user}`;
}

/** Whether one row has several owners. */
export const hasOwners = (table: ResolvedTable): boolean => table.fields.get(table.ownerField)?.storage === 'bigint[]';

const inDomain = (table: ResolvedTable, alias: string): Sql =>
  table.tenancy === 'domain' ? sql`${column(alias, 'subcompany_id')} = ${ASKER.domain}` : TRUE;

type Through = (parent: ResolvedTable, alias: string) => Sql;

function throughParents(
  parents: ReturnType<typeof parentsOf>,
  catalogue: Catalogue,
  table: ResolvedTable,
  alias: string,
  rows: Through,
): Sql {
  const as = alias === 't' || !alias.startsWith('p') ? 'p1' : `p${Number(alias.slice(1)) + 1}`;
  const ways = parents.map(({ parent, field }) => {
    const on = and(sql`${column(as, 'id')} = ${columnNamed(alias, table, field)}`, groundRows(parent, catalogue, as), rows(parent, as));
    return sql`exists (select 1 from ${relation(parent)} ${aliasName(as)} where ${on})`;
  });
  return or(...ways);
}

/**
 * The rows on whose case the user has, or had, a to-do: rights are scope or participation. It reaches the records
 * of all his domains, one by one, because a to-do opens a record under its own domain.
 */
export function participantRows(table: ResolvedTable, catalogue: Catalogue, alias: string): Sql {
  const parents = parentsOf(catalogue, table);
  if (parents.length) return throughParents(parents, catalogue, table, alias, (parent, as) => participantRows(parent, catalogue, as));
  if (table.def.flow !== 1) return FALSE;
  const mine = and(inTodosOf(table, 'w'), sql`w.rowid = ${column(alias, 'id')}`, isHis(table, 'w'));
  return and(inHisDomains(table, alias), sql`exists (select 1 from fw.flow_todo w where ${mine})`);
}

const inTodosOf = (table: ResolvedTable, as: string): Sql =>
  and(inCompany(table, as), sql`${column(as, 'source')} = ${bound(table.name, 'text')}`);

/** Whether a to-do makes the user one who takes part: who handed on what another held took none. */
function isHis(table: ResolvedTable, as: string): Sql {
  const [holder, done, state] = [column(as, 'review_entity'), column(as, 'done_entity'), column(as, 'review_state')];
  return or(
    sql`${holder} = ${ASKER.user}`,
    sql`${done} = ${ASKER.user} and ${state} <> ${constant(String(TODO.moved))}`,
    sql`${holder} = any(${standsFor(table)})`,
  );
}

/**
 * Where somebody sees what the rule names on a record that he only takes part in: where a to-do of it is his that is open to it. One that was
 * given to him by who could not read it himself is not, nor is another's for whom he stands and whose roles hide it (docs/decisions/275).
 */
export function openTo(table: ResolvedTable, rule: string, catalogue: Catalogue, alias: string): Sql {
  const parents = parentsOf(catalogue, table);
  if (parents.length) return throughParents(parents, catalogue, table, alias, (parent, as) => openTo(parent, rule, catalogue, as));
  if (table.def.flow !== 1) return FALSE;
  // what he only closed by taking something back was never his
  const his = or(
    sql`w.review_entity = any(${ASKER.user} || ${standsFor(table)})`,
    sql`w.done_entity = ${ASKER.user} and w.outcome is not null`,
  );
  const open = and(inTodosOf(table, 'w'), sql`w.rowid = ${column(alias, 'id')}`, his, sql`not ${keptBy(table, rule, 'w')}`);
  return sql`exists (select 1 from fw.flow_todo w where ${open})`;
}

/** Whether a to-do keeps what the rule names: from who was given it, and from who stands for another, one of whose roles hides it as it lets him read. */
function keptBy(table: ResolvedTable, rule: string, as: string): Sql {
  const named = sql`array[${bound(rule, 'text')}]`;
  const principal = and(
    sql`u.company_id = ${ASKER.company} and u.id = ${column(as, 'review_entity')}`,
    sql`g.company_id = u.company_id and g.role_id = any(u.role_entities) and g.group_uid = ${bound(table.group, 'text')}`,
    sql`g.items @> array[${bound(itemOf('Show'), 'text')}] and g.hide_uids @> ${named}`,
  );
  const hidden = sql`exists (select 1 from app."user" u, fw.role_grant g where ${principal})`;
  const others = sql`${column(as, 'review_entity')} <> ${ASKER.user} and ${hidden}`;
  return sql`(coalesce(${column(as, 'hides')} @> ${named}, false) or (${others}))`;
}

/** The record is of a domain that is the user's now, the current one or not, or of none. */
export const inHisDomains = (table: ResolvedTable, alias: string): Sql =>
  table.tenancy === 'domain' ? sql`${column(alias, 'subcompany_id')} = any(${ASKER.domains})` : TRUE;

/** Those for whom the user may act now on this table of a flow: a list, looked up once for a statement. */
export const standsFor = (table: ResolvedTable): Sql =>
  sql`array(select a.user_entity from fw.flow_agent a where ${and(sql`a.agent_entity = ${ASKER.user}`, agentNow(table))})`;

/** The same of many people at once: who (`asker`) may act for whom (`principal`). */
export const standing = (table: ResolvedTable, askers: Bound): Sql =>
  sql`select a.agent_entity as asker, a.user_entity as principal from fw.flow_agent a where ${and(sql`a.agent_entity = any(${askers})`, agentNow(table))}`;

function agentNow(table: ResolvedTable): Sql {
  const now = sql`a.company_id = ${ASKER.company} and a.begin_time <= ${ASKER.now} and a.end_time > ${ASKER.now}`;
  return sql`(${now} and (a.sources is null or ${bound(table.name, 'text')} = any(a.sources)))`;
}

/**
 * Of a record's holders and its applicant those for whom the user may act now: as their agent, and an administrator for who is not active
 * any more, so that nothing waits for one who has left (docs/decisions/081).
 */
export function actsFor(table: ResolvedTable, root: boolean, alias: string): Sql {
  const people = sql`unnest(${column(alias, 'reviewers')} || ${column(alias, 'create_entity')}) x (id)`;
  const inactive = constant(INACTIVE_PERSON);
  const left = root
    ? sql`exists (select 1 from app."user" u where u.company_id = ${ASKER.company} and u.id = x.id and ${inactive})`
    : FALSE;
  return sql`array(select x.id from ${people} where ${or(sql`x.id = any(${standsFor(table)})`, left)})`;
}

/** Whether a to-do can lead to rows of the table. */
export const hasParticipants = (catalogue: Catalogue, table: ResolvedTable): boolean =>
  table.def.flow === 1 || parentsOf(catalogue, table).some(({ parent }) => parent.def.flow === 1);
