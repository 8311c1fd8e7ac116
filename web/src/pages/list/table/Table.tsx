import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { useSession } from '#web/api/use-session.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { useFirstFocus } from '#web/nav/use-tab.ts';
import { usePrinting } from '#web/ui/use-media.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { CHECK_WIDTH, type Column, gridTemplate, totalWidth } from '../state/columns.ts';
import { ROW_HEIGHT } from '../state/kept.ts';
import type { ListController } from '../state/use-list-page.ts';
import { fitColumns, type Needed, neededSoFar, neededWidth, textWidth } from './fit.ts';
import { Head } from './Head.tsx';
import { Row } from './Row.tsx';
import { SumRow } from './SumRow.tsx';
import css from './Table.module.css';

const TURN_OPS = new Set(['Review', 'Reply', 'Modify']);

/** The actions' column: more, the hovered action, and in a flow table what waits for one, by its longest word. */
function actionsWidth({ mode, table }: ListController, label: Texts['label']): number {
  if (mode !== 'LIST') return 0;
  const turns = table?.flow ? table.states.flatMap((state) => state.actions ?? []).filter((action) => TURN_OPS.has(action.op)) : [];
  return Math.max(84, ...turns.map((action) => Math.min(180, textWidth(label(action)) * 1.08 + 60)));
}
/** Above this many rows only those in sight stand in the page; on paper all. */
const ALL_AT_ONCE = 60;

/** The rows: one line each, head and sums always in sight, arrows and Enter as in any list. */
export function Table({ list }: { list: ListController }) {
  const { label } = useText();
  const id = useId();
  const { session } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const { rows, table } = list;
  useFirstFocus(box, table !== undefined);
  const room = useWidth(box);
  const columns = useFitted(list, room);
  const height = ROW_HEIGHT[list.density];
  const isPrinting = usePrinting();
  const virtual = useVirtualizer({
    // no row is drawn before the width is known: it would be drawn twice
    count: room > 0 ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: rows.length > ALL_AT_ONCE && !isPrinting ? 12 : rows.length,
  });
  if (!table) return null;
  const actions = actionsWidth(list, label);
  const template = gridTemplate(columns, true, actions);
  const width = totalWidth(columns, true, actions);
  const wide = room > 0 && width > room;
  const go = (next: number) => {
    const to = Math.max(0, Math.min(next, rows.length - 1));
    setAt(to);
    virtual.scrollToIndex(to);
  };
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const row = rows[at];
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'Enter' && row) list.hand.open(row);
    else if (event.key === ' ' && row) list.hand.toggle(row);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className={wide ? `${css.box} ${css.wide}` : css.box}
      role="grid"
      tabIndex={0}
      aria-label={label(table)}
      aria-rowcount={rows.length + 1}
      aria-busy={list.busy}
      aria-multiselectable={list.mode !== 'SELECT'}
      aria-activedescendant={at >= 0 && rows[at] ? `${id}-${rows[at].id}` : undefined}
      onKeyDown={press}
      onFocus={(event) => event.target === event.currentTarget && at < 0 && rows.length > 0 && setAt(0)}
    >
      <div className={css.inner} style={{ minWidth: width }} role="presentation">
        <Head list={list} columns={columns} template={template} />
        <div className={css.body} role="rowgroup" style={{ '--height': `${virtual.getTotalSize()}px` } as CSSProperties}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index] as WireRow;
            return (
              <Row
                key={row.id}
                id={`${id}-${row.id}`}
                table={table}
                mode={list.mode}
                hand={list.hand}
                columns={columns}
                row={row}
                me={session?.user.id ?? 0}
                index={item.index}
                current={item.index === at}
                chosen={list.selection.has(row.id)}
                top={item.start}
                height={height}
                template={template}
              />
            );
          })}
        </div>
        <SumRow list={list} columns={columns} template={template} />
      </div>
    </div>
  );
}

/** The columns as wide as the sheet allows, by what stood in them since the list was opened. */
function useFitted(list: ListController, room: number): readonly Column[] {
  const { label } = useText();
  const { figure, rate } = useUnits();
  const { columns, rows, sums } = list;
  const actions = actionsWidth(list, label);
  const before = useRef<{ columns: readonly Column[]; label: unknown; needed: readonly Needed[] }>(undefined);
  return useMemo(() => {
    const known = before.current;
    const now = columns.map((column) => neededWidth(column, { rows, sums, label, figure, rate }));
    const needed = neededSoFar(now, known?.columns === columns && known.label === label ? known.needed : undefined);
    before.current = { columns, label, needed };
    return fitColumns(columns, needed, room - CHECK_WIDTH - actions);
  }, [columns, rows, sums, actions, label, figure, rate, room]);
}
