import type { FieldDef } from '#protocol/meta/field.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { loadReport } from '../report/load.ts';
import { type OpenBoard, type OpenWidget, openBoard } from './open.ts';

type Loaded = Record<string, unknown> & { searchs?: { fields: readonly { name: string }[] } };

/** A board as this reader may open it (B23): the parts that are his, each with its report or the fields of its list. */
export function loadBoard(access: Access, name: string): Record<string, unknown> {
  const board = openBoard(access, name);
  const { uid, board_name, key_name, key_name_en, columns, rows } = board.def;
  const reports = new Map<string, Loaded>();
  for (const { report } of board.widgets)
    if (report) reports.set(report.def.report_name, loadReport(access, report.def.report_name) as Loaded);
  return {
    ...{ uid, board_name, key_name, key_name_en, type: 'BOARD', columns, rows },
    searchs: { fields: searchsOf(board, [...reports.values()]) },
    reports: Object.fromEntries(reports),
    widgets: board.widgets.map(widgetOf),
  };
}

/** Those that all have in common, as the first report that has one says it. */
function searchsOf({ def }: OpenBoard, reports: readonly Loaded[]): readonly object[] {
  return (def.searchs ?? []).flatMap((name) => {
    const found = reports.flatMap(({ searchs }) => searchs?.fields.filter((one) => one.name === name) ?? []);
    return found.slice(0, 1);
  });
}

function widgetOf({ def, report, list }: OpenWidget): Record<string, unknown> {
  const { fields: _, ...told } = def;
  const of = report?.def ?? list?.grant.table.variant ?? list?.grant.table.def;
  const base = list?.grant.table.def;
  return {
    ...told,
    key_name: def.key_name ?? of?.key_name ?? base?.key_name ?? '',
    key_name_en: def.key_name_en ?? of?.key_name_en ?? base?.key_name_en ?? '',
    ...(list ? { fields: list.fields.map(fieldOf) } : {}),
  };
}

/** The field as it is drawn, its choices filled in. */
const fieldOf = ({ def, items }: ResolvedField): FieldDef => ({ ...def, ...(items ? { items: [...items] } : {}) });
