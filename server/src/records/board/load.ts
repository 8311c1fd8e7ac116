import type { Access } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { drawnField } from '../read/told/told.ts';
import { loadReport } from '../report/load.ts';
import { firstMonth } from '../report/past/first.ts';
import { readLayer } from './arranged/layer.ts';
import { listsPast, type OpenBoard, type OpenShown, type OpenWidget, openBoard, tellsMonths } from './open.ts';

type Loaded = Record<string, unknown> & { searchs?: { fields: readonly { name: string }[] } };

/** A board as this reader may open it (B23): the parts that are his, each with its report or the fields of its list, and how he has them. */
export async function loadBoard(house: House, access: Access, name: string): Promise<Record<string, unknown>> {
  const board = openBoard(access, name);
  const { uid, board_name, key_name, key_name_en, columns, rows, record } = board.def;
  const reports = new Map<string, Loaded>();
  for (const { def } of board.widgets.flatMap(({ shown }) => shown))
    if (!reports.has(def.report)) reports.set(def.report, loadReport(access, def.report) as Loaded);
  return {
    ...{ uid, board_name, key_name, key_name_en, type: 'BOARD', columns, rows, ...(record ? { record } : {}) },
    ...(tellsMonths(board) ? { past: 1 } : {}),
    searchs: { fields: searchsOf(board, [...reports.values()]) },
    reports: Object.fromEntries(reports),
    widgets: board.widgets.map(widgetOf),
    layer: await readLayer(house, access, board),
  };
}

/** The first month of the past of which its parts have something for this reader. */
export async function firstOfBoard(house: House, access: Access, name: string): Promise<string | undefined> {
  const board = openBoard(access, name);
  if (!tellsMonths(board)) return undefined;
  const { widgets } = board;
  const reports = widgets.flatMap(({ shown }) => shown.map(({ report }) => report));
  const lists = widgets.flatMap((widget) => (widget.list && listsPast(widget) ? [widget.list.grant] : []));
  return firstMonth(house, access, reports, lists);
}

/** Those that all have in common, as the first report that has one says it. */
function searchsOf({ def }: OpenBoard, reports: readonly Loaded[]): readonly object[] {
  return (def.searchs ?? []).flatMap((name) => {
    const found = reports.flatMap(({ searchs }) => searchs?.fields.filter((one) => one.name === name) ?? []);
    return found.slice(0, 1);
  });
}

/** A part as it is told: of its reports those that are his, each with what it shows, called as the part or as the report is. */
function widgetOf({ def, shown, list }: OpenWidget): Record<string, unknown> {
  const { uid, kind, at, tabs, cloud, filters, by, year, bar, count, text, text_en } = def;
  const isHis = (name: string | undefined) => name !== undefined && shown.every(({ report }) => !report.leftOut.includes(name));
  const of = shown[0]?.report.def ?? list?.grant.table.variant ?? list?.grant.table.def;
  const base = list?.grant.table.def;
  return {
    ...told({ uid, kind, at, tabs, cloud, by: list && by, year, bar, count: isHis(count) ? count : undefined, text, text_en }),
    ...told({ filters: list || kind === 'notice' ? filters : undefined }),
    ...(def.reports ? { reports: shown.map(tabOf) } : shown[0]?.def),
    key_name: def.key_name ?? of?.key_name ?? base?.key_name ?? '',
    key_name_en: def.key_name_en ?? of?.key_name_en ?? base?.key_name_en ?? '',
    ...(list && kind !== 'active' ? { fields: list.fields.map(drawnField) } : {}),
  };
}

/** What is said, without what is not. */
const told = (of: Record<string, unknown>) => Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));

const tabOf = ({ def, report }: OpenShown): Record<string, unknown> => ({
  ...def,
  key_name: def.key_name ?? report.def.key_name,
  key_name_en: def.key_name_en ?? report.def.key_name_en,
});
