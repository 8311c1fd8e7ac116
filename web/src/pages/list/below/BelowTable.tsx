import { type CSSProperties, Fragment, type KeyboardEvent, useId } from 'react';
import { shownBelow } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { useSession } from '#web/api/use-session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BELOW_EN, BELOW_ZH } from '#web/i18n/parts/records/below.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Head } from '../table/Head.tsx';
import { Row } from '../table/Row.tsx';
import { SumRow } from '../table/SumRow.tsx';
import table from '../table/Table.module.css';
import { Table } from '../table/Table.tsx';
import { type Grid, useGrid } from '../table/use-grid.ts';
import { pressedOn } from './keys.ts';
import { useOpener } from './opener.tsx';
import { Panel } from './Panel.tsx';
import { type Below, BelowProvider, useBelow } from './use-below.ts';
import { useHeights } from './use-heights.ts';

addTexts(BELOW_ZH, BELOW_EN);

/** A list whose rows can be opened (`expand`); one as any where its reader has nothing that would stand there. */
export function BelowTable({ list }: { list: ListController }) {
  return list.table && shownBelow(list.table).length > 0 ? <Opening list={list} /> : <Table list={list} />;
}

function Opening({ list: given }: { list: ListController }) {
  const { t, label } = useText();
  const ways = useId();
  const columns = useOpener(given.columns, given.boxes);
  const list = { ...given, columns };
  const below = useBelow(list);
  const grid = useGrid(list, below.roomOf);
  const { template, width, wide } = grid.layout;
  const current = list.rows[grid.at];
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (!current || !pressedOn(event, current.id, grid.idOf(current), below)) grid.press(event);
  };
  return (
    <BelowProvider value={below}>
      <div
        ref={grid.box}
        className={wide ? `${table.box} ${table.wide}` : table.box}
        role="treegrid"
        tabIndex={0}
        aria-label={label(list.table)}
        aria-describedby={ways}
        aria-rowcount={list.rows.length + 1}
        aria-colcount={grid.seen.of === null ? undefined : grid.seen.of + (list.boxes ? 2 : 1)}
        aria-busy={list.busy}
        aria-multiselectable={list.boxes && list.mode !== 'SELECT'}
        aria-activedescendant={current && grid.idOf(current)}
        onKeyDown={press}
        onFocus={(event) => event.target === event.currentTarget && grid.enter()}
      >
        <div className={table.inner} style={{ minWidth: width }} role="presentation">
          <Head list={list} columns={grid.layout.columns} template={template} />
          <Rows list={list} grid={grid} below={below} />
          <SumRow list={list} columns={grid.layout.columns} template={template} />
        </div>
      </div>
      <p id={ways} hidden>
        {t('below.hint')}
      </p>
    </BelowProvider>
  );
}

function Rows({ list, grid, below }: { list: ListController; grid: Grid; below: Below }) {
  const { session } = useSession();
  const onHeight = useHeights(below, grid);
  const { table: definition, mode, boxes, hand, rows, selection } = list;
  const toList = () => grid.box.current?.focus({ preventScroll: true });
  return (
    <div className={table.body} role="rowgroup" style={{ '--height': `${grid.height}px` } as CSSProperties}>
      {grid.items.map(({ index, start }) => {
        const row = rows[index] as WireRow;
        const isOpen = below.isOpen(row.id);
        return (
          <Fragment key={row.id}>
            <Row
              id={grid.idOf(row)}
              {...{ table: definition!, mode, boxes, hand, row, index }}
              level={1}
              expanded={isOpen}
              seen={grid.seen}
              me={session?.user.id ?? 0}
              current={index === grid.at}
              chosen={selection.has(row.id)}
              top={start}
              height={grid.rowHeight}
              template={grid.layout.template}
            />
            {isOpen && (
              <Panel
                id={grid.idOf(row)}
                {...{ list, row, below, onHeight }}
                level={2}
                top={start + grid.rowHeight}
                room={grid.room}
                onLeave={toList}
              />
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
