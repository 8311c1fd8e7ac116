import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { Acting } from '#web/entry/Acting.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { NoticeMark } from '#web/pages/messages/NoticeMark.tsx';
import { NOTICE_FIELDS, type NoticeItem, whyOf } from '#web/pages/messages/notice-item.ts';
import { isNew, openNotice, readAllNotices, titleOf } from '#web/pages/messages/notices.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { openMessages } from '../account.ts';
import css from './MyNotices.module.css';

const MOST = 20;

/** The newest of what became of my applications; one opens its record, which reads it. All of them have a page. */
export function MyNotices({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { t } = useText();
  const answer = useOp(ops.page, { cloud: 'notice', page: 1, rows: MOST, fields: NOTICE_FIELDS }, { fresh: 5_000, background: true });
  const late = useLate(answer.isPending);
  const { error, outdated } = failureOf(answer);
  const retry = () => void answer.refetch();
  const open = (of: NoticeItem) => {
    onLeave();
    return openNotice(of);
  };
  const openAll = () => {
    onLeave();
    openMessages();
  };
  return (
    <section className={css.mine} aria-label={t('told.mine')}>
      <header>
        <h2>{t('told.mine')}</h2>
        {unread > 0 && (
          <Acting>
            <Button kind="link" onClick={() => void readAllNotices()}>
              {t('told.readNotices')}
            </Button>
          </Acting>
        )}
        <Button kind="link" onClick={openAll}>
          {t('shell.messageCentre')}
        </Button>
      </header>
      {late && <SkeletonLines lines={3} />}
      {error && <ErrorState why={error.remark} onRetry={retry} />}
      <Outdated why={outdated?.remark} onRetry={retry} />
      {answer.data && !error && <Rows rows={(answer.data.rows ?? []) as unknown as NoticeItem[]} onOpen={open} />}
    </section>
  );
}

function Rows({ rows, onOpen }: { rows: readonly NoticeItem[]; onOpen: (of: NoticeItem) => Promise<void> }) {
  const { t } = useText();
  if (rows.length === 0) return <p className={css.quiet}>{t('told.noMine')}</p>;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <Item row={row} onOpen={() => void onOpen(row)} />
        </li>
      ))}
    </ul>
  );
}

function Item({ row, onOpen }: { row: NoticeItem; onOpen: () => void }) {
  const texts = useText();
  const { t } = texts;
  const reason = whyOf(texts, row);
  const title = titleOf(row);
  return (
    <button type="button" className={isNew(row) ? `${css.note} ${css.new}` : css.note} onClick={onOpen}>
      <span>
        <NoticeMark kind={row.kind.id} />
        <time dateTime={row.create_time}>{shortTime(row.create_time)}</time>
        {isNew(row) && <span className="sr">{t('shell.unread')}</span>}
      </span>
      <b className="ellipsis">{title ? t(title) : row.key_name}</b>
      {reason && <small title={reason}>{reason}</small>}
    </button>
  );
}
