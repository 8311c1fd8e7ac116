import { useEffect, useRef } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { useTab, useView } from '#web/nav/use-tab.ts';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import css from './MessagesPage.module.css';
import { type SystemMessage, useSystemMessages, useUnread } from './use-messages.ts';

/** What administrators publish, as long as it is in force; what stands on screen has been read. Who comes for one of it (`message`) begins there. */
export function SystemMessages() {
  const { t } = useText();
  const { active } = useTab();
  const { messages, isPending, error, retry } = useSystemMessages();
  const { unread, read } = useUnread();
  const { named, place } = useNamed(messages);
  useEffect(() => {
    if (active && unread.length > 0) read();
  }, [active, unread.length, read]);
  if (error) return <ErrorState why={error.remark} onRetry={retry} />;
  if (messages.length === 0) return isPending ? null : <EmptyState title={t('messages.noneSystem')} why={t('messages.noneSystemWhy')} />;
  return (
    <div className={css.system}>
      {messages.map(({ id, title, text, from, to }) => (
        <article
          key={id}
          ref={id === named ? place : undefined}
          tabIndex={id === named ? -1 : undefined}
          aria-current={id === named || undefined}
        >
          {title && <h2>{title}</h2>}
          <p>{text}</p>
          <small>{t('messages.until', { from, to })}</small>
        </article>
      ))}
    </div>
  );
}

/** The message that the address names, as long as it is in force; each time one comes here for it, it is in sight and read out. */
function useNamed(messages: readonly SystemMessage[]) {
  const [{ message }] = useView();
  const { active, turn } = useTab();
  const place = useRef<HTMLElement>(null);
  const named = messages.find(({ id }) => String(id) === message)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who comes again is led there again
  useEffect(() => {
    if (!active || named === undefined) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [active, named, turn]);
  return { named, place };
}
