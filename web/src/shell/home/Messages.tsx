import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Messages.module.css';

const TURN = 6000;
type Message = { id: number; remark?: string; remark_en?: string };

/** Today's system messages, one at a time; they stand still under the mouse, under the focus, and when paused. */
export function Messages() {
  const { t, label } = useText();
  const rows = useMessages();
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [isHeld, setHeld] = useState(false);
  const turns = rows.length > 1 && !isPaused && !isHeld;
  useEffect(() => {
    if (!turns) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % rows.length), TURN);
    return () => clearInterval(timer);
  }, [turns, rows.length]);
  const message = rows[at % Math.max(rows.length, 1)];
  if (!message) return <div className={css.messages} />;
  const step = (by: number) => setAt((at + by + rows.length) % rows.length);
  const words = label(message, 'remark');
  return (
    <section
      className={css.messages}
      aria-label={t('home.messages')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name="bell" />
      <p key={message.id} className={css.message} title={words}>
        {words}
      </p>
      {rows.length > 1 && (
        <span className={css.turner}>
          <IconButton icon="left" size="small" label={t('home.previous')} onClick={() => step(-1)} />
          <span aria-hidden="true">{t('home.place', { at: at + 1, of: rows.length })}</span>
          <IconButton icon="right" size="small" label={t('home.next')} onClick={() => step(1)} />
          <IconButton
            icon={isPaused ? 'play' : 'pause'}
            size="small"
            label={isPaused ? t('home.play') : t('home.pause')}
            onClick={() => setPaused(!isPaused)}
          />
        </span>
      )}
    </section>
  );
}

/** The messages are no reason to stop anybody: without an answer there are none. */
function useMessages(): readonly Message[] {
  const [rows, setRows] = useState<readonly Message[]>([]);
  useEffect(() => {
    let over = false;
    call(ops.list, { cloud: 'message[web]', fields: 'remark' }, { background: true }).then(
      ({ rows: found }) => over || setRows((found ?? []) as unknown as Message[]),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, []);
  return rows;
}
