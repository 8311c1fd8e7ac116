import { neededFields } from '#protocol/meta/events.ts';
import type { ActionDef, EventDef, HandlerDef, WriteBackDef } from '#protocol/meta/flow.ts';
import { ACTION_OPS } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkEnglish, checkStateList } from '../field.ts';
import { fieldMend, namedMend, tableMend } from '../mend.ts';
import { below, instead, type Report } from '../problem.ts';
import { columnAt, type Scope } from '../scope.ts';
import { checkResumes } from './resumes.ts';
import { checkSigners } from './signers.ts';
import { checkTimeouts } from './timeouts.ts';

/** What the states of a table name. Whether the graph is sound is the flow room's question. */
export function checkSteps(scope: Scope, table: TableDef, report: Report): void {
  if (!table.states.some((state) => state.value === '1') && table.storage !== 'view')
    report(
      'states',
      "state '1' is missing: where a record begins, and the only one of a table without flow",
      "add { uid, value: '1', key_name, key_name_en, actions: [...] } to states",
    );
  checkHandlers(scope, table, report);
  for (const state of table.states) {
    const at = below(report, `states[${state.value}]`);
    for (const action of state.actions ?? []) {
      checkAction(scope, table, action, below(at, `actions[${action.op}]`));
      for (const event of action.events ?? []) checkEvent(scope, table, event, below(at, `events[${event.id}]`));
    }
  }
  checkSigners(scope, table, report);
  checkTimeouts(table, report);
  checkResumes(table, report);
  for (const back of table.write_back ?? []) checkWriteBack(scope, table, back, below(report, `write_back[${back.uid}]`));
}

/** Whom the steps name: roles and posts that there are, and fields that lead to people. */
export function checkHandlers(scope: Scope, table: TableDef, report: Report): void {
  for (const { value, handler, timeout } of table.states) {
    if (handler) checkHandler(scope, table, handler, below(report, `states[${value}].handler`));
    if (timeout?.to) checkHandler(scope, table, timeout.to, below(report, `states[${value}].timeout.to`));
  }
}

function checkHandler(scope: Scope, table: TableDef, handler: HandlerDef, report: Report): void {
  const codes = handler.type === 'role' ? [handler.code] : handler.type === 'roles' ? handler.codes : [];
  for (const code of codes) if (!scope.role(code)) report('', `unknown role ${code}`, namedMend(scope, 'role', code));
  if (handler.type === 'post' && !scope.post(handler.code))
    report('', `unknown post ${handler.code}`, namedMend(scope, 'post', handler.code));
  const target = { field: 'user', dept_leader: 'department' }[handler.type as 'field' | 'dept_leader'];
  const path = handler.type === 'field' || handler.type === 'dept_leader' ? handler.field : undefined;
  if (!path || !target) return;
  if (path.split('.').length > 2) {
    report(
      'field',
      `${path} goes through more than two entities`,
      'name a field of this table, or one of the record that a field of this table names',
    );
    return;
  }
  const source = columnAt(scope, table, path)?.source;
  if (scope.table(source ?? '')?.table_name !== target)
    report(
      'field',
      `${path} leads to no ${target}`,
      `name an entity field with source: '${target}', or a path of two entities that ends in one`,
    );
}

function checkAction(scope: Scope, table: TableDef, action: ActionDef, report: Report): void {
  if (!(ACTION_OPS as readonly string[]).includes(action.op))
    report(
      'op',
      `${action.op} is no op that an action has`,
      `${instead(action.op, ACTION_OPS)} actions do ${ACTION_OPS.join(', ')}`.trim(),
    );
  checkStateList(table, action.valid_state, below(report, 'valid_state'));
  if (action.cloud && !scope.table(action.cloud)) report('cloud', `unknown table ${action.cloud}`, tableMend(scope, action.cloud));
}

function checkEvent(scope: Scope, table: TableDef, event: EventDef, report: Report): void {
  for (const name of neededFields(event)) {
    if (!scope.columns(table).has(name)) report('need_fields', `unknown field ${name}`, fieldMend(scope, table, name));
  }
  if (event.need_attach && !table.flow)
    report('need_attach', 'a table without a flow takes no opinion, and no file with it', 'take need_attach away, or say flow: 1');
  if (event.notify) checkEnglish(event.notify, 'remark', below(report, 'notify'));
}

/** Where a write-back stands, and which record it is about. What it writes is checked with the fields' types (rules/definitions). */
function checkWriteBack(scope: Scope, table: TableDef, back: WriteBackDef, report: Report): void {
  const states = table.states.filter((state) => state.value !== '*');
  const ends = states.filter((state) => state.end).map((state) => `${state.value} (${state.key_name})`);
  const state = states.find((one) => one.value === String(back.state));
  const mend = ends.length ? `write the state of an end: ${ends.join(', ')}` : "give the last state end: 'pass' and name it here";
  if (!state) report('state', `unknown state ${back.state}`, mend);
  else if (!state.end)
    report('state', `state ${back.state} is no end: a write-back runs when the record comes to an end, and here it never would`, mend);
  if (!table.flow)
    report('', 'a table without flow has no approval that could write anything', 'give the table flow: 1, or take write_back out');
  for (const key of ['id_field', 'result_field'] as const) {
    const name = back[key];
    const source = name ? scope.columns(table).get(name)?.source : undefined;
    if (name && scope.table(source ?? '')?.table_name !== back.table)
      report(key, `${name} is no entity field of ${back.table}`, `name a field of ${table.table_name} with source: '${back.table}'`);
  }
  if (back.op === 'Modify' && !back.id_field)
    report('id_field', 'Modify needs the field that names its record', `name a field of ${table.table_name} with source: '${back.table}'`);
  if (back.op === 'Add' && back.id_field)
    report('id_field', 'Add makes a new record: no field names it', "take id_field out, or write op: 'Modify'");
}
