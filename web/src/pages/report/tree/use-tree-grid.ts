import { type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '#web/ui/use-media.ts';
import type { Place } from '../pivot/figures.ts';
import { deedOf, isOpen, type Opened, shownOf, standing, type TreeLine } from './nodes.ts';

/** The line of the total, below all others. */
const TOTAL = 'total';
const CLOSED: Opened = { by: new Map() };
const ALL: Opened = { by: new Map(), rest: true };

/** Which lines of a tree are shown, and where the keyboard is among their names and figures; `columns` with that of the names. */
export function useTreeGrid(tree: readonly TreeLine[], columns: number) {
  const id = useId();
  const isPrinting = usePrinting();
  const [kept, setOpened] = useState<Opened>(CLOSED);
  const [own, setAt] = useState<{ key: string | undefined; column: number }>({ key: undefined, column: 0 });
  // paper has them all
  const opened = isPrinting ? ALL : kept;
  const shown = shownOf(tree, opened);
  const row = own.key === TOTAL ? shown.length : standing(tree, shown, own.key);
  const at: Place = [row, Math.min(own.column, columns - 1)];
  const idOf = ([line, column]: Place) => `${id}${line}-${column}`;
  const stand = (to: Place) => {
    flushSync(() => setAt({ key: to[0] === shown.length ? TOTAL : shown[to[0]]?.key, column: to[1] }));
    document.getElementById(idOf(to))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const turn = (line: TreeLine, open = !isOpen(opened, line)) =>
    setOpened(({ by, ...rest }) => ({ ...rest, by: new Map(by).set(line.key, open) }));
  return {
    ...{ shown, at, stand, turn, idOf },
    isOpen: (line: TreeLine) => isOpen(opened, line),
    setAll: (rest: boolean) => setOpened({ by: new Map(), rest }),
    press: (event: KeyboardEvent<HTMLElement>, open: (at: Place) => void) => {
      // heads of columns have keys of their own
      if (event.target !== event.currentTarget || event.altKey || event.metaKey) return;
      if (event.key === 'Enter') open(at);
      const deed = deedOf(event.key, event.ctrlKey, at, shown, opened, { rows: shown.length + 1, columns });
      if (!deed && event.key !== 'Enter') return;
      event.preventDefault();
      if (!deed) return;
      if ('to' in deed) stand(deed.to);
      else if ('turn' in deed) turn(deed.turn, deed.open);
      else setOpened(ALL);
    },
  };
}
export type TreeGrid = ReturnType<typeof useTreeGrid>;
