import type { DragEvent } from 'react';

/** What an entry of a list listens to so that one that is dragged over it takes its place; `kind` keeps lists apart that stand open at once. */
export function dropping(kind: string, uid: string, take: (uid: string) => void) {
  return {
    onDragStart: ({ dataTransfer, currentTarget }: DragEvent<HTMLElement>) => {
      dataTransfer.setData(kind, uid);
      dataTransfer.effectAllowed = 'move' as const;
      dataTransfer.setDragImage(currentTarget, 12, 12);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes(kind)) return;
      event.preventDefault();
      event.currentTarget.dataset.drop = '';
    },
    onDragLeave: ({ currentTarget }: DragEvent<HTMLElement>) => void delete currentTarget.dataset.drop,
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      delete event.currentTarget.dataset.drop;
      const moved = event.dataTransfer.getData(kind);
      if (moved && moved !== uid) take(moved);
    },
  };
}
