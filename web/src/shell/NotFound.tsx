import { useText } from '#web/i18n/use-text.ts';
import { EmptyState } from '#web/ui/states.tsx';
import css from './Root.module.css';

/** An address or page that does not exist. */
export function NotFound() {
  const { t } = useText();
  return (
    <main className={css.missing}>
      <EmptyState title={t('shell.missing')} why={t('shell.missingWhy')} />
    </main>
  );
}
