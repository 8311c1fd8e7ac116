import { useMemo, useRef } from 'react';
import { useUnits } from '#web/fields/amounts.tsx';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { type Column, gridTemplate, leadOf, paperTemplate, totalWidth } from '../state/columns.ts';
import { withPlaces } from '../state/places.ts';
import type { ListController } from '../state/use-list-page.ts';
import { fitColumns, type Needed, neededSoFar, neededWidth, textWidth } from './fit.ts';
import { boldCells } from './row-look.ts';

/** How a list's columns lie in its sheet. */
export interface Layout {
  columns: readonly Column[];
  /** CSS grid columns of every row */
  template: string;
  /** px of a whole row */
  width: number;
  /** there is more than the sheet shows: it scrolls sideways */
  wide: boolean;
}

const NONE: readonly Readonly<Record<string, unknown>>[] = [];

/** The columns as wide as the sheet's `room` allows, by what stood in them since the list was opened; on paper, whose width nobody tells, by shares of it. */
export function useFitted(list: ListController, room: number, onPaper: boolean, subtotals = NONE): Layout {
  const { label, locale } = useText();
  const { figure, rate } = useUnits();
  const { columns, rows, sums, boxes, table } = list;
  const actions = actionsWidth(list, label);
  const before = useRef<{ columns: readonly Column[]; label: unknown; needed: readonly Needed[] }>(undefined);
  return useMemo(() => {
    const known = before.current;
    const measured = { rows, sums, label, locale, figure, rate, isBold: boldCells(table) };
    const aligned = withPlaces(columns, [sums, ...subtotals, ...rows], figure);
    const now = aligned.map((column) => neededWidth(column, measured));
    const needed = neededSoFar(now, known?.columns === columns && known.label === label ? known.needed : undefined);
    before.current = { columns, label, needed };
    const fitted = fitColumns(aligned, needed, room - leadOf(boxes) - actions);
    if (onPaper) return { columns: fitted, template: paperTemplate(fitted, boxes, actions), width: 0, wide: false };
    const width = totalWidth(fitted, boxes, actions);
    return { columns: fitted, template: gridTemplate(fitted, boxes, actions), width, wide: room > 0 && width > room };
  }, [table, columns, rows, sums, subtotals, boxes, actions, label, locale, figure, rate, room, onPaper]);
}

const TURN_OPS = new Set(['Review', 'Reply', 'Modify']);

/** The actions' column: more, the hovered action, and in a flow table what waits for one, by its longest word. */
function actionsWidth({ mode, table }: ListController, label: Texts['label']): number {
  if (mode !== 'LIST') return 0;
  const turns = table?.flow ? table.states.flatMap((state) => state.actions ?? []).filter((action) => TURN_OPS.has(action.op)) : [];
  return Math.max(84, ...turns.map((action) => Math.min(180, textWidth(label(action)) * 1.08 + 60)));
}
