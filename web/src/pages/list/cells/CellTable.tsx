import { type CSSProperties, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { CELLS_EN, CELLS_ZH } from '#web/i18n/parts/records/cells.ts';
import { useText } from '#web/i18n/use-text.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { leadOf } from '../state/columns.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Head } from '../table/Head.tsx';
import { SumRow } from '../table/SumRow.tsx';
import table from '../table/Table.module.css';
import { type Grid, useGrid } from '../table/use-grid.ts';
import { CellRow, colIndex } from './CellRow.tsx';
import { CellsBar } from './CellsBar.tsx';
import css from './CellTable.module.css';
import { type KeysOn, pressedOnSheet } from './state/keys.ts';
import { type Place, rangeOf } from './state/place.ts';
import { pointerOf } from './state/pointer.ts';
import { type Cells, useCells } from './state/use-cells.ts';
import { type Hand, useHand } from './state/use-hand.ts';

addTexts(CELLS_ZH, CELLS_EN);

interface CellTableProps {
  list: ListController;
  onClose(): void;
  /** what stands where the list has no rows: those that are typed in may be filtered out, or gone from it */
  nothing: ReactNode;
}

/** A list that is edited in its cells: the same rows under the same head, each cell with the keyboard's place, what is typed, and what is wrong with it. */
export function CellTable({ list, onClose, nothing }: CellTableProps) {
  const { t, label } = useText();
  const ways = useId();
  const grid = useGrid(list);
  const cells = useCells(list);
  const bar = useRef<HTMLElement>(null);
  const { columns, template, width, wide } = grid.layout;
  const reveal = (place: Place) => {
    grid.toRow(place.row);
    toColumn(grid, list.boxes, place.column);
  };
  const hand = useHand({ cells, columns, reveal, box: grid.box });
  useEffect(() => grid.box.current?.focus({ preventScroll: true }), [grid.box]);
  const keys = useKeys({ list, grid, cells, hand }, bar);
  useClipboard(grid.box, hand, cells.progress === null);
  const current = list.rows[hand.place.row];
  const column = columns[hand.place.column];
  if (cells.fault) return <ErrorState why={cells.fault} onRetry={list.refresh} />;
  const isEmpty = list.rows.length === 0;
  return (
    <>
      <div
        ref={grid.box}
        className={[table.box, wide && table.wide, css.sheet, isEmpty && css.empty].filter(Boolean).join(' ')}
        role="grid"
        tabIndex={0}
        aria-label={label(list.table)}
        aria-describedby={ways}
        aria-rowcount={list.rows.length + 1}
        aria-colcount={colIndex(columns.length, list.boxes)}
        aria-busy={list.busy || cells.progress !== null}
        aria-multiselectable="true"
        aria-activedescendant={current && column && !hand.editing ? `${grid.idOf(current)}-${column.name}` : undefined}
        onKeyDown={(event) => event.target === event.currentTarget && cells.progress === null && pressedOnSheet(event, keys)}
      >
        <div className={table.inner} style={{ minWidth: width }} role="presentation">
          <Head list={list} columns={columns} template={template} />
          {!isEmpty && (
            <>
              <Rows list={list} grid={grid} cells={cells} hand={hand} keys={keys} />
              <SumRow list={list} columns={columns} template={template} />
            </>
          )}
        </div>
      </div>
      <p id={ways} hidden>
        {t('cells.hint')}
      </p>
      {isEmpty && nothing}
      <CellsBar ref={bar} list={list} cells={cells} hand={hand} onSave={keys.save} onClose={onClose} onBack={keys.toSheet} />
    </>
  );
}

/** What keys do in the sheet, and where they lead. */
function useKeys({ list, grid: { box, layout }, cells, hand }: Omit<RowsProps, 'keys'>, bar: RefObject<HTMLElement | null>): KeysOn {
  const { columns } = layout;
  return {
    hand,
    extent: { rows: list.rows.length, columns: columns.length },
    names: useMemo(() => new Set(columns.map(({ name }) => name)), [columns]),
    save: () => {
      hand.leave();
      return cells.save();
    },
    toSheet: () => box.current?.focus({ preventScroll: true }),
    toNote: () => {
      const choice = box.current?.querySelector<HTMLElement>('[data-choice] button');
      choice?.focus();
      return Boolean(choice);
    },
    toBar: () => bar.current?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus(),
  };
}

/** What is copied and pasted while the sheet has the focus: the browser tells the document of it, which has nothing selected. */
function useClipboard(box: RefObject<HTMLElement | null>, hand: Hand, isIdle: boolean): void {
  const now = useRef({ hand, isIdle });
  now.current = { hand, isIdle };
  useEffect(() => {
    const isHere = () => document.activeElement === box.current;
    const copy = (event: ClipboardEvent) => {
      if (!isHere()) return;
      event.clipboardData?.setData('text/plain', now.current.hand.copy());
      event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      if (!isHere() || !now.current.isIdle) return;
      now.current.hand.paste(event.clipboardData?.getData('text/plain') ?? '');
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
    };
  }, [box]);
}

interface RowsProps {
  list: ListController;
  grid: Grid;
  cells: Cells;
  hand: Hand;
  keys: KeysOn;
}

function Rows({ list, grid, cells, hand, keys }: RowsProps) {
  const { rows, boxes, hand: acts, selection } = list;
  const { place, editing } = hand;
  const reached = rangeOf(place);
  const last = hand.filling ?? reached.bottom;
  const latest = useRef(keys);
  latest.current = keys;
  return (
    <div
      className={table.body}
      role="rowgroup"
      inert={cells.progress !== null}
      style={{ '--height': `${grid.height}px` } as CSSProperties}
      {...pointerOf(hand, keys.extent, grid.toRow)}
    >
      {grid.items.map(({ index, start }) => {
        const row = rows[index]!;
        const isIn = index >= reached.top && index <= last;
        return (
          <CellRow
            key={row.id}
            id={grid.idOf(row)}
            {...{ list: list.table!, cloud: list.cloud, sheet: cells.sheet, row, index, boxes, acts, latest }}
            record={cells.records[index]}
            seen={grid.seen}
            at={index === place.row ? place.column : -1}
            from={isIn ? reached.left : -1}
            to={isIn ? reached.right : -1}
            below={index < Math.max(2, rows.length - 4)}
            hasHandle={index === reached.bottom && hand.editing === null}
            editing={editing?.id === row.id ? editing : null}
            chosen={selection.has(row.id)}
            top={start}
            height={grid.rowHeight}
            template={grid.layout.template}
            count={keys.extent.columns}
          />
        );
      })}
    </div>
  );
}

/** Brings a column before the eyes, which frozen ones and the actions cover. */
function toColumn({ box, layout }: Grid, boxes: boolean, at: number): void {
  const node = box.current;
  const column = layout.columns[at];
  if (!node || !column || !layout.wide || column.frozen) return;
  const lead = leadOf(boxes);
  const sum = (columns: readonly { width: number }[]) => columns.reduce((width, each) => width + each.width, lead);
  const left = sum(layout.columns.slice(0, at));
  const kept = sum(layout.columns.filter(({ frozen }) => frozen));
  const actions = layout.width - sum(layout.columns);
  if (left - node.scrollLeft < kept) node.scrollLeft = left - kept;
  else if (left + column.width - node.scrollLeft > node.clientWidth - actions)
    node.scrollLeft = left + column.width - node.clientWidth + actions;
}
