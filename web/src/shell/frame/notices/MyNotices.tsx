import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Look, StateMark } from '#web/ui/marks/StateMark.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import css from './MyNotices.module.css';
import { NOTICE_FIELDS, type NoticeItem, whyOf } from './notice-item.ts';

const MOST = 20;
const LOOKS: Readonly<Record<number, Look>> = { 1: 'doing', 2: 'late', 3: 'done', 4: 'none' };

/** What became of my applications, the newest first; one opens its record, which reads it. */
export function MyNotices({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { t } = useText();
  const answer = useOp(ops.page, { cloud: 'notice', page: 1, rows: MOST, fields: NOTICE_FIELDS }, { fresh: 5_000, background: true });
  const late = useLate(answer.isPending);
  const { error, outdated } = failureOf(answer);
  const retry = () => void answer.refetch();
  const readAll = async () => {
    await call(ops.readNotices, {}).catch((error) => toast.error(asApiError(error).remark));
    void invalidateTable('notice');
  };
  const open = async (of: NoticeItem) => {
    onLeave();
    nav.open({ cloud: of.source, op: 'Show', id: of.rowid }, dataLabel(of.key_name));
    // the record reads its notices itself; one that he may not see any more is read here
    if (of.review_state.id === 1 && of.kind && !of.event_name) await call(ops.readNotices, { id: of.id }).catch(() => null);
    void invalidateTable('notice');
  };
  return (
    <section className={css.mine} aria-label={t('shell.mine')}>
      <header>
        <h2>{t('shell.mine')}</h2>
        {unread > 0 && (
          <Button kind="link" onClick={() => void readAll()}>
            {t('shell.readNotices')}
          </Button>
        )}
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
  if (rows.length === 0) return <p className={css.quiet}>{t('shell.noMine')}</p>;
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
  const isNew = row.review_state.id === 1;
  const reason = whyOf(texts, row);
  return (
    <button type="button" className={isNew ? `${css.note} ${css.new}` : css.note} onClick={onOpen}>
      <span>
        <StateMark look={LOOKS[row.kind.id]}>{kindOf(t, row.kind.id)}</StateMark>
        <time dateTime={row.create_time}>{shortTime(row.create_time)}</time>
        {isNew && <span className="sr">{t('shell.unread')}</span>}
      </span>
      <b className="ellipsis">{row.key_name}</b>
      {reason && <small title={reason}>{reason}</small>}
    </button>
  );
}

type T = ReturnType<typeof useText>['t'];
const kindOf = (t: T, kind: number): string =>
  kind === 1
    ? t('shell.kindReturned')
    : kind === 2
      ? t('shell.kindRefused')
      : kind === 3
        ? t('shell.kindApproved')
        : t('shell.kindCancelled');
