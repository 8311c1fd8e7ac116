import type { Agency } from '#protocol/wire/agency.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import { ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import css from './Away.module.css';
import { PlanForm } from './PlanForm.tsx';
import { useAway } from './use-away.ts';

/** Who decides for me while I am away, and for whom I decide (FLOW-01): planned, changed and ended here. */
export function Away() {
  const { t } = useText();
  const away = useAway();
  const { rows, standing, isPending, error, outdated, retry, end } = away;
  const late = useLate(isPending);
  if (isPending) return late ? <SkeletonRows rows={3} columns={[240, 120]} /> : null;
  if (error) return <ErrorState why={error.remark} onRetry={retry} />;
  return (
    <>
      <Outdated why={outdated?.remark} onRetry={retry} />
      <p className={css.why}>{t('account.awayWhy')}</p>
      {rows.length > 0 && (
        <ul className={css.rows} aria-label={t('account.awayMine')}>
          {rows.map((row) => (
            <One key={row.id} row={row} onEnd={end} />
          ))}
        </ul>
      )}
      <PlanForm away={away} />
      {standing.length > 0 && (
        <section className={css.standing} aria-label={t('account.awayStanding')}>
          <p className={css.title}>{t('account.awayStanding')}</p>
          <ul className={css.rows}>
            {standing.map((row) => (
              <One key={row.id} row={row} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function One({ row, onEnd }: { row: Agency; onEnd?: (id: number) => Promise<void> }) {
  const { t, label, listed } = useText();
  const { live, begin_time, end_time, tables, remark } = row;
  const who = label(onEnd ? row.agent_entity : row.user_entity);
  const finish = async () => {
    const ok = t(live ? 'account.awayEnd' : 'account.awayDrop');
    const title = t(live ? 'account.awayEndTitle' : 'account.awayDropTitle', { who });
    if (await ask({ title, body: t('account.awayEndWhy', { who }), ok, danger: true })) await onEnd?.(row.id);
  };
  return (
    <li className={css.row}>
      <span>
        <b>{t(onEnd ? 'account.awayBy' : 'account.awayFor', { who })}</b>
        {live === 1 && <span className={css.live}>{t('account.awayNow')}</span>}
        <small>
          {t('account.awaySpan', { begin: begin_time.slice(0, 16), end: end_time.slice(0, 16) })}
          {' · '}
          {tables ? listed(tables.map((table) => label(table))) : t('account.awayAll')}
          {remark && ` · ${remark}`}
        </small>
      </span>
      {onEnd && (
        <Button kind="danger" onClick={() => void finish()}>
          {t(live ? 'account.awayEnd' : 'account.awayDrop')}
        </Button>
      )}
    </li>
  );
}
