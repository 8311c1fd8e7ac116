import { type BoardDef, type BoardWidgetDef, isCounted } from '#protocol/meta/board/board.ts';
import { shownIn } from '#protocol/rules/report/parts.ts';
import { fieldMend, tableMend } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import { columnAt, type Scope } from '../scope.ts';

type Record = NonNullable<BoardDef['record']>;

/** A board that tells of one record: each of its reports is searched for it, each of its lists names it. */
export function checkRecord(scope: Scope, { record, desktop, flag, searchs, widgets }: BoardDef, report: Report): void {
  if (record === undefined) {
    for (const { uid, kind, by } of widgets)
      if (kind === 'record' || by !== undefined)
        report(
          `widgets[${uid}].${kind === 'record' ? 'kind' : 'by'}`,
          'the board tells of no record',
          'say record of the board, or take it out',
        );
    return;
  }
  if (!scope.table(record.cloud)) report('record.cloud', `unknown table ${record.cloud}`, tableMend(scope, record.cloud, true));
  if (desktop !== undefined || flag !== undefined)
    report('record', 'its page opens without a record', 'take record out, or desktop and flag');
  if (searchs?.includes(record.search))
    report('searchs', `${record.search} is answered by the record`, `take ${record.search} out of searchs`);
  for (const widget of widgets) checkWidget(scope, record, widget, below(report, `widgets[${widget.uid}]`));
}

function checkWidget(scope: Scope, record: Record, widget: BoardWidgetDef, report: Report): void {
  if (isCounted(widget)) for (const { report: name, filters } of shownIn(widget)) checkReport(scope, record, name, filters, report);
  if (widget.kind === 'list') checkList(scope, record, widget, report);
  if (widget.kind === 'record') checkFields(scope, record, widget, report);
}

function checkReport(scope: Scope, { cloud, search }: Record, name: string, filters: BoardWidgetDef['filters'], report: Report): void {
  const def = scope.report(name);
  if (!def) return;
  const found = def.searchs?.fields.find((one) => one.name === search);
  const columns = def.sources.map((source) => {
    const table = scope.table(source.cloud);
    const path = found && (typeof found.fields === 'string' ? found.fields : found.fields[source.name]);
    return table && path ? columnAt(scope, table, path) : undefined;
  });
  if (!found || found.op === 'below' || found.op === 'range' || columns.some((column) => column?.source !== cloud))
    report('report', `${name} has no search ${search} for a record of ${cloud}`, `give it a search ${search} of a field that names one`);
  if (filters && Object.hasOwn(filters, search))
    report(`filters.${search}`, `${search} is answered by the record`, 'take it out of filters');
}

function checkList(scope: Scope, record: Record, { cloud = '', by }: BoardWidgetDef, report: Report): void {
  const table = scope.table(cloud);
  if (!table || by === undefined) return;
  const column = columnAt(scope, table, by);
  if (!column) report('by', `unknown field ${by}`, fieldMend(scope, table, by));
  else if (column.data_type !== 'entity' || column.source !== record.cloud)
    report('by', `${by} names no record of ${record.cloud}`, 'name an entity field that does');
}

function checkFields(scope: Scope, record: Record, { fields = '' }: BoardWidgetDef, report: Report): void {
  const table = scope.table(record.cloud);
  if (!table) return;
  for (const field of fields.split(',').filter(Boolean))
    if (!columnAt(scope, table, field)) report('fields', `unknown field ${field}`, fieldMend(scope, table, field));
}
