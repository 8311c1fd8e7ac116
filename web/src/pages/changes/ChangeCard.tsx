import { useState } from 'react';
import { CHANGE, type ChangeTold } from '#protocol/wire/changes.ts';
import { remarkOf } from '#web/api/error.ts';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState, SkeletonLines } from '#web/ui/states.tsx';
import css from './ChangeCard.module.css';
import { Results } from './Results.tsx';
import { type Acts, useChange } from './use-changes.ts';

/** One change by its number, where it was just begun. */
export function ChangeCard({ id }: { id: number }) {
  const { change, error, retry, ...acts } = useChange(id);
  if (error) return <ErrorState why={error.remark} onRetry={retry} />;
  return change ? <Change change={change} acts={acts} /> : <SkeletonLines lines={3} />;
}

const STATES = { [CHANGE.running]: 'running', [CHANGE.done]: 'ended', [CHANGE.stopped]: 'stoppedAs', [CHANGE.broken]: 'brokenAs' } as const;

/** What is changed in how many records, how far it is, and what may be done with it. */
export function Change({ change, acts }: { change: ChangeTold; acts: Acts }) {
  const { t, label } = useText();
  const [isOpen, setOpen] = useState(false);
  const running = change.status === CHANGE.running;
  const name = label(change) || t('bulk.hiddenTable');
  return (
    <article className={css.card} data-change={change.id} aria-label={t(change.of === null ? 'bulk.change' : 'bulk.undoOf', { name })}>
      <header className={css.head}>
        <h2>{t(change.of === null ? 'bulk.change' : 'bulk.undoOf', { name })}</h2>
        <span className={css.state} data-status={change.status} role="status">
          {t(`bulk.${STATES[change.status as keyof typeof STATES]}`)}
        </span>
        <time className={css.when}>{shortTime(change.created)}</time>
      </header>
      <Written change={change} />
      <Progress change={change} />
      {change.reason && (
        <p className={css.reason} role="alert">
          {remarkOf({ code: 300, remark: change.reason })}
        </p>
      )}
      <div className={css.acts}>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'bulk.hideResults' : 'bulk.results')}
        </Button>
        {change.undo === 1 && (
          <Button size="small" onClick={() => void acts.undo(change)}>
            {t('bulk.undo')}
          </Button>
        )}
        {running && (
          <Button size="small" onClick={() => void acts.stop(change)}>
            {t('bulk.stopOne')}
          </Button>
        )}
      </div>
      {isOpen && <Results change={change} />}
    </article>
  );
}

/** What is written; of a reference its field alone. */
function Written({ change: { fields } }: { change: ChangeTold }) {
  const { t, label, listed } = useText();
  if (fields.length === 0) return null;
  const said = fields.map((field) => {
    const { value } = field;
    if (value === undefined) return t('bulk.fieldsOf', { fields: label(field) });
    const text = typeof value === 'string' ? value : listed(value.map((one) => label(one)));
    return text === '' ? t('bulk.fieldCleared', { field: label(field) }) : t('bulk.fieldTo', { field: label(field), value: text });
  });
  return <p className={css.written}>{listed(said)}</p>;
}

function Progress({ change }: { change: ChangeTold }) {
  const { t } = useText();
  const { changed, same, refused, total, taken } = change;
  const done = changed + same + refused;
  return (
    <>
      {change.status === CHANGE.running && (
        <progress className={css.bar} max={total} value={done} aria-label={t('bulk.progress', { done, total })} />
      )}
      <p className={css.counts}>
        {t('bulk.counts', { changed: formatCount(changed), same: formatCount(same), refused: formatCount(refused) })}
        {done < total && t('bulk.left', { n: formatCount(total - done) })}
        {taken > 0 && ` · ${t('bulk.taken', { n: formatCount(taken) })}`}
      </p>
    </>
  );
}
