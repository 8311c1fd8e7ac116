import type { Turn } from '#protocol/rules/record-page.ts';
import { isSigners, rolesOf, type Signer } from '#protocol/rules/signer.ts';
import { inStates } from '#protocol/rules/states.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { ASKER } from '#server/query/asker.ts';
import { bound, column, type Sql, sql } from '#server/query/sql.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { signsOwn } from '../definition/definition.ts';
import type { Case, Todo } from '../kernel/model.ts';
import { mayDecide, signerOf } from '../kernel/whose.ts';
import type { Look } from './seen-case.ts';

/** What a running case says of its record's page: the flow that it runs under, and its present visit. */
export interface RunningCase {
  def_id: number;
  /** who applied, and who submitted (whose.ts) */
  own: number[];
  /** who caused the present visit, from which step, by a group of which rule (kernel/commands/revoke.ts) */
  sent: Pick<Case, 'create_entity' | 'last_actor' | 'last_from' | 'last_rule'>;
  todos: Pick<Todo, 'id' | 'review_state' | 'review_entity' | 'back_state' | 'visit' | 'outcome' | 'roles'>[] | null;
}

/** The same, asked in the statement that reads the record, on alias t; null with the applicant and after the end. */
export function runningCase(table: ResolvedTable): Sql {
  const on = sql`c.company_id = ${ASKER.company} and c.source = ${bound(table.name, 'text')} and c.rowid = ${column('t', 'id')}`;
  const todos = sql`select jsonb_agg(jsonb_build_object('id', w.id, 'review_state', w.review_state, 'review_entity', w.review_entity,
      'back_state', w.back_state, 'visit', w.visit, 'outcome', w.outcome, 'roles', w.roles) order by w.id)
    from fw.flow_todo w where w.company_id = c.company_id and w.case_id = c.id and w.visit = c.visit`;
  const own = sql`select c.create_entity union select w.done_entity from fw.flow_todo w
    where w.company_id = c.company_id and w.case_id = c.id and w.back_state <= 1 and w.outcome is not null and w.done_entity is not null`;
  return sql`(select jsonb_build_object('def_id', c.def_id, 'sent', jsonb_build_object('create_entity', c.create_entity, 'last_actor', c.last_actor, 'last_from', c.last_from,
    'last_rule', c.last_rule), 'own', array(${own}), 'todos', (${todos})) from fw.flow_case c where ${on} and c.status = 0 and c.state > 1)`;
}

/** What the reader may decide on a record that its holders have: the row he names, else his own, else the oldest of his principals'. */
export async function turnOf(
  { house, session, access, table }: Look,
  running: RunningCase,
  { state, principals, todo }: { state: number; principals: readonly number[]; todo?: number },
): Promise<Turn | null> {
  const todos = running.todos ?? [];
  const step = table.def.states.find((one) => one.value === String(state));
  const barred = running.own.includes(session.user.id) && !signsOwn(step);
  const mine = mayDecide({ todos }, { id: session.user.id, principals: barred ? [] : principals });
  const row = mine.find((one) => one.id === todo) ?? mine[0];
  if (!row) return null;
  const signer = signerOf({ todos }, row);
  const several = mine.length > 1 ? mine : [];
  const named = [...several, ...(row.review_entity === session.user.id ? [] : [row])].map((one) => one.review_entity);
  const names = await namesOf(house.db, access, 'user', named);
  const person = (id: number) => namedBy(names, id);
  return {
    todo: row.id,
    ...signer,
    ...(row.review_entity === session.user.id ? {} : { behalf: person(row.review_entity) }),
    ...(several.length ? { todos: several.map((one) => ({ id: one.id, review_entity: person(one.review_entity) })) } : {}),
    others: await roleNames(house.db, session.company.id, othersRoles(table, state, signer)),
  };
}

/** Roles for which the step opens fields or rows that are not this signer's. */
function othersRoles(table: ResolvedTable, state: number, signer: Signer): string[] {
  const closed = ({ edit_state, edit_by }: { edit_state?: string; edit_by?: string }) =>
    edit_state !== undefined && inStates(edit_state, state) && !isSigners(edit_by, { review_state: state, signer });
  const parts = [...[...table.fields.values()].map((field) => field.def), ...table.subtables];
  return [...new Set(parts.filter(closed).flatMap((part) => rolesOf(part.edit_by)))];
}

/** Roles as their company calls them. */
async function roleNames(tx: Tx, company: number, codes: readonly string[]): Promise<Turn['others']> {
  if (!codes.length) return {};
  const rows = await tx.query<{ code: string; key_name: string; name_en: string }>(
    `select code, coalesce(key_name, code) as key_name, coalesce(nullif(name_en, ''), key_name, code) as name_en from app."role"
     where company_id = $1 and code = any($2::text[]) and deleted_time is null`,
    [company, codes],
  );
  return Object.fromEntries(rows.map(({ code, key_name, name_en }) => [code, { key_name, key_name_en: name_en }]));
}
