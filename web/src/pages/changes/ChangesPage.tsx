import { changes as remarks } from '#protocol/texts/changes.ts';
import { addRemarks } from '#web/api/error.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BULK_EN, BULK_ZH } from '#web/i18n/parts/bulk.ts';
import { inBoth, useText } from '#web/i18n/use-text.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { NOT_OPENED } from '../not-opened.ts';
import { Pager } from '../reading/Pager.tsx';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import { Change } from './ChangeCard.tsx';
import css from './ChangesPage.module.css';
import { ROWS, useChanges } from './use-changes.ts';

addTexts(BULK_ZH, BULK_EN);
addRemarks(remarks);

const LABEL = inBoth('shell.myChanges');

/** One's changes of many records: how each stands, what became of its records, stopped or taken back. */
export function ChangesPage() {
  const { t } = useText();
  const changes = useChanges();
  useLabel(LABEL, changes.error !== null, NOT_OPENED);
  return (
    <div className={css.page}>
      <ReadingHead title={t('shell.myChanges')} />
      <div className={css.body}>
        <Outdated why={changes.outdated?.remark} onRetry={changes.retry} />
        <Cards changes={changes} />
        <Pager
          label={t('bulk.changesPages')}
          page={changes.page}
          rows={ROWS}
          shown={changes.rows.length}
          total={changes.total}
          onTurn={changes.setPage}
        />
      </div>
    </div>
  );
}

function Cards({ changes }: { changes: ReturnType<typeof useChanges> }) {
  const { t } = useText();
  const late = useLate(changes.isPending, 500);
  if (changes.error) return <ErrorState why={changes.error.remark} onRetry={changes.retry} />;
  if (changes.isPending) return late ? <SkeletonRows rows={4} columns={[0, 150, 90]} height={72} /> : null;
  if (changes.rows.length === 0) return <EmptyState title={t('bulk.noChanges')} why={t('bulk.noChangesWhy')} />;
  return changes.rows.map((change) => <Change key={change.id} change={change} acts={changes} />);
}
