import { pairsIn } from '#protocol/meta/action.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { placesIn } from '#protocol/rules/action-address.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import { wholePlace } from '#protocol/rules/places.ts';
import { checkValue } from '../languages/write-back.ts';
import { fieldMend } from '../mend.ts';
import { below, type Report, unique } from '../problem.ts';
import type { Column, Scope } from '../scope.ts';

/** What an Add begins its new record with: a reference to the record that offers it (`pfield`), and values (`extra`). */
export function checkBegun(scope: Scope, table: TableDef, state: string, action: ActionDef, report: Report): void {
  const { pfield, extra, cloud } = action;
  if (action.op === 'Add' && state === '*' && cloud !== undefined && cloud !== table.table_name)
    report('cloud', 'a list adds records of its own', 'take cloud out, or give the action to the state of a record, with pfield');
  if (pfield === undefined && extra === undefined) return;
  if (action.op !== 'Add') {
    for (const key of ['pfield', 'extra'] as const)
      if (action[key] !== undefined) report(key, `${action.op} opens no form of a new record`, `take ${key} out, or write op: 'Add'`);
    return;
  }
  checkPlace(state, action, report);
  const into = scope.table(cloud ?? table.table_name);
  if (!into) return;
  if (into.table_name !== (cloud ?? table.table_name))
    report('cloud', `${cloud} is a variant, and a new record is one of the table`, `write cloud: '${into.table_name}'`);
  if (!into.states.some(({ value, actions = [] }) => value === '*' && actions.some(({ op }) => op === 'Add')))
    report('cloud', `the list of ${into.table_name} adds no records`, `give its state '*' an action Add, or name another table`);
  if (pfield !== undefined) checkParent(scope, { table, into }, pfield, report);
  if (extra !== undefined) checkExtra(scope, { table, into }, action, report);
}

/** Where it stands, and of how many records it is. */
function checkPlace(state: string, action: ActionDef, report: Report): void {
  if (state === '*')
    report(
      action.pfield === undefined ? 'extra' : 'pfield',
      'over the list it is of no record',
      'give the action to the state of a record, or take this out',
    );
  else if (action.pfield === undefined && !action.extra?.includes('{'))
    report('extra', 'it begins with nothing of the record that offers it', 'write pfield, or {field} in extra');
  if (action.param !== undefined) report('param', 'it is begun from the one record that offers it', 'take param out');
  if (action.type !== undefined && action.type !== 'MODEL') report('type', 'it opens a form', 'take type out');
  if (action.events?.length) report('events', 'it decides nothing', 'take events out');
}

/** The record's table, and the one that is added to. */
interface Sides {
  table: TableDef;
  into: TableDef;
}

function checkParent(scope: Scope, { table, into }: Sides, pfield: string, report: Report): void {
  const column = scope.columns(into).get(pfield);
  if (column?.data_type !== 'entity' || scope.table(column.source ?? '')?.table_name !== table.table_name)
    report(
      'pfield',
      `${into.table_name}.${pfield} is no entity field of ${table.table_name}`,
      `give ${into.table_name} a field of data_type 'entity' with source: '${table.table_name}', and name it here`,
    );
  else checkTyped(into, column, below(report, 'pfield'));
}

function checkExtra(scope: Scope, { table, into }: Sides, { extra = '', pfield }: ActionDef, report: Report): void {
  const pairs = pairsIn(extra);
  if (pairs.length === 0) report('extra', 'it says nothing', 'write field=value, joined by &, or take extra out');
  unique(
    pairs,
    ({ name }) => name,
    ({ name }) => report('extra', `${name} stands twice`, 'say each field once'),
  );
  for (const { name, value } of pairs) {
    const told = (reason: string, mend: string) => report('extra', reason, mend);
    const column = scope.columns(into).get(name);
    if (!column?.def) told(`${into.table_name} has no field ${name}`, fieldMend(scope, into, name));
    else if (name === pfield) told(`${name} refers to the record already`, `take ${name} out of extra`);
    else {
      checkTyped(into, column, below(report, 'extra'));
      if (value === '') told(`${name} begins with nothing`, `write ${name}=value`);
      else checkValue(scope, { table }, { table: into, column }, value, told);
      checkText(scope, table, value, told);
      checkChoice(scope, into, name, value, told);
      if (isOf(column.data_type, 'link', 'links') && !value.includes('{'))
        told(
          `${name} is a record, and its id is another in each installation`,
          'write {field}, a reference of the record, or leave it to who adds',
        );
    }
  }
}

/** What nobody can type in a new record cannot be begun there. */
function checkTyped(into: TableDef, { name, def }: Column, report: Report): void {
  const form: Form = { table: into, op: 'Add', review_state: 1, holds: () => true };
  if (!def || def.hidden === 1 || isOf(def.data_type, 'secret', 'files') || !isEditable(def, form))
    report('', `nobody types ${name} in a new record of ${into.table_name}`, 'name a field that its form opens to whoever adds one');
}

/** A number in the place of a word would be read by nobody. */
function checkText(scope: Scope, table: TableDef, value: string, told: (reason: string, mend: string) => void): void {
  if (wholePlace(value) !== undefined) return;
  for (const place of placesIn({ url: value })) {
    const column = scope.columns(table).get(place);
    if (column && isOf(column.data_type, 'link', 'links', 'choice', 'choices'))
      told(`{${place}}, a ${column.data_type}, is a number inside of a text`, 'take it out, or write a field of a text, a number or a day');
  }
}

function checkChoice(scope: Scope, into: TableDef, name: string, value: string, told: (reason: string, mend: string) => void): void {
  const hidden = scope.items(into, name)?.filter((item) => item.hidden === 1 && value.split(',').includes(String(item.id)));
  if (hidden?.length) told(`${value} is a choice of ${name} that is offered no more`, 'write another one');
}
