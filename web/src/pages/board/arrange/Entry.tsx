import { flushSync } from 'react-dom';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { dropping } from '#web/ui/order/dropping.ts';
import { Grip } from '#web/ui/order/Grip.tsx';
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
  return (
    <li className={isHidden ? `${css.part} ${css.off}` : css.part} {...dropping(KIND, uid, take)}>
      <Grip label={t('board.move', { name })} step={(by, grip) => stepFrom(grip, by)} />
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
