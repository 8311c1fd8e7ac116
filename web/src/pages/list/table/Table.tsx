import type { CSSProperties } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { useSession } from '#web/api/use-session.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Head } from './Head.tsx';
import { useInTurn } from './in-turn.ts';
import { Row } from './Row.tsx';
import { SumRow } from './SumRow.tsx';
import css from './Table.module.css';
import { type Grid, useGrid } from './use-grid.ts';

/** The rows: one line each, head and sums always in sight, arrows and Enter as in any list. */
export function Table({ list }: { list: ListController }) {
  const { label } = useText();
  const grid = useGrid(list);
  const { rows, table } = list;
  const { columns, template, width, wide } = grid.layout;
  if (!table) return null;
  const current = rows[grid.at];
  return (
    <div
      ref={grid.box}
      className={wide ? `${css.box} ${css.wide}` : css.box}
      role="grid"
      tabIndex={0}
      aria-label={label(table)}
      aria-rowcount={rows.length + 1}
      aria-colcount={grid.seen.of === null ? undefined : grid.seen.of + (list.boxes ? 2 : 1)}
      aria-busy={list.busy}
      aria-multiselectable={list.boxes && list.mode !== 'SELECT'}
      aria-activedescendant={current && grid.idOf(current)}
      onKeyDown={grid.press}
      onFocus={(event) => event.target === event.currentTarget && grid.enter()}
    >
      <div className={css.inner} style={{ minWidth: width }} role="presentation">
        <Head list={list} columns={columns} template={template} />
        <Rows list={list} grid={grid} />
        <SumRow list={list} columns={columns} template={template} />
      </div>
    </div>
  );
}

function Rows({ list, grid }: { list: ListController; grid: Grid }) {
  const { session } = useSession();
  const { table, mode, boxes, hand, rows, selection } = list;
  const { seen, sight } = grid;
  const isSeen = (index: number) => !sight || (index >= sight.startIndex && index <= sight.endIndex);
  const order = grid.items.map(({ index }) => index).sort((one, other) => Number(isSeen(other)) - Number(isSeen(one)));
  const drawn = useInTurn(seen, grid.layout.columns, order);
  if (!table) return null;
  return (
    <div className={css.body} role="rowgroup" style={{ '--height': `${grid.height}px` } as CSSProperties}>
      {grid.items.map(({ index, start }) => {
        const row = rows[index] as WireRow;
        return (
          <Row
            key={row.id}
            id={grid.idOf(row)}
            {...{ table, mode, boxes, hand, row, index }}
            seen={drawn.get(index) ?? seen}
            me={session?.user.id ?? 0}
            current={index === grid.at}
            chosen={selection.has(row.id)}
            top={start}
            height={grid.rowHeight}
            template={grid.layout.template}
          />
        );
      })}
    </div>
  );
}
