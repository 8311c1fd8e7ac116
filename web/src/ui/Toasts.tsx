import { type CSSProperties, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import css from './Toasts.module.css';
import { closeToast, onToasts, type Toast, toasts } from './toast.ts';

const ICONS = { done: 'check', error: 'alert', info: 'info' } as const;

/**
 * Where toasts appear: once, in the top bar, over what nobody needs just then (`data-toasts` marks it). The page under them, its head,
 * steps and buttons, stays free.
 */
export function Toasts() {
  const { t } = useText();
  const shown = useSyncExternalStore(onToasts, toasts);
  const room = useRoom(shown.length > 0);
  return (
    <section className={css.place} style={room} aria-label={t('ui.notices')}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

const NARROWEST = 240;

/** The marked room of the top bar while something is to be said; without one they stand at the top in the middle. */
function useRoom(needed: boolean): CSSProperties | undefined {
  const [room, setRoom] = useState<CSSProperties>();
  useLayoutEffect(() => {
    if (!needed) return;
    const measure = () => {
      const { left = 0, width = 0 } = document.querySelector('[data-toasts]')?.getBoundingClientRect() ?? {};
      setRoom(width < NARROWEST ? undefined : { left, width, transform: 'none' });
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [needed]);
  return room;
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useText();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.lasts === 0) return;
    const timer = setTimeout(() => closeToast(toast.id), toast.lasts);
    return () => clearTimeout(timer);
  }, [held, toast]);
  const { action } = toast;
  return (
    <div
      className={css.card}
      role={toast.tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span className={css[toast.tone]}>
        <Icon name={ICONS[toast.tone]} />
      </span>
      <div className={css.words}>
        <span className={toast.lines ? css.strong : undefined}>{toast.title}</span>
        {toast.lines?.map((line) => (
          <span key={line} className={css.line}>
            {line}
          </span>
        ))}
      </div>
      {action && (
        <Button
          kind="link"
          size="small"
          onClick={() => {
            closeToast(toast.id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      {(toast.tone === 'error' || toast.lasts === 0) && (
        <IconButton icon="close" label={t('ui.close')} size="small" onClick={() => closeToast(toast.id)} />
      )}
    </div>
  );
}
