import { isOf, UNORDERED } from '#protocol/meta/data-types.ts';
import { GROUPING } from '#protocol/meta/grouping.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { isRecordList } from '#protocol/wire/attachment.ts';
import { checkContradictions, checkOneValue } from './contradictions.ts';
import { checkEnglish, checkField, checkStateList, isInherited } from './field.ts';
import { checkRules } from './languages/between.ts';
import { checkBatch } from './list/batch.ts';
import { checkCells } from './list/cells.ts';
import { checkShown } from './list/shown.ts';
import { choiceMend, fieldMend, namedMend, tableMend } from './mend.ts';
import { checkNarrowed } from './pages/narrowed.ts';
import { checkTab, checkTabs } from './pages/tabs.ts';
import { checkTwins } from './pages/twins.ts';
import { checkPaste } from './paste.ts';
import { below, quoted, type Report, unique } from './problem.ts';
import { columnAt, type Scope } from './scope.ts';
import { checkOwnAddress } from './steps/actions.ts';
import { checkSteps } from './steps/flow.ts';
import { checkSummaries } from './summary.ts';
import { checkEveryonesTable, checkVariant } from './variant.ts';

/** One table: its fields, and every name it uses. */
export function checkTable(scope: Scope, table: TableDef, report: Report): void {
  if (isInherited(table.table_name))
    report(
      'table_name',
      `${table.table_name} is a name that every object has`,
      `call it otherwise, ${table.table_name}_record for instance`,
    );
  if (isRecordList(table.table_name))
    report(
      'table_name',
      `${table.table_name} is what the wire calls a list of one record`,
      `call it otherwise, ${table.table_name}_record for instance`,
    );
  checkNames(table, report);
  for (const field of table.fields) checkField(scope, table, field, below(report, `fields[${field.field_name}]`));
  for (const field of table.fields) checkOneValue(field, below(report, `fields[${field.field_name}]`));
  checkContradictions(table, report);
  checkShape(scope, table, report);
  checkOwners(scope, table, report);
  checkLists(scope, table, report);
  checkGroups(scope, table, report);
  checkOpening(table, report);
  checkAttach(scope, table, report);
  checkRowBounds(scope, table, report);
  checkTabs(table, report);
  checkTwins(scope, table, report);
  for (const subtable of table.subtables ?? []) checkSubtable(scope, table, subtable, below(report, `subtables[${rowsName(subtable)}]`));
  checkSteps(scope, table, report);
  checkBatch(table, report);
  checkCells(table, report);
  checkShown(table, report);
  checkPaste(table, report);
  checkRules(scope, table, report);
  checkSummaries(scope, table, report);
  checkEveryonesTable(table, report);
  checkEnglish(table, 'remark', report);
}

interface Named {
  name: string;
  path: string;
  key_name: string;
}

/** What is called alike in one table, each told at the second place with the first beside it. */
function checkNames(table: TableDef, report: Report): void {
  const states = table.states.map((state) => ({ name: state.value, path: `states[${state.value}]`, key_name: state.key_name, state }));
  const events = states.flatMap(({ state, path }) =>
    (state.actions ?? []).flatMap((action) =>
      (action.events ?? []).map((event) => ({ name: `${event.id}`, path: `${path}.events[${event.id}]`, key_name: event.key_name })),
    ),
  );
  const variants = (table.variants ?? []).map(({ name }) => ({ name, path: `variants[${name}]`, key_name: name }));
  const fields = table.fields.map((field) => ({ name: field.field_name, path: `fields[${field.field_name}]`, key_name: field.key_name }));
  const lists: [string, readonly Named[], ((name: string) => string)?][] = [
    ['field_name', fields, (name) => name.toLowerCase()],
    ['state', states],
    ['variant', variants],
    ['event id', events],
  ];
  for (const [what, named, fold = (name: string) => name] of lists) {
    unique(
      named,
      ({ name }) => fold(name),
      (again, first) =>
        report(
          again.path,
          `${what} ${again.name} stands twice: first for ${first.key_name}${first.path === again.path ? '' : ` at ${first.path}`}, then for ${again.key_name}`,
          `call one of them otherwise${what === 'field_name' ? '; names that differ in the case of their letters are one name' : ''}`,
        ),
    );
  }
}

function checkShape(scope: Scope, table: TableDef, report: Report): void {
  const english = table.english_name === undefined ? undefined : scope.columns(table).get(table.english_name);
  if (table.english_name !== undefined && english?.data_type !== 'text')
    report('english_name', `${table.english_name} is no text field`, "name a field of data_type 'text' of this table");
  const parent = table.parent_field ? scope.columns(table).get(table.parent_field) : undefined;
  if (table.type === 'TREE' && !table.parent_field)
    report(
      'parent_field',
      'a TREE table names its parent field',
      "write the entity field of this table that names the parent: parent_field: 'parent_entity'",
    );
  if (table.parent_field && (parent?.data_type !== 'entity' || scope.table(parent.source ?? '')?.table_name !== table.table_name))
    report(
      'parent_field',
      `${table.parent_field} is no entity field of this table itself`,
      `name a field of data_type 'entity' with source: '${table.table_name}'`,
    );
}

function checkOwners(scope: Scope, table: TableDef, report: Report): void {
  const owners = [
    ['owner_field', 'user'],
    ['department_field', 'department'],
  ] as const;
  for (const [key, target] of owners) {
    const path = table[key];
    const source = path ? scope.columns(table).get(path)?.source : undefined;
    if (path && scope.table(source ?? '')?.table_name !== target)
      report(key, `${path} is no entity field of ${target}`, `name a field of this table with source: '${target}'`);
  }
  if (table.permission && !scope.table(table.permission))
    report('permission', `unknown permission group ${table.permission}`, namedMend(scope, 'group', table.permission));
}

/** A name of an order with its direction behind it, as SQL has it. */
const DIRECTED = /^\s*-?(\w+)\s+(asc|desc)\s*$/i;

const signed = (name: string): string => {
  const [, field, direction] = DIRECTED.exec(name) ?? [];
  return field ? `${direction!.toLowerCase() === 'desc' ? '-' : ''}${field}` : name.trim();
};

function checkLists(scope: Scope, table: TableDef, report: Report): void {
  const known = (path: string, names: readonly string[]) => {
    for (const name of names) if (!scope.columns(table).has(name)) report(path, `unknown field ${name}`, fieldMend(scope, table, name));
  };
  const order = (table.order ?? '').split(',').filter(Boolean);
  if (order.some((name) => DIRECTED.test(name)))
    report(
      'order',
      `${table.order} is written as in SQL: an order names fields, those that go down with - before them`,
      `write order: ${quoted(order.map(signed).join(','))}`,
    );
  const ordered = order.map((name) => signed(name).replace(/^-/, ''));
  known('order', ordered);
  for (const name of ordered) {
    const type = scope.columns(table).get(name)?.data_type;
    if (type && UNORDERED.includes(type))
      report('order', `a list cannot be ordered by ${name}, a ${type}`, 'name a field of one short value');
  }
  known('unique', (table.unique ?? []).flat());
  for (const name of (table.unique ?? []).flat()) {
    const type = scope.columns(table).get(name)?.data_type;
    if (type && UNORDERED.includes(type)) report('unique', `${name}, a ${type}, cannot be unique`, 'name fields of one short value');
  }
  for (const style of table.styles ?? []) {
    known(`styles[${style.field}].field`, [style.field]);
    checkStyled(scope, table, style, below(report, `styles[${style.field}]`));
  }
  for (const variant of table.variants ?? []) {
    known(`variants[${variant.name}].fields`, variant.fields ?? []);
    checkVariant(variant, below(report, `variants[${variant.name}]`));
  }
}

/** How many rows a record has, said by the rows' own table: some record must have them. */
function checkRowBounds(scope: Scope, table: TableDef, report: Report): void {
  const { min, max, table_name } = table;
  const key = min === undefined ? 'max' : 'min';
  if (min === undefined && max === undefined) return;
  if (min !== undefined && max !== undefined && min > max) report('min', 'min is above max', 'exchange the two');
  if (!scope.isSubtable(table_name))
    report(key, `${table_name} is the sub-table of no table`, `take ${key} out, or name it in subtables of a table`);
}

/** How a record is opened. Who handles one needs the room of its page: bar, steps and holders. */
function checkOpening(table: TableDef, report: Report): void {
  if (table.drawer === 1 && table.flow === 1)
    report('drawer', 'a record with a flow is handled on its own page', 'leave drawer out, or the flow');
  if (table.readlog === 1 && table.storage === 'view') report('readlog', 'a view has no record that is opened', 'leave readlog out');
}

/** A record lists its files where some can stand in it, in a row that goes with it, or in what is said of it. */
function checkAttach(scope: Scope, table: TableDef, report: Report): void {
  if (table.attach !== 1) return;
  const keeps = (of: TableDef | undefined): boolean => of?.fields.some(({ data_type }) => isOf(data_type, 'files')) ?? false;
  const below = (table.subtables ?? []).filter(({ inherit }) => inherit !== 0).map(({ table_name }) => scope.table(table_name));
  if (table.flow === 1 || [table, ...below].some(keeps)) return;
  report('attach', 'no file can stand in its records', 'leave attach out, or write a field of data_type file');
}

/** The fields of the group page, and that a table whose records are chosen by group has some. */
function checkGroups(scope: Scope, table: TableDef, report: Report): void {
  const named = table.group?.split(',') ?? [];
  for (const name of named) {
    const column = scope.columns(table).get(name);
    if (!column) report('group', `unknown field ${name}`, fieldMend(scope, table, name));
    else if (!GROUPING.includes(column.data_type))
      report('group', `records cannot be grouped by ${name}, a ${column.data_type}`, `name fields of data_type ${GROUPING.join(', ')}`);
  }
  unique(
    named,
    (name) => name,
    (again) => report('group', `${again} stands twice`, 'name each field once'),
  );
  if ((table.type === 'GROUP' || table.type === 'USER') && named.length === 0)
    report('type', `records of a ${table.type} table are chosen by group, and group is not said`, "write group: 'field'");
}

/** A look for a choice that there is not would never be seen. */
function checkStyled(scope: Scope, table: TableDef, style: { field: string; value: string }, report: Report): void {
  const type = scope.columns(table).get(style.field)?.data_type;
  if (type && isOf(type, 'secret')) report('field', `${style.field}, a ${type}, is compared with nothing`, 'name another field');
  const items = scope.items(table, style.field);
  for (const value of items ? style.value.split(',') : []) {
    if (!items!.some((item) => String(item.id) === value.trim()))
      report('value', `${style.field} has no choice ${value.trim()}`, choiceMend(items!));
  }
}

function checkSubtable(scope: Scope, table: TableDef, subtable: SubtableDef, report: Report): void {
  checkStateList(table, subtable.view_state, below(report, 'view_state'));
  checkStateList(table, subtable.edit_state, below(report, 'edit_state'));
  if (subtable.min !== undefined && subtable.max !== undefined && subtable.min > subtable.max)
    report('min', 'min is above max', 'exchange the two');
  if (subtable.under !== undefined && scope.columns(table).get(subtable.under)?.data_type !== 'title')
    report('under', `${subtable.under} is no heading of this table`, "name one of its fields of data_type 'title'");
  const child = scope.table(subtable.table_name);
  if (!child) {
    report('table_name', `unknown table ${subtable.table_name}`, tableMend(scope, subtable.table_name));
    return;
  }
  const parent = scope.columns(child).get(subtable.parent_field);
  if (parent?.data_type !== 'entity' || scope.table(parent.source ?? '')?.table_name !== table.table_name)
    report(
      'parent_field',
      `${child.table_name}.${subtable.parent_field} is no entity field of ${table.table_name}`,
      `give ${child.table_name} a field of data_type 'entity' with source: '${table.table_name}', and name it here`,
    );
  checkTab(child, subtable, report);
  checkNarrowed(scope, subtable, child, report);
  if (subtable.url !== undefined) checkOwnAddress(scope, table, subtable.url, report);
  for (const sum of subtable.check ?? []) {
    const sides = [
      ['sum', child, sum.sum],
      ['equals', table, sum.equals],
    ] as const;
    for (const [key, of, name] of sides) {
      if (['int', 'numeric'].includes(columnAt(scope, of, name)?.data_type ?? '')) continue;
      report(`check.${key}`, `${of.table_name}.${name} is no number`, `name an int or numeric field of ${of.table_name}`);
    }
  }
}
