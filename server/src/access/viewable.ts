import { fieldsOf } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { formState } from '#protocol/rules/states.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import { and, column, FALSE, oneOf, type Sql, TRUE } from '#server/query/sql.ts';
import { ruled } from './rows.ts';

/** A field of before, which somebody was kept from reading: nobody can say of a role today whether it is the same. */
export const isVeiled = (table: ResolvedTable, field: string): boolean =>
  !table.fields.has(field) && table.former.get(field)?.veiled === true;

/** A field with view_state or view_where is there only in those states and where that holds, for everyone (B10). */
export function viewable(table: ResolvedTable, fieldName: string, catalogue: Catalogue, alias: string): true | false | Sql {
  const def = (table.fields.get(fieldName) ?? table.former.get(fieldName))?.def;
  if (!def || (def.view_where && !table.fields.has(fieldName) && !isStillAsked(table, def.view_where, catalogue))) return false;
  const states = def.view_state ? inStates(table, def.view_state, alias) : true;
  if (states === false) return false;
  return both(states, def.view_where ? ruled(table, def.view_where, catalogue, alias) : true);
}

/** Whether a condition of a field of before can be asked today: of fields that are there, none of them under the name of one that is gone. */
function isStillAsked(table: ResolvedTable, where: string, catalogue: Catalogue): boolean {
  const base = catalogue.table(table.name) ?? table;
  const gone = new Set([...base.former.values()].map(({ def }) => def.field_name));
  return fieldsOf(parseCondition(where)).every((name) => base.fields.has(name) && !gone.has(name));
}

/** rules/states.ts on a column: 0 and 1 are one. Tables without flow are always in 1. */
function inStates(table: ResolvedTable, list: string, alias: string): boolean | Sql {
  const states = list.split(',').map((state) => formState(Number(state)));
  if (table.def.flow !== 1) return states.includes(1);
  const wanted = states.includes(1) ? [0, ...states] : states;
  return oneOf(column(alias, 'review_state'), wanted);
}

export const asSql = (of: boolean | Sql): Sql => (of === true ? TRUE : of === false ? FALSE : of);

export function both(one: boolean | Sql, other: boolean | Sql): true | Sql {
  const sum = and(asSql(one), asSql(other));
  return sum === TRUE ? true : sum;
}
