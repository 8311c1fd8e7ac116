import { Acting } from '#web/entry/Acting.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { MESSAGES_EN, MESSAGES_ZH } from '#web/i18n/parts/messages.ts';
import { inBoth, useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Pager } from '../reading/Pager.tsx';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import css from './MessagesPage.module.css';
import { NoticeMark } from './NoticeMark.tsx';
import { type NoticeItem, whyOf } from './notice-item.ts';
import { isNew, openNotice, readAllNotices, titleOf } from './notices.ts';
import { SystemMessages } from './SystemMessages.tsx';
import { useUnread } from './use-messages.ts';
import { type MessagesController, ROWS, useMessagesPage } from './use-messages-page.ts';

addTexts(MESSAGES_ZH, MESSAGES_EN);

const LABEL = inBoth('messages.title');
const NONE = {
  all: ['messages.noneAll', 'messages.noneAllWhy'],
  unread: ['messages.noneUnread', 'messages.noneUnreadWhy'],
} as const;

/** All that one was told: what became of one's applications, read or not, and what administrators publish (ADMIN-10). */
export function MessagesPage() {
  const { t } = useText();
  const messages = useMessagesPage();
  useLabel(LABEL, false, LABEL);
  const { view, unread } = messages;
  const system = useUnread().unread.length;
  return (
    <div className={css.page}>
      <ReadingHead
        title={t('messages.title')}
        search={view !== 'system' && { hint: t('messages.search'), keyword: messages.keyword, onChange: messages.setKeyword }}
      >
        {unread > 0 && view !== 'system' && (
          <Acting>
            <Button onClick={() => void readAllNotices()}>{t('messages.readAll')}</Button>
          </Acting>
        )}
      </ReadingHead>
      <div className={css.tabs}>
        <Tabs
          label={t('messages.title')}
          active={view}
          onChange={messages.change}
          items={[
            { key: 'all', label: t('messages.all') },
            { key: 'unread', label: t('messages.unread'), count: unread || undefined },
            { key: 'system', label: t('messages.system'), count: system || undefined },
          ]}
        />
      </div>
      <div className={css.body}>
        {view === 'system' ? (
          <SystemMessages />
        ) : (
          <>
            <Outdated why={messages.outdated?.remark} onRetry={messages.retry} />
            <List messages={messages} view={view} />
            <Pager
              label={t('messages.pages')}
              page={messages.page}
              rows={ROWS}
              shown={messages.rows.length}
              total={messages.total}
              onTurn={messages.setPage}
            />
          </>
        )}
      </div>
    </div>
  );
}

function List({ messages, view }: { messages: MessagesController; view: 'all' | 'unread' }) {
  const { t } = useText();
  const late = useLate(messages.isPending, 500);
  const stale = useLate(messages.isBusy, 150);
  const { rows, keyword, error } = messages;
  if (error) return <ErrorState why={error.remark} onRetry={messages.retry} />;
  if (messages.isPending) return late ? <SkeletonRows rows={8} columns={[0, 90]} height={48} /> : null;
  if (rows.length === 0)
    return (
      <EmptyState title={t(keyword ? 'messages.noneFound' : NONE[view][0])} why={t(keyword ? 'messages.noneFoundWhy' : NONE[view][1])}>
        {keyword && <Button onClick={() => messages.setKeyword('')}>{t('messages.clear')}</Button>}
      </EmptyState>
    );
  return (
    <ul className={stale ? `${css.rows} ${css.stale}` : css.rows} aria-busy={stale}>
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} />
        </li>
      ))}
    </ul>
  );
}

/** What became of which application, by whom and why; bold until it was read. */
function Row({ row }: { row: NoticeItem }) {
  const texts = useText();
  const { t } = texts;
  const reason = whyOf(texts, row);
  const title = titleOf(row);
  return (
    <button type="button" className={isNew(row) ? `${css.row} ${css.new}` : css.row} onClick={() => void openNotice(row)}>
      <span className={css.mark}>
        <NoticeMark kind={row.kind.id} />
      </span>
      <span className={css.what}>
        <b>{title ? t(title) : row.key_name}</b>
        {isNew(row) && <span className="sr">{t('shell.unread')}</span>}
        {reason && <small title={reason}>{reason}</small>}
      </span>
      <time dateTime={row.create_time}>{shortTime(row.create_time)}</time>
    </button>
  );
}
