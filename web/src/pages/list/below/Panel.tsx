import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { leadOf } from '../state/columns.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Facts } from './Facts.tsx';
import { OPENER } from './opener.tsx';
import css from './Panel.module.css';
import type { Below } from './use-below.ts';

interface PanelProps {
  /** the row that it stands below has it with `-below` */
  id: string;
  list: ListController;
  row: WireRow;
  below: Below;
  level: number;
  /** px from the first row's edge */
  top: number;
  /** px that are seen of the list's width */
  room: number;
  /** as high as it turned out to be */
  onHeight: (id: number, height: number, top: number) => void;
  /** the keyboard goes back to the list */
  onLeave: () => void;
}

/** What stands below a row that is open. It takes the room that it needs, and stays in sight where the list is scrolled sideways. */
export function Panel({ id, list, row, below, level, top, room, onHeight, onLeave }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const now = useRef({ onHeight, top });
  now.current = { onHeight, top };
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const look = () => {
      // a sheet of paper has another width
      if (!matchMedia('print').matches) now.current.onHeight(row.id, node.offsetHeight, now.current.top);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(node);
    return () => observer.disconnect();
  }, [row.id]);
  const press = (event: KeyboardEvent) => {
    // what opens over the page is a part of the panel to React alone
    if (!event.currentTarget.contains(event.target as Node)) return;
    const isBack = event.key === 'Escape' || (event.key === 'ArrowLeft' && event.target === event.currentTarget);
    if (!isBack || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };
  const place = { '--top': `${top}px`, '--room': `${room}px`, '--lead': `${leadOf(list.boxes) + OPENER}px` };
  const columns = list.columns.length + (list.boxes ? 2 : 1);
  return (
    <div ref={box} className={css.panel} role="row" aria-level={level} style={place as CSSProperties}>
      <div id={`${id}-below`} className={css.inside} role="gridcell" aria-colspan={columns} tabIndex={-1} onKeyDown={press}>
        <Facts list={list} fields={below.fields} known={below.known(row.id)} />
      </div>
    </div>
  );
}
