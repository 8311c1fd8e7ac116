import { useState } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import css from './Readers.module.css';

interface Reader {
  user: EntityValue;
  first_time: string;
  last_time: string;
  times: number;
}

const PAGE = 50;

/** Who opened the record and when, who did last first. */
export function Readers(of: { cloud: string; id: number }) {
  const [pages, setPages] = useState(1);
  return Array.from({ length: pages }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
    <Page key={at} {...of} page={at + 1} onMore={at + 1 === pages ? () => setPages(pages + 1) : undefined} />
  ));
}

function Page({ onMore, ...asked }: { cloud: string; id: number; page: number; onMore: (() => void) | undefined }) {
  const { t } = useText();
  const query = useOp(ops.readers, { ...asked, rows: PAGE }, { fresh: 0 });
  const late = useLate(query.isPending);
  const { data } = query;
  const { error, outdated } = failureOf(query);
  if (error) return <ErrorState why={error.remark} onRetry={() => query.refetch()} />;
  if (!data) return late ? <SkeletonLines lines={4} /> : null;
  const readers = (data.rows ?? []) as unknown as Reader[];
  const total = data.total ?? 0;
  if (total === 0) return <EmptyState title={t('form.noReaders')} why={t('form.noReadersWhy')} />;
  return (
    <>
      <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
      {asked.page === 1 && <p className={css.told}>{t('form.readersTold', { n: total })}</p>}
      <ul className={css.readers}>
        {readers.map((reader) => (
          <OneReader key={reader.user.id} {...reader} />
        ))}
      </ul>
      {onMore && total > asked.page * PAGE && <Button onClick={onMore}>{t('form.moreReaders')}</Button>}
    </>
  );
}

function OneReader({ user, first_time, last_time, times }: Reader) {
  const { t, label } = useText();
  return (
    <li>
      <b>{label(user) || t('fields.unauthorized')}</b>
      <time>{last_time.slice(0, 16)}</time>
      {times > 1 && (
        <span className={css.quiet}>
          {t('form.readTimes', { n: times })} · {t('form.readFirst', { time: first_time.slice(0, 16) })}
        </span>
      )}
    </li>
  );
}
