import type { ReactNode } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import css from './ActFrame.module.css';
import type { Begun } from './acts.ts';
import type { Acting, ActOn } from './use-act.ts';

export interface ActProps {
  on: ActOn;
  begun: Begun;
  onClose(): void;
}

interface ActFrameProps extends ActProps {
  it: Acting;
  /** what its button says */
  ok: string;
  /** what follows, at the foot */
  foot?: string;
  width?: number;
  /** nothing can be sent yet */
  disabled?: boolean;
  send?: () => void;
  children: ReactNode;
}

/** Title with the record, lines, what was refused, and the two buttons. Ctrl+Enter sends. */
export function ActFrame({
  on,
  begun,
  it,
  ok,
  foot,
  width,
  disabled = false,
  send = () => void it.send(),
  onClose,
  children,
}: ActFrameProps) {
  const { t } = useText();
  return (
    <Dialog
      open
      {...(width ? { width } : {})}
      title={
        <>
          {t(`beside.${begun.op}`)}
          <span className={css.of}>{on.name}</span>
        </>
      }
      onClose={onClose}
      footer={
        <>
          {foot && <span className={css.foot}>{foot}</span>}
          <Button size="medium" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" busy={it.working} disabled={disabled} onClick={send}>
            {ok}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is heard wherever one stands in the dialog */}
      <div onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !disabled && send()}>
        {children}
        <p className={css.refused} role="alert">
          {it.wrong.all}
        </p>
      </div>
    </Dialog>
  );
}
