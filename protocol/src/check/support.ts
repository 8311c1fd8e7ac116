import { isSupported, WORKING } from '#protocol/fields/fields.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { below, type Report } from './problem.ts';
import { type Shape, SUPPORTED } from './supported.ts';

/** Refuses what the schema knows and nobody has built yet (supported.ts). */
export function checkSupport(table: TableDef, report: Report): void {
  keys('table', table, report);
  for (const field of table.fields) checkField(field, below(report, `fields[${field.field_name}]`));
  for (const subtable of table.subtables ?? []) keys('subtable', subtable, below(report, `subtables[${rowsName(subtable)}]`));
  for (const state of table.states) checkState(state, below(report, `states[${state.value}]`));
}

/** The same of a report. */
export function checkReportSupport(def: ReportDef, report: Report): void {
  keys('report', def, report);
  if (def.chart) keys('chart', def.chart, below(report, 'chart'));
  for (const { name, past } of def.sources)
    if (typeof past === 'object')
      below(report, `sources[${name}]`)(
        'past',
        notYet('past of a frozen month'),
        "write past: 'history', 'period' or 'until', or take past out",
      );
  for (const target of def.targets) keys('target', target, below(report, `targets[${target.name}]`));
  for (const measure of def.indexs) keys('measure', measure, below(report, `indexs[${measure.name}]`));
}

function checkField(field: FieldDef, report: Report): void {
  keys('field', field, report);
  if (!isSupported(field.data_type))
    report('data_type', notYet(`data type ${field.data_type}`), `types that work are ${WORKING.join(', ')}`);
}

function checkState(state: TableDef['states'][number], report: Report): void {
  keys('state', state, report);
  for (const action of state.actions ?? []) {
    const at = below(report, `actions[${action.op}]`);
    keys('action', action, at);
    for (const event of action.events ?? []) keys('event', event, below(report, `events[${event.id}]`));
  }
}

function keys(shape: Shape, definition: object, report: Report): void {
  for (const key of SUPPORTED.refusedKeys[shape] as readonly string[]) {
    const said = (definition as Record<string, unknown>)[key];
    if (said !== undefined && said !== 0) report(key, notYet(key), `take ${key} out: nothing would do what it says`);
  }
}

const notYet = (what: string): string => `not supported yet: ${what}`;
