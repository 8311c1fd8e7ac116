import type { Locale } from '#protocol/codes.ts';
import type { NamedKey } from '#protocol/rules/report/said.ts';
import type { Cell, Row } from '#server/sheet/sheet.ts';
import { type Columns, figureCell, headOf, keyCell, type LoadedMeasure, lineRow, namesOf, type ToldLine, widthOf } from './lines.ts';
import type { Say } from './said.ts';

/** A column of a pivot as Chart tells it. */
export interface ToldColumn {
  depth: number;
  keys: Readonly<Record<string, NamedKey>>;
}
type ToldCell = Readonly<Record<string, unknown>> & { off?: readonly string[] };
export type PivotLine = ToldLine & { cells?: readonly (ToldCell | null)[] };

/** What stands across: the targets, and their columns; behind them those of all together. */
export interface Beside {
  targets: Columns['targets'];
  columns: readonly ToldColumn[];
}

/** A row for each target that stands across, each value at the first of its columns, and one of figures; `lines` are of the targets that stand down. */
export function pivotHeads(lines: Columns, { targets, columns }: Beside, locale: Locale, say: Say): Row[] {
  const names: readonly Cell[] = namesOf(lines, locale, say);
  const blank = names.map((): Cell => null);
  const above = targets.map((target, level): Row => {
    const cells = columns.flatMap((column, at): Cell[] => {
      const isNew = level >= column.depth || !isSame(columns[at - 1], column, targets, level);
      const said =
        level < column.depth ? keyCell(column.keys[target.name], target, say, locale) : level === column.depth ? say('sub') : null;
      return lines.measures.map((_, nth) => (nth === 0 && isNew ? said : null));
    });
    return {
      look: 'head',
      cells: [...blank, ...cells, ...lines.measures.map((_, nth) => (nth === 0 && level === 0 ? say('total') : null))],
    };
  });
  const figures = lines.measures.map((measure): Cell => ({ right: headOf(measure, locale, say) }));
  return [...above, { look: 'head', cells: [...names, ...[...columns, null].flatMap(() => figures)] }];
}

/** Both stand under the same value, up to this level. */
const isSame = (before: ToldColumn | undefined, { keys }: ToldColumn, targets: Columns['targets'], level: number): boolean =>
  before !== undefined &&
  targets.slice(0, level + 1).every(({ name }, at) => at < before.depth && before.keys[name]?.id === keys[name]?.id);

/** A line: what it stands for, its figures in each column, and those of all. */
export function pivotRow(line: PivotLine, lines: Columns, columns: readonly ToldColumn[], say: Say, locale: Locale): Row {
  const { look, cells } = lineRow(line, lines, say, locale);
  const beside = columns.flatMap((_, at) => lines.measures.map((measure) => cellOf(measure, line.cells?.[at], say)));
  const width = widthOf(lines);
  return { look: look!, cells: [...cells.slice(0, width), ...beside, ...cells.slice(width)] };
}

const cellOf = (measure: LoadedMeasure, cell: ToldCell | null | undefined, say: Say): Cell =>
  cell?.off?.includes(measure.name) ? say('off') : figureCell(measure, '', cell?.[measure.name]);
