import { neededFields } from '#protocol/meta/events.ts';
import type { ActionDef, EventDef, HandlerDef } from '#protocol/meta/flow.ts';
import { ACTION_OPS } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkEnglish, checkStateList } from '../field.ts';
import { fieldMend, namedMend, tableMend } from '../mend.ts';
import { below, instead, type Report } from '../problem.ts';
import { columnAt, type Scope } from '../scope.ts';
import { checkCarried } from './actions.ts';
import { checkBegun } from './begun.ts';
import { checkDeed } from './deeds.ts';
import { checkResumes } from './resumes.ts';
import { checkSigners } from './signers.ts';
import { checkSums } from './sums.ts';
import { checkTimeouts } from './timeouts.ts';
import { checkWrites } from './writes.ts';

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
      checkCarried(scope, table, state.value, action, below(at, `actions[${action.op}]`));
      checkBegun(scope, table, state.value, action, below(at, `actions[${action.op}]`));
      for (const event of action.events ?? []) {
        checkEvent(scope, table, event, below(at, `events[${event.id}]`));
        checkDeed(table, state, event, below(at, `events[${event.id}]`));
      }
    }
  }
  checkSigners(scope, table, report);
  checkTimeouts(table, report);
  checkResumes(table, report);
  checkWrites(scope, table, report);
  checkSums(table, report);
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
