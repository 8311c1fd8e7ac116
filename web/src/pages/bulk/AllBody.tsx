import { useStore } from 'zustand';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { EmptyState, ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import css from './BulkBody.module.css';
import { BulkFields, isBlank } from './BulkBody.tsx';
import type { All } from './state/use-all.ts';
import { overwrittenOf } from './state/values.ts';

/** How many match and may be changed, and the fields with what stands in them. */
export function AllBody({ all }: { all: All }) {
  const { t, label } = useText();
  const { matching } = all;
  const late = useLate(matching === undefined, 300);
  if (all.fields.length === 0) return <EmptyState title={t('bulk.noBatch', { name: label(all.table) })} why={t('bulk.noBatchWhy')} />;
  if (all.error) return <ErrorState why={all.error.remark} onRetry={all.retry} />;
  if (!matching) return late ? <SkeletonRows rows={5} columns={[44, 160, 240, 0]} height={44} /> : null;
  if (matching.matched > matching.most)
    return <EmptyState title={t('bulk.title')} why={t('bulk.matchingMost', { most: formatCount(matching.most) })} />;
  if (matching.matched === 0) return <EmptyState title={t('bulk.noneTitle')} why={t('bulk.noneWhy')} />;
  if (matching.open === 0) return <EmptyState title={t('bulk.title')} why={t('bulk.matchingNone', { n: formatCount(matching.matched) })} />;
  return (
    <div className={css.body}>
      <p className={css.matching} role="status">
        {t('bulk.matching', { n: formatCount(matching.matched), open: formatCount(matching.open) })}
      </p>
      <BulkFields bulk={all} />
      <AllNotes all={all} />
    </div>
  );
}

/** What the change would do and cannot. */
function AllNotes({ all }: { all: All }) {
  const { t, label, locale } = useText();
  const values = useStore(all.typing.store, (state) => state.values);
  const { matched, open } = all.matching!;
  const chosen = all.fields.filter(({ field_name }) => all.chosen.has(field_name));
  const over = chosen.reduce((sum, field) => sum + overwrittenOf(field, all.standing(field, locale), values[field.field_name], locale), 0);
  const cleared = chosen.filter(
    (field) => isBlank(values[field.field_name]) && field.notnull !== 1 && all.standing(field, locale).filled > 0,
  );
  return (
    <div className={css.notes} aria-live="polite">
      {matched > open && (
        <p className={css.closed}>
          <Icon name="alert" size={14} /> {t('bulk.notAll', { n: formatCount(matched - open) })}
        </p>
      )}
      {cleared.map((field) => (
        <p key={field.uid}>{t('bulk.clearsAll', { field: label(field) })}</p>
      ))}
      {over > 0 && <p>{t('bulk.overwritesAll', { n: formatCount(over) })}</p>}
    </div>
  );
}

export function AllFoot({ all, onClose }: { all: All; onClose(): void }) {
  const { t } = useText();
  const { matching, chosen } = all;
  const open = matching && matching.matched <= matching.most ? matching.open : 0;
  return (
    <>
      <span className={css.sum} role="status">
        {all.counting
          ? t('bulk.counting')
          : chosen.size > 0
            ? t('bulk.sum', { n: formatCount(open), fields: chosen.size })
            : t('bulk.sumNone')}
      </span>
      <Button size="medium" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button
        size="medium"
        kind="primary"
        disabled={chosen.size === 0 || open === 0}
        busy={all.beginning || all.counting}
        onClick={() => void all.begin()}
      >
        {t('bulk.save', { n: formatCount(open) })}
      </Button>
    </>
  );
}
