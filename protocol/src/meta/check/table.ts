import type { TableDef } from '../table.ts';
import { checkCondition, checkEnglish, checkField, checkStateList, isInherited } from './field.ts';
import { checkSteps } from './flow.ts';
import { below, type Report, unique } from './problem.ts';
import { columnAt, type Scope } from './scope.ts';

/** One table: its fields, and every name it uses. */
export function checkTable(scope: Scope, table: TableDef, report: Report): void {
  if (isInherited(table.table_name)) report('table_name', `${table.table_name} is a name that every object has`);
  checkNames(table, report);
  for (const field of table.fields) checkField(scope, table, field, below(report, `fields[${field.field_name}]`));
  checkShape(scope, table, report);
  checkOwners(scope, table, report);
  checkLists(scope, table, report);
  checkSubtables(scope, table, report);
  checkSteps(scope, table, report);
  checkCondition(scope, table, table.row_where, below(report, 'row_where'));
  checkEnglish(table, 'remark', report);
}

function checkNames(table: TableDef, report: Report): void {
  const lists: [string, readonly string[], ((name: string) => string)?][] = [
    ['field_name', table.fields.map((field) => field.field_name), (name) => name.toLowerCase()],
    ['state', table.states.map((state) => state.value)],
    ['variant', (table.variants ?? []).map((variant) => variant.name)],
    ['subtable', (table.subtables ?? []).map((subtable) => `${subtable.table_name}.${subtable.parent_field}`)],
    [
      'event id',
      table.states.flatMap((state) => (state.actions ?? []).flatMap((action) => (action.events ?? []).map((event) => `${event.id}`))),
    ],
  ];
  for (const [what, names, fold] of lists) unique(names, (name) => report('', `${what} ${name} stands twice`), fold);
}

function checkShape(scope: Scope, table: TableDef, report: Report): void {
  const column = (key: 'group' | 'parent_field') => (table[key] ? scope.columns(table).get(table[key]) : undefined);
  if (table.group && !['select', 'radio', 'entity'].includes(column('group')?.data_type ?? ''))
    report('group', `${table.group} is no select or entity field`);
  if (table.type === 'GROUP' && !table.group) report('group', 'a GROUP table names its group field');
  if (table.type === 'TREE' && !table.parent_field) report('parent_field', 'a TREE table names its parent field');
  const parent = column('parent_field');
  if (table.parent_field && (parent?.data_type !== 'entity' || scope.table(parent.source ?? '')?.table_name !== table.table_name))
    report('parent_field', `${table.parent_field} is no entity field of this table itself`);
  if (table.min !== undefined && table.max !== undefined && table.min > table.max) report('min', 'min is above max');
}

function checkOwners(scope: Scope, table: TableDef, report: Report): void {
  const owners = [
    ['owner_field', 'user'],
    ['department_field', 'department'],
  ] as const;
  for (const [key, target] of owners) {
    const path = table[key];
    const source = path ? scope.columns(table).get(path)?.source : undefined;
    if (path && scope.table(source ?? '')?.table_name !== target) report(key, `${path} is no entity field of ${target}`);
  }
  if (table.permission && !scope.table(table.permission)) report('permission', `unknown permission group ${table.permission}`);
}

function checkLists(scope: Scope, table: TableDef, report: Report): void {
  const known = (key: string, names: readonly string[]) => {
    for (const name of names) if (!scope.columns(table).has(name)) report(key, `unknown field ${name}`);
  };
  known(
    'order',
    (table.order ?? '')
      .split(',')
      .filter(Boolean)
      .map((name) => name.trim().replace(/^-/, '')),
  );
  known('unique', (table.unique ?? []).flat());
  for (const style of table.styles ?? []) known(`styles[${style.uid}]`, [style.field]);
  for (const variant of table.variants ?? []) {
    known(`variants[${variant.name}].fields`, variant.fields ?? []);
    checkCondition(scope, table, variant.where, below(report, `variants[${variant.name}].where`));
  }
}

function checkSubtables(scope: Scope, table: TableDef, report: Report): void {
  for (const subtable of table.subtables ?? []) {
    const at = below(report, `subtables[${subtable.table_name}]`);
    checkStateList(table, subtable.view_state, below(at, 'view_state'));
    checkStateList(table, subtable.edit_state, below(at, 'edit_state'));
    if (subtable.min !== undefined && subtable.max !== undefined && subtable.min > subtable.max) at('min', 'min is above max');
    if (subtable.under !== undefined && scope.columns(table).get(subtable.under)?.data_type !== 'title')
      at('under', `${subtable.under} is no heading of this table; name a field of type title`);
    const child = scope.table(subtable.table_name);
    if (!child) {
      at('table_name', `unknown table ${subtable.table_name}`);
      continue;
    }
    const parent = scope.columns(child).get(subtable.parent_field);
    if (parent?.data_type !== 'entity' || scope.table(parent.source ?? '')?.table_name !== table.table_name)
      at('parent_field', `${child.table_name}.${subtable.parent_field} is no entity field of ${table.table_name}`);
    for (const sum of subtable.check ?? []) {
      if (!isCounted(scope, child, sum.sum)) at('check', `${child.table_name}.${sum.sum} is no number`);
      if (!isCounted(scope, table, sum.equals)) at('check', `${sum.equals} is no number`);
    }
  }
}

const isCounted = (scope: Scope, table: TableDef, name: string): boolean =>
  ['int', 'numeric'].includes(columnAt(scope, table, name)?.data_type ?? '');
