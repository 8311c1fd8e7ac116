import type { ActionDef, HandlerDef, WriteBackDef } from '../flow.ts';
import type { TableDef } from '../table.ts';
import { checkCondition, checkEnglish, checkStateList } from './field.ts';
import { below, type Report } from './problem.ts';
import { columnAt, type Scope } from './scope.ts';
import { checkSigners } from './signers.ts';

/** What the states of a table name. Whether the graph is sound is the flow room's question (workflow 3.2). */
export function checkSteps(scope: Scope, table: TableDef, report: Report): void {
  if (!table.states.some((state) => state.value === '1') && table.storage !== 'view')
    report('states', "state '1' is missing: where a record begins, and the only one of a table without flow");
  for (const state of table.states) {
    const at = below(report, `states[${state.value}]`);
    if (state.handler) checkHandler(scope, table, state.handler, below(at, 'handler'));
    for (const action of state.actions ?? []) checkAction(scope, table, action, below(at, `actions[${action.op}]`));
  }
  checkSigners(scope, table, report);
  for (const promise of table.assert ?? []) checkCondition(scope, table, promise.where, below(report, 'assert'));
  for (const back of table.write_back ?? []) checkWriteBack(scope, table, back, below(report, `write_back[${back.uid}]`));
}

function checkHandler(scope: Scope, table: TableDef, handler: HandlerDef, report: Report): void {
  const codes = handler.type === 'role' ? [handler.code] : handler.type === 'roles' ? handler.codes : [];
  for (const code of codes) if (!scope.role(code)) report('', `unknown role ${code}`);
  const target = { field: 'user', dept_leader: 'department' }[handler.type as 'field' | 'dept_leader'];
  const path = handler.type === 'field' || handler.type === 'dept_leader' ? handler.field : undefined;
  if (!path || !target) return;
  const source = columnAt(scope, table, path)?.source;
  if (scope.table(source ?? '')?.table_name !== target) report('field', `${path} leads to no ${target}`);
}

function checkAction(scope: Scope, table: TableDef, action: ActionDef, report: Report): void {
  checkStateList(table, action.valid_state, below(report, 'valid_state'));
  checkCondition(scope, table, action.where, below(report, 'where'));
  if (action.cloud && !scope.table(action.cloud)) report('cloud', `unknown table ${action.cloud}`);
  if (action.pfield && !scope.columns(scope.table(action.cloud ?? '') ?? table).has(action.pfield))
    report('pfield', `unknown field ${action.pfield}`);
  for (const event of action.events ?? []) {
    const at = below(report, `events[${event.id}]`);
    checkCondition(scope, table, event.where, below(at, 'where'));
    for (const name of event.need_fields?.split(',') ?? [])
      if (!scope.columns(table).has(name.trim())) at('need_fields', `unknown field ${name.trim()}`);
    if (event.notify) checkEnglish(event.notify, 'remark', at);
  }
}

/** Both sides of what a final approval writes: columns there, values of the approved record here. */
function checkWriteBack(scope: Scope, table: TableDef, back: WriteBackDef, report: Report): void {
  if (!table.states.some((state) => state.value === String(back.state))) report('state', `unknown state ${back.state}`);
  for (const key of ['id_field', 'result_field'] as const) {
    const name = back[key];
    const source = name ? scope.columns(table).get(name)?.source : undefined;
    if (name && scope.table(source ?? '')?.table_name !== back.table) report(key, `${name} is no entity field of ${back.table}`);
  }
  if (back.op === 'Modify' && !back.id_field) report('id_field', 'Modify needs the field that names its record');
  checkWritten(scope, table, back.table, back.values, report);
  for (const rows of back.rows ?? []) {
    const at = below(report, `rows[${rows.table}]`);
    for (const values of rows.values) checkWritten(scope, table, rows.table, { ...values, [rows.parent_field]: '' }, at);
  }
}

function checkWritten(scope: Scope, from: TableDef, into: string, values: Record<string, string | number>, report: Report): void {
  const target = scope.table(into);
  if (!target) {
    report('table', `unknown table ${into}`);
    return;
  }
  for (const [name, value] of Object.entries(values)) {
    if (!scope.columns(target).has(name)) report('values', `${into} has no field ${name}`);
    for (const [, place = ''] of String(value).matchAll(/\{([\w.]+)\}/g)) {
      if (!/^(user|today|now)\b/.test(place) && !columnAt(scope, from, place)) report(`values.${name}`, `unknown field {${place}}`);
    }
  }
}
