import { Modal } from 'antd';
import { type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import css from './Dialog.module.css';
import { onQuestion, question } from './dialog.ts';
import { FootStart } from './foot-start.ts';

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /** small 480; large 94 % of the window (FRAME-12); `width` px of its own; all a full sheet from below on a phone */
  size?: 'small' | 'large';
  width?: number;
  /** buttons, the primary one last */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A dialog of the house. Esc and the cross close it; focus begins where `data-begins` stands, stays inside and goes back to where it was. */
export function Dialog({ open, title, onClose, size = 'small', width, footer, children }: DialogProps) {
  const { t } = useText();
  const start = use(FootStart);
  const inside = useBeginning(open);
  return (
    <Modal
      open={open}
      title={title}
      onCancel={onClose}
      footer={
        footer || start ? (
          <div className={css.foot}>
            {start}
            {start && <span className={css.apart} />}
            {footer}
          </div>
        ) : null
      }
      width={width ?? (size === 'small' ? 480 : '94vw')}
      centered={size === 'small' || width !== undefined}
      className={`${css.dialog} ${css[size]}`}
      closeIcon={<Icon name="close" />}
      closable={{ 'aria-label': t('ui.close') }}
      destroyOnHidden
      mask={{ closable: false }}
    >
      <div ref={inside} className={css.inside}>
        {children}
      </div>
    </Modal>
  );
}

/**
 * While it opens nothing in it takes focus; then antd gives it to the first button there is, the cross. It is handed on from there, also
 * to what comes a moment later.
 */
function useBeginning(open: boolean) {
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    let first: EventTarget | null = null;
    const beginIn = (dialog: Element) => dialog.querySelector<HTMLElement>('[data-begins]')?.focus({ preventScroll: true });
    const wait = new MutationObserver(() => {
      const dialog = inside.current?.closest('[role=dialog]');
      if (dialog && document.activeElement === first) beginIn(dialog);
      if (document.activeElement !== first) wait.disconnect();
    });
    const begin = ({ target }: FocusEvent) => {
      const dialog = inside.current?.closest('[role=dialog]');
      if (!dialog?.contains(target as Element)) return;
      document.removeEventListener('focusin', begin);
      first = target;
      beginIn(dialog);
      if (document.activeElement === first) wait.observe(dialog, { childList: true, subtree: true });
    };
    document.addEventListener('focusin', begin);
    return () => {
      wait.disconnect();
      document.removeEventListener('focusin', begin);
    };
  }, [open]);
  return inside;
}

/** Where `ask` of dialog.ts is answered: once, at the top of the application. Enter goes on, but where it would destroy something. */
export function Questions() {
  const { t } = useText();
  const asked = useSyncExternalStore(onQuestion, question);
  if (!asked) return null;
  if (asked.instead) return asked.instead;
  return (
    <Dialog
      open
      title={asked.title}
      onClose={() => asked.answer(false)}
      footer={
        <>
          {asked.cancel !== false && (
            <Button size="medium" data-begins={asked.danger ? '' : undefined} onClick={() => asked.answer(false)}>
              {asked.cancel ?? t('ui.cancel')}
            </Button>
          )}
          <Button
            size="medium"
            kind={asked.danger ? 'danger-solid' : 'primary'}
            data-begins={asked.danger && asked.cancel !== false ? undefined : ''}
            onClick={() => asked.answer(true)}
          >
            {asked.ok}
          </Button>
        </>
      }
    >
      {asked.body}
    </Dialog>
  );
}
