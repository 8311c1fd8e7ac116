import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useFirstFocus } from '#web/nav/use-tab.ts';
import { useTurning } from '#web/ui/box/use-turning.ts';
import { usePrinting } from '#web/ui/use-media.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { pressedOn } from '../below/keys.ts';
import type { Below } from '../below/use-below.ts';
import { ROW_HEIGHT } from '../state/kept.ts';
import type { ListController } from '../state/use-list-page.ts';
import { useInSight } from '../table/in-sight.ts';
import { useFitted } from '../table/use-fitted.ts';

import { aboveOf, type Line } from './lines.ts';
import type { Groups } from './use-groups.ts';

/** Above this many lines only those in sight stand in the page; on paper all. */
const ALL_AT_ONCE = 60;

/** Where the lines of a grouped list lie, which of them are drawn, and where the keyboard is among them; what stands below a row takes its room. */
export function useLines(list: ListController, groups: Groups, below: Below) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const { lines } = groups;
  const beside = list.beside?.page.id;
  const stands = (line: Line) => (beside ? line.kind === 'row' && line.row.id === beside : line.key === current);
  const found = lines.findIndex(stands);
  const at = found < 0 && current !== null && lines.length > 0 ? 0 : found;
  useFirstFocus(box, true);
  useTurning(box);
  const room = useWidth(box);
  const isPrinting = usePrinting();
  const layout = useFitted(list, room, isPrinting, useSubtotals(lines));
  const rowHeight = ROW_HEIGHT[list.density];
  const virtual = useVirtualizer({
    count: room > 0 ? lines.length : 0,
    getScrollElement: () => box.current,
    estimateSize: (index) => rowHeight + roomBelow(lines[index], below),
    useFlushSync: false,
    overscan: lines.length > ALL_AT_ONCE && !isPrinting ? 12 : lines.length,
  });
  const go = (next: number) => {
    const to = Math.max(0, Math.min(next, lines.length - 1));
    const line = lines[to];
    if (!line) return;
    setCurrent(line.key);
    virtual.scrollToIndex(to);
    if (list.beside && line.kind === 'row') list.beside.go(line.row);
  };
  return {
    ...{ box, layout, rowHeight, at, go, room, measure: virtual.measure },
    seen: useInSight(box, layout, list.boxes, isPrinting, room),
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    idOf: (index: number) => `${id}-${index}`,
    press: (event: KeyboardEvent) =>
      event.target === event.currentTarget && pressed(event, { list, groups, at, go, below, idOf: (index) => `${id}-${index}` }),
    enter: () => at < 0 && go(0),
  };
}

/** What groups come to, the same as long as their figures are. */
function useSubtotals(lines: readonly Line[]) {
  const all = lines.flatMap((line) => (line.kind === 'group' && line.group.stat ? [line.group.stat] : []));
  const said = JSON.stringify(all);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same figures are the same subtotals
  return useMemo(() => all, [said]);
}

const roomBelow = (line: Line | undefined, below: Below): number => (line?.kind === 'row' ? below.roomOf(line.row) : 0);

interface Standing {
  list: ListController;
  below: Below;
  idOf: (index: number) => string;
  groups: Groups;
  at: number;
  go: (next: number) => void;
}

/** Arrows, Home and End walk; right opens a group or goes into it, left closes it or goes to the one above; Enter and the blank as in any list. */
function pressed(event: KeyboardEvent, standing: Standing): void {
  const { list, groups, at, go, below, idOf } = standing;
  const line = groups.lines[at];
  if (line?.kind === 'row' && below.fields.length > 0 && pressedOn(event, line.row.id, idOf(at), below)) return;
  if (event.key === 'ArrowDown') go(at + 1);
  else if (event.key === 'ArrowUp') go(at - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(groups.lines.length - 1);
  else if (event.key === 'Escape' && list.beside) list.beside.close();
  else if (!line || !onLine(event.key, line, standing)) return;
  event.preventDefault();
}

/** Whether the key did something with that line. */
function onLine(key: string, line: Line, { list, groups, at, go }: Standing): boolean {
  if (key === 'ArrowLeft' && !(line.kind === 'group' && line.isOpen)) go(aboveOf(groups.lines, at));
  else if (line.kind === 'group' && key === 'ArrowRight' && line.isOpen) go(at + 1);
  else if (line.kind === 'group' && ['ArrowLeft', 'ArrowRight', 'Enter', ' '].includes(key)) groups.press(line);
  else if (line.kind === 'row' && key === 'Enter' && list.beside?.page.id === line.row.id) list.beside.box.current?.focus();
  else if (line.kind === 'row' && key === 'Enter') list.hand.open(line.row);
  else if (line.kind === 'row' && key === ' ' && list.boxes) list.hand.toggle(line.row);
  else if (line.kind === 'more' && key === 'Enter' && !line.isEnd) groups.more(line.place);
  else if (line.kind === 'fault' && key === 'Enter') groups.again(line.place);
  else return false;
  return true;
}
