import { useEffect, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { useMessages, useUnread } from '#web/pages/messages/use-messages.ts';
import { Popover } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Messages.module.css';

const TURN = 6000;

/** System messages that were not read yet, one after another (FRAME-05); they stand still under the pointer and for who asked for less motion. Whole, and read, once one opens them. */
export function Messages() {
  const { t } = useText();
  const { unread: messages, read } = useUnread();
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState(false);
  const count = messages.length;
  useEffect(() => {
    if (count < 2 || held || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setAt((now) => now + 1), TURN);
    return () => clearInterval(timer);
  }, [count, held]);
  const turn = (open: boolean) => {
    setHeld(open);
    if (!open) read();
  };
  const shown = messages[count ? at % count : 0];
  if (!shown) return <span className={css.messages} />;
  return (
    <Popover trigger="click" placement="bottomLeft" content={<MessageList />} onOpenChange={turn}>
      <button
        type="button"
        className={css.messages}
        title={shown.text}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
      >
        <Icon name="info" size={14} />
        <span className="sr">{t('shell.readAll')}</span>
        <span key={shown.id} className={css.message}>
          {shown.text}
        </span>
        {count > 1 && (
          <span className={css.turn}>
            {(at % count) + 1}/{count}
          </span>
        )}
      </button>
    </Popover>
  );
}

export function MessageList() {
  const { t } = useText();
  const messages = useMessages();
  if (messages.length === 0) return null;
  return (
    <section className={css.notes} aria-label={t('shell.messages')}>
      <h2>{t('shell.messages')}</h2>
      {messages.map((message) => (
        <article key={message.id}>
          {message.title && <h3>{message.title}</h3>}
          <p>{message.text}</p>
        </article>
      ))}
    </section>
  );
}
