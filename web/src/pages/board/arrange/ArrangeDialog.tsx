import { useState } from 'react';
import type { BoardLayer } from '#protocol/wire/board.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useMedia, usePhone } from '#web/ui/use-media.ts';
import type { LoadedBoard } from '../use-board.ts';
import css from './ArrangeDialog.module.css';
import { type Draft, draftOf, layerOf, movedTo, turned } from './draft.ts';
import { Entry } from './Entry.tsx';
import { tellArranged } from './elsewhere.ts';
import { type Form, WIDE } from './places.ts';

interface ArrangeDialogProps {
  board: LoadedBoard;
  /** of what is kept */
  version: number;
  /** asks for the board anew */
  onSaved(): Promise<unknown>;
  onClose(): void;
}

/** The parts of a board in one's own order, and which of them one sees: by pointer, by keyboard, by thumb; saved as a whole. */
export function ArrangeDialog(props: ArrangeDialogProps) {
  const { t, label } = useText();
  const isPhone = usePhone();
  const { parts, draft, isLast, told, move, turn, doing, save, reset } = useArranging(props);
  const acts = (
    <>
      <Button size="medium" kind="quiet" className={css.reset} disabled={!reset} busy={doing === 'reset'} onClick={reset}>
        {t('board.reset')}
      </Button>
      <Button size="medium" onClick={props.onClose}>
        {t('ui.cancel')}
      </Button>
      <Button size="medium" kind="primary" busy={doing === 'save'} onClick={save}>
        {t('board.save')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('board.arrange')} onClose={props.onClose} footer={acts}>
      <p className={css.why}>{t(isPhone ? 'board.arrangeWhyPhone' : 'board.arrangeWhy')}</p>
      <p className="sr" role="status">
        {told}
      </p>
      <ol className={css.parts} aria-label={t('board.arrange')}>
        {parts.map((part, at) => (
          <Entry
            key={part.uid}
            uid={part.uid}
            name={label(part)}
            isHidden={draft.hidden.includes(part.uid)}
            isLast={isLast(part.uid)}
            ends={[at === 0, at === parts.length - 1]}
            step={(by) => move(part.uid, at + by)}
            take={(uid) => move(uid, at)}
            turn={() => turn(part.uid)}
          />
        ))}
      </ol>
    </Dialog>
  );
}

/** What is set, and how it is kept; an order is of the screen on which the dialog was opened. */
function useArranging({ board, version, onSaved, onClose }: ArrangeDialogProps) {
  const { t, label } = useText();
  const isWide = useMedia(WIDE);
  const [form] = useState<Form>(isWide ? 'wide' : 'narrow');
  const { version: _, ...layer } = board.layer!;
  const [draft, setDraft] = useState<Draft>(() => draftOf(board.widgets, layer, form));
  const [told, tell] = useState('');
  const [doing, setDoing] = useState<'save' | 'reset'>();
  const parts = draft.order.flatMap((uid) => board.widgets.find((one) => one.uid === uid) ?? []);
  const shown = parts.filter(({ uid }) => !draft.hidden.includes(uid));
  const send = async (what: 'save' | 'reset', next: BoardLayer) => {
    setDoing(what);
    const done = await keep(board.board_name, next, version);
    await onSaved();
    setDoing(undefined);
    if (!done) return;
    toast.done(t(what === 'save' ? 'board.saved' : 'board.resetDone'));
    onClose();
  };
  return {
    ...{ parts, draft, told, doing },
    /** the only one that is shown */
    isLast: (uid: string) => shown.length === 1 && shown[0]!.uid === uid,
    move: (uid: string, to: number) => {
      const part = parts.find((one) => one.uid === uid);
      if (!part || to < 0 || to >= parts.length) return;
      setDraft((now) => movedTo(now, uid, to));
      tell(t('board.movedTo', { name: label(part), at: to + 1 }));
    },
    turn: (uid: string) => setDraft((now) => turned(now, uid)),
    save: () => void send('save', layerOf(draft, board.widgets, layer, form)),
    reset: Object.keys(layer).length > 0 ? () => void send('reset', {}) : undefined,
  };
}

/** Keeps it for oneself; who has changed it in another window meanwhile is told so, and his next press counts. */
async function keep(cloud: string, layer: BoardLayer, version: number): Promise<boolean> {
  try {
    await call(ops.reportArrange, { cloud, layer, version });
    tellArranged();
    return true;
  } catch (error) {
    toast.error(asApiError(error).remark);
    return false;
  }
}
