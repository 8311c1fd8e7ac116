import { eventsOf } from '#protocol/meta/events.ts';
import type { WriteBackDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { unknown } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import { rowsNamed, type Scope } from '../scope.ts';
import { checkBalance } from './balance.ts';

/** Where each write-back stands, and which record it is about. What it writes is checked with the fields' types (languages). */
export function checkWrites(scope: Scope, table: TableDef, report: Report): void {
  for (const back of table.write_back ?? []) {
    const at = below(report, `write_back[${back.uid}]`);
    checkPlace(table, back, at);
    checkEach(scope, table, back, at);
    checkTarget(scope, table, back, at);
  }
  checkTakenBack(table, report);
  checkBalance(table, report);
}

function checkPlace(table: TableDef, { state: end, events }: WriteBackDef, report: Report): void {
  if (!table.flow)
    report('', 'a table without flow has no approval that could write anything', 'give the table flow: 1, or take write_back out');
  const states = table.states.filter((state) => state.value !== '*');
  const ends = states.filter((state) => state.end).map((state) => `${state.value} (${state.key_name})`);
  const mend = ends.length ? `write the state of an end: ${ends.join(', ')}` : "give the last state end: 'pass' and name it here";
  if ((end === undefined) === (events === undefined)) {
    report('', 'it says neither state nor events, or both: when is it written?', `${mend}; or the ids of events instead`);
    return;
  }
  const known = states.flatMap(eventsOf).map(({ id }) => String(id));
  for (const id of events ?? [])
    if (!known.includes(String(id))) report('events', `unknown event ${id}`, unknown(String(id), known, 'events'));
  if (end === undefined) return;
  const state = states.find((one) => one.value === String(end));
  if (!state) report('state', `unknown state ${end}`, mend);
  else if (!state.end)
    report(
      'state',
      `state ${end} is no end: a write-back runs when the record comes to an end, and here it never would`,
      `${mend}; or events, those by which it is to be written`,
    );
}

function checkEach(scope: Scope, table: TableDef, { each, result_field }: WriteBackDef, report: Report): void {
  if (each === undefined) return;
  const subs = (table.subtables ?? []).map(rowsName);
  if (!rowsNamed(scope, table, each))
    report('each', `${each} is no sub-table of ${table.table_name}`, unknown(each, subs, `sub-tables of ${table.table_name}`));
  if (result_field !== undefined)
    report('result_field', 'with each there may be many records, and the field takes one', 'take result_field out');
}

function checkTarget(scope: Scope, table: TableDef, back: WriteBackDef, report: Report): void {
  const { each, op, id_field, result_field } = back;
  for (const cloud of [back.table, ...(back.rows ?? []).map((rows) => rows.table)])
    if (scope.suiteOf(cloud) === 'sys')
      report(
        'table',
        `${cloud} is of the platform itself: people, rights and menus are not written by decisions`,
        'write into a table of your own',
      );
  const rows = each === undefined ? undefined : rowsNamed(scope, table, each);
  const ofRow = rows && id_field?.startsWith(`${each}.`) ? id_field.slice(each!.length + 1) : undefined;
  const holder = ofRow !== undefined && rows ? rows : table;
  const column = scope.columns(holder).get(ofRow ?? id_field ?? '');
  const mend = `name a field of ${holder.table_name} with source: '${back.table}'`;
  const leads = (source: string | undefined) => scope.table(source ?? '')?.table_name === back.table;
  if (id_field && !leads(column?.source)) report('id_field', `${id_field} is no entity field of ${back.table}`, mend);
  else if (ofRow !== undefined && column?.def?.notnull !== 1)
    report('id_field', `${id_field} names the record to change, and may be empty in a row`, `give ${id_field} notnull: 1`);
  if (result_field && !leads(scope.columns(table).get(result_field)?.source))
    report(
      'result_field',
      `${result_field} is no entity field of ${back.table}`,
      `name a field of ${table.table_name} with source: '${back.table}'`,
    );
  if (op === 'Modify' && !id_field) report('id_field', 'Modify needs the field that names its record', mend);
  if (op === 'Add' && id_field) report('id_field', 'Add makes a new record: no field names it', "take id_field out, or write op: 'Modify'");
}

/** What is written at a step stays written: the applicant does not take it home over several decisions. */
function checkTakenBack(table: TableDef, report: Report): void {
  const first = table.write_back?.find(({ events }) => events !== undefined);
  if (first && table.revoke === 'any')
    report(
      'revoke',
      `with any the applicant takes a record back from every step, and what ${first.uid} has written would stay`,
      "write revoke: 'last', which leaves alone what has written, or let it be written at an end",
    );
}
