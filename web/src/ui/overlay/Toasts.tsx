import { type CSSProperties, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import css from './Toasts.module.css';
import { closeToast, onToasts, type Toast, toasts } from './toast.ts';

const ICONS = { done: 'check', error: 'alert', info: 'info' } as const;

/** Where toasts appear: once, above the bar in which a page has its buttons (`data-bar` marks it), so that neither they nor the tabs are covered. */
export function Toasts() {
  const { t } = useText();
  const shown = useSyncExternalStore(onToasts, toasts);
  const room = useRoom(shown.length > 0);
  return (
    <section className={`${css.place} no-print`} style={room} aria-label={t('ui.notices')}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

const GAP = 8;

/** The room above the highest bar on screen, as long as something is to be said: bars grow, and pages come and go under it. */
function useRoom(needed: boolean): CSSProperties | undefined {
  const [room, setRoom] = useState<{ left: number; bottom: number }>();
  useLayoutEffect(() => {
    if (!needed) return;
    let frame = 0;
    const measure = () => {
      const page = document.getElementById('content')?.getBoundingClientRect();
      const bars = [...document.querySelectorAll('[data-bar]')]
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      const top = Math.min(page?.bottom ?? innerHeight, ...bars.map((bar) => bar.top));
      const next = { left: page?.left ?? 0, bottom: innerHeight - top };
      setRoom((was) => (was?.left === next.left && was.bottom === next.bottom ? was : next));
    };
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    measure();
    const watch = new MutationObserver(later);
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      removeEventListener('resize', later);
    };
  }, [needed]);
  return room && { left: room.left + GAP, bottom: room.bottom + GAP };
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
      {toast.tone !== 'done' && <IconButton icon="close" label={t('ui.close')} size="small" onClick={() => closeToast(toast.id)} />}
    </div>
  );
}
