import { dataType } from '#protocol/meta/data-types.ts';
import { itemOf } from '#protocol/meta/ops.ts';
import { type ActionUser, rowActions } from '#protocol/rules/actions.ts';
import { fieldsOf } from '#protocol/rules/condition/condition.ts';
import { evaluateCondition } from '#protocol/rules/condition/condition-evaluate.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import type { RowAction } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { mayElsewhere } from '#server/access/elsewhere.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Asker } from '#server/query/asker.ts';
import type { Sql } from '#server/query/sql.ts';
import type { Row } from '../row/present.ts';

/** What the rule of row actions needs of each row, beside what is shown. */
export interface ActionReading {
  readonly fields: readonly ResolvedField[];
  /** `may.Op`: whether the op is given on the row */
  readonly flags: Readonly<Record<string, Sql>>;
  /** The actions on a row as it was read and as it is presented. */
  actions(row: Row, values: Readonly<Record<string, unknown>>, asker: Asker): RowAction[];
}

/** Beside a row: those of its people for whom the reader may act. */
export const ACTS_FOR = 'acts.for';

/** Given with the row itself. */
const isReading = (op: string): boolean => itemOf(op) === 'List';
/** Deciding goes by the to-do row: the item gives it, or taking part does. */
const isDeciding = (op: string): boolean => itemOf(op) === 'Review';

/** LIST-07: the server decides which actions the caller has on each row, by the rule that the browser knows too. */
export function actionReading(access: Access, grant: Grant): ActionReading {
  const { table } = grant;
  const actions = table.def.states.flatMap((state) => (state.value === '*' ? [] : (state.actions ?? [])));
  const rights = new Map<string, boolean | Sql>();
  for (const op of new Set([...actions.map((action) => itemOf(action.op)), 'Review'])) rights.set(op, rightOn(access, grant, op));
  const elsewhere = new Set(
    actions.flatMap(({ op, cloud }) => (cloud !== undefined && mayElsewhere(access, itemOf(op), cloud) ? [`${itemOf(op)} ${cloud}`] : [])),
  );
  const wheres = new Set(actions.flatMap((action) => (action.where ? [action.where] : [])));
  const conditions = new Map([...wheres].map((where) => [where, parseCondition(where)] as const));
  // whose turn it is matters in a flow only; elsewhere nobody's name is joined for it
  const turn = table.def.flow === 1 ? ['review_entity', 'create_entity'] : [];
  const names = ['review_state', ...turn, ...[...conditions.values()].flatMap(fieldsOf)];
  const agents: Record<string, Sql> = table.def.flow === 1 ? { [ACTS_FOR]: access.actsFor(table, 't') } : {};
  const flags = {
    ...agents,
    ...Object.fromEntries([...rights].flatMap(([op, right]) => (typeof right === 'object' ? [[`may.${op}`, right]] : []))),
  };
  const decide: ActionReading['actions'] = (row, values, asker) => {
    const may = (op: string, cloud?: string): boolean => {
      if (cloud !== undefined) return elsewhere.has(`${op} ${cloud}`);
      const right = rights.get(op) ?? isReading(op);
      return typeof right === 'object' ? row[`may.${op}`] === true : right;
    };
    const on = {
      names: kinds(table),
      value: (field: string) => values[field],
      user: { id: asker.user, department_entity: asker.department },
      today: asker.today,
    };
    const holds = (where: string): boolean => evaluateCondition(conditions.get(where)!, on);
    const user: ActionUser = { id: asker.user, may, agentOf: (row[ACTS_FOR] as number[] | undefined) ?? [] };
    return rowActions(table.def, recordOf(row, values), user, holds).map(({ op, uid }) => ({ op, uid }));
  };
  const alike = table.def.flow !== 1 && conditions.size === 0 && Object.keys(flags).length === 0;
  return { fields: names.flatMap((name) => readable(grant, name)), flags, actions: alike ? byState(decide) : decide };
}

/** Where nothing but a row's state tells its actions apart, each state is decided once, for everybody. */
function byState(decide: ActionReading['actions']): ActionReading['actions'] {
  const known = new Map<unknown, RowAction[]>();
  return (row, values, asker) => {
    const actions = known.get(row.review_state) ?? decide(row, values, asker);
    known.set(row.review_state, actions);
    return actions;
  };
}

function rightOn(access: Access, grant: Grant, op: string): boolean | Sql {
  if (isReading(op)) return true;
  return isDeciding(op) ? access.may(grant.table, op) || grant.participant : access.also(grant, op, 't');
}

const kinds = (table: ResolvedTable) => (name: string) => {
  const field = table.fields.get(name);
  return field && dataType(field.def.data_type).condition;
};

function readable(grant: Grant, name: string): ResolvedField[] {
  const field = grant.table.fields.get(name);
  return field && field.storage !== 'none' && grant.sees(name, 't') !== false ? [field] : [];
}

const recordOf = (row: Row, values: Readonly<Record<string, unknown>>) => ({
  review_state: (row.review_state as number | null) ?? 1,
  reviewers: (row.review_entity as number[] | null) ?? [],
  create_entity: (values.create_entity as { id: number } | null)?.id ?? null,
});
