import { dataType } from '#protocol/meta/data-types.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Condition, ConditionError, fieldsOf, type Term } from '#protocol/rules/condition/condition.ts';
import { checkCondition } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { inStates } from '#protocol/rules/states.ts';
import { choiceMend, fieldMend } from '../mend.ts';
import { below, quoted, type Report } from '../problem.ts';
import { type Column, columnAt, type Scope } from '../scope.ts';

const GRAMMAR =
  'conditions read a=1, a!=1, a>=5, a in (1,2), a like x, a is empty, joined by & and |, with {field}, {user.id}, {today+7} (docs/guides/definitions.md)';

/** Every match condition of a table: it can be read, names fields of the table itself, and compares them with what they can be. */
export function checkConditions(scope: Scope, table: TableDef, report: Report): void {
  const guards = new Set(guardsOf(table));
  for (const [path, where] of conditionsOf(table))
    if (where) checkWhere(scope, table, { where, isGuard: guards.has(path) }, below(report, path));
  for (const state of table.states)
    for (const action of state.actions ?? [])
      checkOffer(state.value, action, below(report, `states[${state.value}].actions[${action.op}]`));
}

/** A decision asks the event, not the button that it stands on: what only holds back the button holds nobody. */
function checkOffer(state: string, { where, valid_state, events = [] }: ActionDef, report: Report): void {
  if (!events.length) return;
  const named = events.map(({ id, key_name }) => `${id} (${key_name})`).join(', ');
  if (where !== undefined)
    report(
      'where',
      `it holds back the button and not its events: ${named} could be taken by a record for which it does not hold`,
      `take where out, and write ${events.map((event) => `where: ${quoted(both(where, event.where))} on event ${event.id}`).join(', ')}`,
    );
  if (!inStates(valid_state, Number(state)))
    report(
      'valid_state',
      `it keeps the button from the state in which it stands, and not its events: ${named}`,
      `take valid_state out: the action stands in state ${state} alone`,
    );
}

/** Every match condition of a table, with its place. */
export function* conditionsOf(table: TableDef): Generator<[path: string, where: string | undefined]> {
  yield ['row_where', table.row_where];
  for (const field of table.fields)
    for (const key of ['view_where', 'need_where', 'edit_where'] as const) yield [`fields[${field.field_name}].${key}`, field[key]];
  for (const variant of table.variants ?? []) yield [`variants[${variant.name}].where`, variant.where];
  for (const state of table.states) {
    for (const action of state.actions ?? []) {
      yield [`states[${state.value}].actions[${action.op}].where`, action.where];
      for (const event of action.events ?? []) yield [`states[${state.value}].events[${event.id}].where`, event.where];
    }
  }
  for (const { uid, where } of table.rules ?? []) yield [`rules[${uid}].where`, where];
  for (const [at, promise] of (table.assert ?? []).entries()) yield [`assert[${at}].where`, promise.where];
}

/** Where events ask what a condition reads: only there it may be of another record. */
const guardsOf = (table: TableDef): string[] =>
  table.states.flatMap((state) =>
    (state.actions ?? []).flatMap(({ events = [] }) => events.map(({ id }) => `states[${state.value}].events[${id}].where`)),
  );

const both = (one: string, other: string | undefined): string => (other ? `(${one}) & (${other})` : one);

/** The same with one sign of equality where two or three stand, as other languages write it; null where none do. */
export function onceEqual(text: string): string | null {
  const once = text.replace(
    /'[^']*'|([!<>]?)={2,3}|([!<>]=)=+/g,
    (all, sign?: string, both?: string) => both ?? (sign === undefined ? all : `${sign}=`),
  );
  return once === text ? null : `write ${once}`;
}

function checkWhere(scope: Scope, table: TableDef, { where, isGuard }: { where: string; isGuard: boolean }, report: Report): void {
  const column = (name: string): Column | undefined => columnAt(scope, table, name);
  try {
    const condition = parseCondition(where);
    const strange = [...new Set(fieldsOf(condition))].filter((name) => !column(name) || (relatedOf(name) && !isGuard));
    for (const name of strange) report('', `unknown field ${name}`, strangeMend(scope, table, name, isGuard));
    if (strange.length) return;
    const wrong = choices(scope, table, condition);
    for (const { field, text } of wrong) report('', `${field} has no choice ${text}`, choiceMend(itemsAt(scope, table, field)!));
    if (wrong.length) return;
    const measured = isGuard ? measuredBy(condition) : [];
    for (const [name, by] of measured) report('', `${name} is compared with {${by}}`, MEASURED);
    if (measured.length) return;
    checkCondition(condition, (name) => dataType(column(name)!.data_type).condition);
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    report('', `not a condition: ${error.message}`, onceEqual(where) ?? GRAMMAR);
  }
}

const MEASURED =
  'compare what another record says with a value that stands in the definition: whoever chose the field would learn it, one try after the other';

/** Fields of other records that are compared with a field of this one, and that field. */
function measuredBy(condition: Condition): [name: string, by: string][] {
  if (condition.kind === 'and') return condition.all.flatMap(measuredBy);
  if (condition.kind === 'or') return condition.any.flatMap(measuredBy);
  if (condition.kind === 'empty') return [];
  const terms: readonly Term[] = condition.kind === 'in' ? condition.values : [condition.value];
  const { field } = condition;
  return terms.flatMap((term): [string, string][] => (term.kind === 'field' && relatedOf(field) ? [[field, term.field]] : []));
}

const OF_ITSELF =
  'only the where of an event may ask another record; a condition here reads fields of the record itself: copy the value into a field of this table (fetch, from the record that an entity field chooses) and name that';

/** What to write in the place of a name that is none. */
function strangeMend(scope: Scope, table: TableDef, name: string, isGuard: boolean): string {
  const related = relatedOf(name);
  if (!related) return fieldMend(scope, table, name);
  if (!isGuard) return OF_ITSELF;
  const by = scope.columns(table).get(related.by);
  if (!by) return fieldMend(scope, table, related.by);
  const of = by.data_type === 'entity' && by.source ? scope.table(by.source) : undefined;
  return of ? fieldMend(scope, of, related.field) : `${related.by} names no one record: write field.field, of which the first is an entity`;
}

/** The choices of a field, of the record or of one that it names. */
function itemsAt(scope: Scope, table: TableDef, name: string): ReturnType<Scope['items']> {
  const related = relatedOf(name);
  if (!related) return scope.items(table, name);
  const source = scope.columns(table).get(related.by)?.source;
  const of = source ? scope.table(source) : undefined;
  return of && scope.items(of, related.field);
}

/** Choices that a condition asks for and that the field does not have: it would hold for nobody, or for everybody. */
function choices(scope: Scope, table: TableDef, condition: Condition): { field: string; text: string }[] {
  if (condition.kind === 'and') return condition.all.flatMap((one) => choices(scope, table, one));
  if (condition.kind === 'or') return condition.any.flatMap((one) => choices(scope, table, one));
  if (condition.kind === 'empty') return [];
  if (condition.kind === 'compare' && condition.op !== '=' && condition.op !== '!=') return [];
  const items = itemsAt(scope, table, condition.field);
  const terms: readonly Term[] = condition.kind === 'in' ? condition.values : [condition.value];
  return terms.flatMap((term) =>
    items && term.kind === 'literal' && !items.some((item) => String(item.id) === term.text.trim())
      ? [{ field: condition.field, text: term.text.slice(0, 40) }]
      : [],
  );
}
