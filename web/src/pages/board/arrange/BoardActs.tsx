import { useSyncExternalStore } from 'react';
import { isLooking } from '#web/api/session.ts';
import { choice, choose, onChoices } from '#web/choices/choices.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import type { BoardController } from '../use-board.ts';
import { ArrangeButton } from './ArrangeButton.tsx';

interface BoardActsProps {
  control: BoardController;
  /** below the parts, where the page has no head */
  worded?: boolean;
}

/** What a person sets of a board for himself: whether it is his desktop, and how its parts lie. */
export function BoardActs({ control, worded = false }: BoardActsProps) {
  const { board, error } = control;
  return (
    <>
      {board && !board.record && !error && !isLooking() && <DesktopButton uid={board.uid} worded={worded} />}
      <ArrangeButton control={control} worded={worded} />
    </>
  );
}

/** Chooses the board as the first tab of who signs in, and takes that back (DESK-05). */
function DesktopButton({ uid, worded }: { uid: string; worded: boolean }) {
  const { t } = useText();
  const isOwn = useSyncExternalStore(onChoices, () => choice('desktop')) === uid;
  const toggle = () => {
    choose('desktop', isOwn ? '' : uid);
    toast.done(t(isOwn ? 'board.desktopOff' : 'board.desktopOn'));
  };
  if (worded)
    return (
      <Button kind="quiet" size="touch" icon="home" aria-pressed={isOwn} onClick={toggle}>
        {t('board.desktop')}
      </Button>
    );
  return <IconButton icon="home" label={t('board.desktop')} pressed={isOwn} onClick={toggle} />;
}
