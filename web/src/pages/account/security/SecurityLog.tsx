import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { StateMark } from '#web/ui/marks/StateMark.tsx';
import { ErrorState, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { readEntry } from './own-log.ts';
import css from './SecurityLog.module.css';
import { useOwnLog } from './use-own-log.ts';

const LOOKS = { good: 'done', bad: 'late', plain: 'draft' } as const;

/** What happened to one's account in the last 90 days, newest first. */
export function SecurityLog() {
  const { t, label } = useText();
  const [pages, setPages] = useState(1);
  const { rows, total, isPending, error, retry } = useOwnLog(pages);
  const late = useLate(isPending);
  return (
    <section className={css.log}>
      <h3 className={css.title}>
        {t('account.log')} <small>{t('account.days')}</small>
      </h3>
      {error && <ErrorState why={error.remark} onRetry={retry} />}
      {isPending && late && <SkeletonLines />}
      {!isPending && !error && rows.length === 0 && <p className={css.none}>{t('account.none')}</p>}
      {rows.length > 0 && (
        <table className={css.table}>
          <thead className="sr">
            <tr>
              <th>{t('account.time')}</th>
              <th>{t('account.what')}</th>
              <th>{t('account.address')}</th>
              <th>{t('account.result')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { what, result, look } = readEntry(row);
              return (
                <tr key={row.id}>
                  <td>{shortTime(row.time)}</td>
                  <td>{what && t(what)}</td>
                  <td>{row.address}</td>
                  <td>
                    <StateMark look={LOOKS[look]}>
                      {row.op === 'Eyes' ? t('account.eyesOf', { who: label(row.who), reason: row.said }) : t(result)}
                    </StateMark>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {total > rows.length && (
        <Button className={css.more} onClick={() => setPages(pages + 1)}>
          {t('account.more')}
        </Button>
      )}
    </section>
  );
}
