import { type BoardDef, type BoardWidgetDef, isCounted, isOwn, MOST_WIDGETS, type WidgetKind } from '#protocol/meta/board/board.ts';
import type { ReportDef, ReportSearchDef } from '#protocol/meta/report.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { shownIn } from '#protocol/rules/report/parts.ts';
import { pathIn } from '#protocol/rules/report/sources.ts';
import { FREE_FLAGS } from '#protocol/wire/flags.ts';
import { fieldMend, tableMend, unknown } from '../mend.ts';
import { below, type Report, unique } from '../problem.ts';
import { pathColumn } from '../report/path.ts';
import { columnAt, type Scope } from '../scope.ts';
import { checkCounted } from './counted.ts';
import { checkRecord } from './record.ts';
import { checkSaid } from './said.ts';

/** What each kind of part must say, and what it may. */
const KEYS: Readonly<Record<WidgetKind, { must: readonly Key[]; may: readonly Key[] }>> = {
  report: { must: [], may: ['report', 'reports', 'look', 'index', 'mark', 'lines', 'filters', 'year'] },
  figure: { must: ['report', 'index'], may: ['filters', 'year', 'bar', 'count'] },
  list: { must: ['cloud', 'fields'], may: ['filters', 'by'] },
  record: { must: ['fields'], may: [] },
  todo: { must: ['tabs'], may: [] },
  notice: { must: [], may: ['filters'] },
  shortcut: { must: [], may: [] },
  text: { must: ['text', 'text_en'], may: [] },
  active: { must: [], may: ['cloud'] },
};
const ALL = [
  ...(['report', 'reports', 'look', 'index', 'mark', 'lines', 'filters', 'year', 'bar', 'count'] as const),
  ...(['cloud', 'fields', 'by', 'tabs', 'text', 'text_en'] as const),
];
type Key = (typeof ALL)[number];

/** What is wrong with a board: what it names, where its parts stand, what its searches reach. `suite` is the one that brings it. */
export function checkBoard(scope: Scope, suite: Pick<SuiteDef, 'modules' | 'boards'>, def: BoardDef, report: Report): void {
  checkDesktop(suite, def, report);
  checkFlag(suite, def, report);
  unique(
    def.widgets,
    ({ uid }) => uid,
    ({ uid }) => report(`widgets[${uid}]`, `${uid} stands twice`, 'give one of them a uid of its own'),
  );
  for (const widget of def.widgets) checkWidget(scope, def, widget, below(report, `widgets[${widget.uid}]`));
  const asked = def.widgets.flatMap(shownIn).length;
  if (asked > MOST_WIDGETS) report('widgets', `its parts ask ${asked} reports`, `a board asks ${MOST_WIDGETS} at most`);
  checkPlaces(def, report);
  checkSearches(scope, def, report);
  checkRecord(scope, def, report);
}

function checkDesktop(
  { modules, boards = [] }: Pick<SuiteDef, 'modules' | 'boards'>,
  { desktop, board_name }: BoardDef,
  report: Report,
): void {
  if (desktop === undefined) return;
  const codes = modules.map(({ code }) => code);
  if (!codes.includes(desktop)) report('desktop', `unknown module ${desktop}`, unknown(desktop, codes, 'modules of this suite'));
  const first = boards.find((one) => one.desktop === desktop);
  if (first && first.board_name !== board_name)
    report('desktop', `${first.board_name} is the first tab of ${desktop} already`, 'take desktop out of one of them');
}

/** A page of a flag is found by its name, which is the flag's. */
function checkFlag({ boards = [] }: Pick<SuiteDef, 'modules' | 'boards'>, { flag, desktop, board_name }: BoardDef, report: Report): void {
  if (flag === undefined) return;
  if (!FREE_FLAGS.includes(flag)) report('flag', `unknown flag ${flag}`, unknown(flag, FREE_FLAGS, 'flags with a page of their own'));
  else if (board_name !== flag) report('flag', `${board_name} is not found by it`, `write board_name: '${flag}'`);
  if (desktop !== undefined) report('flag', 'it is the first tab of a module already', 'take flag or desktop out');
  const first = boards.find((one) => one.flag === flag);
  if (first && first.board_name !== board_name) report('flag', `${first.board_name} is its page already`, 'take flag out of one of them');
}

function checkWidget(scope: Scope, def: BoardDef, widget: BoardWidgetDef, report: Report): void {
  const { must, may } = KEYS[widget.kind];
  for (const key of must) if (widget[key] === undefined) report(key, 'missing', `a part of kind ${widget.kind} says ${must.join(' and ')}`);
  for (const key of ALL)
    if (widget[key] !== undefined && !must.includes(key) && !may.includes(key))
      report(key, `a part of kind ${widget.kind} has no ${key}`, `take ${key} out`);
  if ((widget.key_name === undefined) !== (widget.key_name_en === undefined))
    report('key_name', 'a name is said in both languages', 'write key_name and key_name_en, or neither');
  if ((isOwn(widget) || widget.kind === 'active') && widget.key_name === undefined)
    report('key_name', 'missing', 'nothing else says how it is called: write key_name and key_name_en');
  if (new Set(widget.tabs).size !== (widget.tabs?.length ?? 0)) report('tabs', 'a tab stands twice', 'write each tab once');
  if (isCounted(widget)) checkCounted(scope, def, widget, report);
  if (widget.kind === 'list' && widget.cloud !== undefined) checkList(scope, widget, report);
  checkSaid(scope, def, widget, report);
}

function checkList(scope: Scope, { cloud = '', fields = '', filters = {} }: BoardWidgetDef, report: Report) {
  const table = scope.table(cloud);
  if (!table) return report('cloud', `unknown table ${cloud}`, tableMend(scope, cloud, true));
  const kept = table.variants?.find((one) => cloud.endsWith(`[${one.name}]`))?.fields;
  for (const field of fields.split(',').filter(Boolean)) checkField(scope, table, kept, field, report);
  for (const path of Object.keys(filters)) pathColumn(scope, table, path, below(report, `filters.${path}`));
}

function checkField(scope: Scope, table: TableDef, kept: readonly string[] | undefined, field: string, report: Report): void {
  const column = columnAt(scope, table, field);
  if (!column) report('fields', `unknown field ${field}`, fieldMend(scope, table, field));
  else if (column.def && kept && !kept.includes(field))
    report('fields', `the variant has no field ${field}`, `fields of it are ${kept.join(', ')}`);
}

function checkPlaces({ columns, rows, widgets }: BoardDef, report: Report): void {
  const taken = new Map<string, string>();
  for (const { uid, at } of widgets) {
    const [column, row, wide, high] = at;
    const say = below(report, `widgets[${uid}]`);
    if (column + wide - 1 > columns.length || row + high - 1 > rows.length) {
      say(
        'at',
        `stands outside of the grid of ${columns.length} columns and ${rows.length} rows`,
        'at is [column, row, columns, rows], from 1',
      );
      continue;
    }
    const cells = Array.from({ length: wide * high }, (_, cell) => `${column + (cell % wide)} ${row + Math.floor(cell / wide)}`);
    const other = cells.map((cell) => taken.get(cell)).find((one) => one !== undefined);
    if (other !== undefined) say('at', `stands where ${other} stands`, 'give one of them another place');
    for (const cell of cells) taken.set(cell, uid);
  }
}

/** What a search asks: reports that have it in common ask the same kind of value of it. */
const asks = (scope: Scope, def: ReportDef, search: ReportSearchDef): string => {
  const [source] = def.sources;
  const table = scope.table(source!.cloud);
  const column = table && columnAt(scope, table, pathIn(search.fields, source!.name));
  const items = typeof column?.def?.items === 'string' ? column.def.items : JSON.stringify(column?.def?.items);
  return [column?.data_type, column?.source, items, search.op].join(' ');
};

function checkSearches(scope: Scope, { searchs = [], widgets }: BoardDef, report: Report): void {
  const reports = widgets.flatMap((widget) => shownIn(widget).flatMap(({ report: name }) => scope.report(name) ?? []));
  const known = [...new Set(reports.flatMap((def) => (def.searchs?.fields ?? []).map(({ name }) => name)))];
  unique(
    searchs,
    (name) => name,
    (name) => report('searchs', `${name} stands twice`, 'write it once'),
  );
  for (const name of searchs) {
    const found = reports.flatMap((def) => {
      const search = def.searchs?.fields.find((one) => one.name === name);
      return search ? [asks(scope, def, search)] : [];
    });
    if (found.length === 0)
      report('searchs', `no report of the board has a search ${name}`, unknown(name, known, 'searches of its reports'));
    else if (new Set(found).size > 1)
      report(
        'searchs',
        `${name} asks different things of the reports of the board`,
        'call the searches otherwise, or let them ask one thing',
      );
  }
}
