import { lazy, Suspense, useState } from 'react';
import { isLooking } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import type { BoardController } from '../use-board.ts';

const ArrangeDialog = lazy(() => import('./ArrangeDialog.tsx').then((room) => ({ default: room.ArrangeDialog })));

/** The way to one's own order of a board's parts, and to what one hides of them; `worded`: below them, where the page has no head. */
export function ArrangeButton({ control, worded = false }: { control: BoardController; worded?: boolean }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const { board } = control;
  if (!board?.layer || control.error || isLooking()) return null;
  return (
    <>
      {worded ? (
        <Button kind="quiet" size="touch" icon="settings" onClick={() => setOpen(true)}>
          {t('board.arrange')}
        </Button>
      ) : (
        <IconButton icon="settings" label={t('board.arrange')} onClick={() => setOpen(true)} />
      )}
      {open && (
        <Suspense fallback={null}>
          <ArrangeDialog board={board} version={board.layer.version} onSaved={control.redefine} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
