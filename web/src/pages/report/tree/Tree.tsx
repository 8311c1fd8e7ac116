import { type MouseEvent, useMemo } from 'react';
import { lackingTo } from '#protocol/fields/figure.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { columnsOf, type Decimals, decimalsIn } from '../beside.ts';
import { figureText, keyText } from '../figures.ts';
import { AttrCells, AttrHeads, MeasureHead } from '../Lines.tsx';
import { type Lead, leadsOf } from '../leads/leads.ts';
import { useLeads } from '../leads/use-leads.tsx';
import { type LoadedMeasure, type LoadedReport, type ReportController, type ReportLine, totalOf } from '../use-report.ts';
import { type TreeLine, treeOf } from './nodes.ts';
import css from './Tree.module.css';
import { type TreeGrid, useTreeGrid } from './use-tree-grid.ts';

interface TreeProps {
  control: ReportController;
  report: LoadedReport;
}

/** A report whose lines are the nodes of a tree, each with all that stands below it: opened node by node, each figure opens the list that it counts. */
export function Tree({ control, report }: TreeProps) {
  const texts = useText();
  const { t, label } = texts;
  const leads = useLeads();
  const tree = useMemo(() => treeOf(control.lines, report.targets), [control.lines, report.targets]);
  const grid = useTreeGrid(tree, report.indexs.length + 1);
  const lineAt = (row: number): ReportLine => grid.shown[row]?.line ?? totalOf(control);
  const open = ([row, column]: readonly [number, number]) => {
    const node = grid.shown[row];
    if (column === 0) return node?.holds ? grid.turn(node) : undefined;
    const cell = document.getElementById(grid.idOf([row, column]));
    if (cell) leads.go(leadsUnder(control, report, lineAt(row), report.indexs[column - 1], texts), cell);
  };
  const press = (event: MouseEvent<HTMLElement>) => {
    const said = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(',').map(Number);
    if (!said) return;
    grid.stand([said[0]!, said[1]!]);
    open([said[0]!, said[1]!]);
  };
  const [target] = report.targets;
  const shared = { control, report, grid, places: useDecimals(control, report) };
  return (
    <Amounts of={control.currency}>
      <Bar tree={tree} grid={grid} />
      {leads.menu}
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows and cells of a table are those of a grid
        role="treegrid"
        tabIndex={0}
        aria-label={t('report.treeGrid', { name: label(report) })}
        aria-busy={control.isBusy}
        aria-activedescendant={grid.idOf(grid.at)}
        className={control.isBusy ? `${css.tree} ${css.stale}` : css.tree}
        onKeyDown={(event) => grid.press(event, open)}
        onClick={press}
      >
        <thead>
          <tr>
            <th scope="col" className={`${css.name} ${css.corner}`}>
              {target ? label(target) : t('report.all')}
            </th>
            <AttrHeads report={report} />
            {report.indexs.map((measure) => (
              <MeasureHead key={measure.name} measure={measure} control={control} report={report} />
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.shown.map((node, row) => (
            <Row key={node.key} {...{ ...shared, row, node }} line={node.line} />
          ))}
        </tbody>
        <tfoot>
          <Row {...shared} row={grid.shown.length} line={totalOf(control)} />
        </tfoot>
      </table>
    </Amounts>
  );
}

/** Figures stand point below point, whatever is open. */
function useDecimals(control: ReportController, report: LoadedReport): Decimals {
  const [texts, units] = [useText(), useUnits()];
  const columns = report.indexs.flatMap((measure) => columnsOf(measure, false));
  return decimalsIn(columns, [...control.lines, totalOf(control)], units, texts);
}

/** What a line counts, and all of them at once. */
function Bar({ tree, grid }: { tree: readonly TreeLine[]; grid: TreeGrid }) {
  const { t } = useText();
  if (!tree.some(({ holds }) => holds)) return null;
  const hasOwn = tree.some(({ key }) => key.startsWith('-'));
  return (
    <p className={css.bar}>
      <span>
        {t('report.treeNote')} {hasOwn && t('report.treeOwn')}
      </span>
      <span className={`${css.acts} no-print`}>
        <Button kind="link" onClick={() => grid.setAll(true)}>
          {t('report.openAll')}
        </Button>
        <Button kind="link" onClick={() => grid.setAll(false)}>
          {t('report.closeAll')}
        </Button>
      </span>
    </p>
  );
}

interface RowProps extends TreeProps {
  grid: TreeGrid;
  places: Decimals;
  row: number;
  /** none: the total */
  node?: TreeLine;
  line: ReportLine;
}

function Row({ control, report, grid, row, node, line, places }: RowProps) {
  const texts = useText();
  const [target] = report.targets;
  const name = node && target ? keyText(line.keys[target.name], target, texts) : texts.t('report.total');
  const isOwn = node?.over !== undefined && target !== undefined && line.keys[target.name]?.own === 1;
  const isOpened = node?.holds ? grid.isOpen(node) : undefined;
  const looks = [node ? css.line : css.total, node?.holds ? css.sub : '', isOwn ? css.own : ''].filter(Boolean).join(' ');
  const place = (column: number) => ({
    id: grid.idOf([row, column]),
    'data-cell': `${row},${column}`,
    'data-at': grid.at[0] === row && grid.at[1] === column ? '' : undefined,
  });
  return (
    <tr className={looks} aria-level={node ? line.depth : 1} aria-expanded={isOpened}>
      <th
        scope="row"
        {...place(0)}
        className={css.name}
        title={name}
        style={{ '--level': node ? line.depth - 1 : 0 } as React.CSSProperties}
      >
        <span className={css.said}>
          <span className={css.arrow} data-open={isOpened ? '' : undefined}>
            {node?.holds && <Icon name="right" />}
          </span>
          <span className={css.called}>{name}</span>
        </span>
      </th>
      <AttrCells {...(node ? { line } : {})} report={report} />
      {report.indexs.map((measure, at) => (
        <Figure key={measure.name} {...{ control, report, line, measure }} decimals={places.get(measure.name)} place={place(at + 1)} />
      ))}
    </tr>
  );
}

interface FigureProps extends TreeProps {
  line: ReportLine;
  measure: LoadedMeasure;
  decimals: number | undefined;
  place: object;
}

function Figure({ control, report, line, measure, decimals, place }: FigureProps) {
  const texts = useText();
  const { t } = texts;
  const units = useUnits();
  const isOff = line.off?.includes(measure.name);
  const leads = leadsUnder(control, report, line, measure, texts);
  const opens = leads.length > 0;
  const look = isOff ? css.off : opens ? css.figure : undefined;
  const text = isOff ? t('report.off') : figureText(measure, line[measure.name], units);
  return (
    <td {...place} className={look} aria-haspopup={leads.length > 1 ? 'menu' : undefined} data-lacking={lackingTo(text, decimals)}>
      {text}
    </td>
  );
}

/** The lists under a figure; none where none shows it, or nothing stands there. */
function leadsUnder(
  control: ReportController,
  { targets: [target] }: LoadedReport,
  line: ReportLine,
  measure: LoadedMeasure | undefined,
  texts: Texts,
): readonly Lead[] {
  const value = measure && line[measure.name];
  if (!measure || value === null || value === undefined) return [];
  return leadsOf(control, measure, { keys: line.depth > 0 && target ? [keyIn(line.keys[target.name])] : [] }, texts);
}
