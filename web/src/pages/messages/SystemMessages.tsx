import { useEffect } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import css from './MessagesPage.module.css';
import { useSystemMessages, useUnread } from './use-messages.ts';

/** What administrators publish, as long as it is in force; what stands on screen has been read. */
export function SystemMessages() {
  const { t } = useText();
  const { active } = useTab();
  const { messages, isPending, error, retry } = useSystemMessages();
  const { unread, read } = useUnread();
  useEffect(() => {
    if (active && unread.length > 0) read();
  }, [active, unread.length, read]);
  if (error) return <ErrorState why={error.remark} onRetry={retry} />;
  if (messages.length === 0) return isPending ? null : <EmptyState title={t('messages.noneSystem')} why={t('messages.noneSystemWhy')} />;
  return (
    <div className={css.system}>
      {messages.map(({ id, title, text, from, to }) => (
        <article key={id}>
          {title && <h2>{title}</h2>}
          <p>{text}</p>
          <small>{t('messages.until', { from, to })}</small>
        </article>
      ))}
    </div>
  );
}
