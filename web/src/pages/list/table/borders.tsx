import type { DragEvent, HTMLAttributes, PointerEvent } from 'react';
import type { Column } from '../state/columns.ts';
import type { Laying } from '../state/use-laid-out.ts';
import type { ListController } from '../state/use-list-page.ts';
import css from './Table.module.css';

/** What a head is dragged as: its column's uid. */
const KIND = 'application/x-formwork-column';
const isColumn = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(KIND);
function mark(head: HTMLElement, side?: 'before' | 'after'): void {
  if (side) head.dataset.drop = side;
  else delete head.dataset.drop;
}
const isBehind = ({ currentTarget, clientX }: DragEvent<HTMLElement>): boolean => {
  const { left, width } = currentTarget.getBoundingClientRect();
  return clientX > left + width / 2;
};

/** A head that is dragged over another one moves its column there. By the keyboard columns move in the layout's panel. */
export function movingOf({ laying, columns }: ListController, { field, frozen }: Column): HTMLAttributes<HTMLElement> {
  if (!laying) return {};
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }) => {
      dataTransfer.setData(KIND, field.uid);
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event) => {
      if (!isColumn(event)) return;
      event.preventDefault();
      mark(event.currentTarget, isBehind(event) ? 'after' : 'before');
    },
    onDragLeave: ({ currentTarget }) => mark(currentTarget),
    onDrop: (event) => {
      mark(event.currentTarget);
      const uid = event.dataTransfer.getData(KIND);
      const behind = columns[columns.findIndex((column) => column.field.uid === field.uid) + 1];
      // what stays in place stands before all others, whatever is dropped behind it
      const next = behind && behind.frozen === frozen ? behind.field.uid : behind && frozen ? field.uid : (behind?.field.uid ?? null);
      const before = isBehind(event) ? next : field.uid;
      if (uid && uid !== field.uid && uid !== before) laying.move(uid, before);
    },
  };
}

/** The right border of a head, which a pointer drags to another width; pressed twice the column is as wide as it needs again. */
export function Border({ column, laying }: { column: Column; laying: Laying }) {
  const press = (event: PointerEvent<HTMLElement>) => {
    const border = event.currentTarget;
    const head = border.parentElement!;
    const [from, width] = [event.clientX, head.getBoundingClientRect().width];
    const step = (x: number) => Math.max(40 - width, x - from);
    border.setPointerCapture(event.pointerId);
    border.dataset.dragged = '';
    border.onpointermove = ({ clientX }) => border.style.setProperty('--by', `${step(clientX)}px`);
    border.onpointerup = border.onpointercancel = ({ type, clientX }) => {
      border.onpointermove = border.onpointerup = border.onpointercancel = null;
      delete border.dataset.dragged;
      border.style.removeProperty('--by');
      if (type === 'pointerup' && Math.abs(clientX - from) > 2) laying.widen(column.field.uid, width + step(clientX));
    };
  };
  return (
    <i
      className={css.border}
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={press}
      onDoubleClick={() => laying.widen(column.field.uid, null)}
    />
  );
}
