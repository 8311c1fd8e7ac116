import { type Shape, SUPPORTED } from '../supported.ts';
import type { TableDef } from '../table.ts';
import { below, type Report } from './problem.ts';

/** Refuses what the schema knows and nobody has built yet (supported.ts). */
export function checkSupport(table: TableDef, report: Report): void {
  keys('table', table, report);
  for (const field of table.fields) {
    const at = below(report, `fields[${field.field_name}]`);
    keys('field', field, at);
    if (!SUPPORTED.data_types.includes(field.data_type)) at('data_type', notYet(`data type ${field.data_type}`));
  }
  for (const subtable of table.subtables ?? []) keys('subtable', subtable, below(report, `subtables[${subtable.table_name}]`));
  for (const state of table.states) checkState(state, below(report, `states[${state.value}]`));
}

function checkState(state: TableDef['states'][number], report: Report): void {
  keys('state', state, report);
  value('timeout.do', state.timeout?.do, report);
  for (const action of state.actions ?? []) {
    const at = below(report, `actions[${action.op}]`);
    keys('action', action, at);
    value('action.type', action.type, at);
    for (const event of action.events ?? []) keys('event', event, below(at, `events[${event.id}]`));
  }
}

function keys(shape: Shape, definition: object, report: Report): void {
  for (const key of SUPPORTED.refusedKeys[shape] as readonly string[]) {
    const said = (definition as Record<string, unknown>)[key];
    if (said !== undefined && said !== 0) report(key, notYet(key));
  }
}

function value(path: keyof typeof SUPPORTED.refusedValues, said: string | undefined, report: Report): void {
  const refused: readonly string[] = SUPPORTED.refusedValues[path];
  if (said && refused.includes(said)) report(path.split('.')[1]!, notYet(`${path} ${said}`));
}

const notYet = (what: string): string => `not supported yet: ${what}`;
