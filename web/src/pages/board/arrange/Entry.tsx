import type { DragEvent, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import css from './ArrangeDialog.module.css';

const KIND = 'application/x-formwork-part';

interface EntryProps {
  uid: string;
  name: string;
  isHidden: boolean;
  /** the only one that is shown: it stays */
  isLast: boolean;
  /** whether it stands first, and last */
  ends: readonly [boolean, boolean];
  step(by: number): void;
  /** the part that was dropped on it takes its place */
  take(uid: string): void;
  turn(): void;
}

/** A part in the list: it is dragged, moved by arrow keys on its grip or by two buttons, hidden and shown. */
export function Entry({ uid, name, isHidden, isLast, ends, step, take, turn }: EntryProps) {
  const { t } = useText();
  // who is moved in the page loses the keyboard: it stays with what was pressed
  const stepFrom = (pressed: HTMLElement, by: number) => {
    flushSync(() => step(by));
    pressed.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    stepFrom(event.currentTarget, by);
  };
  return (
    <li className={isHidden ? `${css.part} ${css.off}` : css.part} {...dropping(uid, take)}>
      <button
        type="button"
        className={css.grip}
        draggable
        aria-label={t('board.move', { name })}
        title={t('board.move', { name })}
        onKeyDown={press}
      >
        <Icon name="grip" />
      </button>
      <span className="ellipsis" title={name}>
        {name}
      </span>
      {isHidden && <span className={css.hidden}>{t('board.hidden')}</span>}
      <span className={css.acts}>
        <IconButton
          icon="up"
          label={t('board.up', { name })}
          disabled={ends[0]}
          onClick={({ currentTarget }) => stepFrom(currentTarget, -1)}
        />
        <IconButton
          icon="down"
          label={t('board.downOne', { name })}
          disabled={ends[1]}
          onClick={({ currentTarget }) => stepFrom(currentTarget, 1)}
        />
        <IconButton
          icon={isHidden ? 'eye-off' : 'eye'}
          label={isLast ? t('board.lastShown') : t(isHidden ? 'board.show' : 'board.hide', { name })}
          disabled={isLast}
          onClick={turn}
        />
      </span>
    </li>
  );
}

/** A part that is dragged over another one takes its place. */
function dropping(uid: string, take: (uid: string) => void) {
  return {
    onDragStart: ({ dataTransfer, currentTarget }: DragEvent<HTMLElement>) => {
      dataTransfer.setData(KIND, uid);
      dataTransfer.effectAllowed = 'move' as const;
      dataTransfer.setDragImage(currentTarget, 12, 12);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes(KIND)) return;
      event.preventDefault();
      event.currentTarget.dataset.drop = '';
    },
    onDragLeave: ({ currentTarget }: DragEvent<HTMLElement>) => void delete currentTarget.dataset.drop,
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      delete event.currentTarget.dataset.drop;
      const moved = event.dataTransfer.getData(KIND);
      if (moved && moved !== uid) take(moved);
    },
  };
}
