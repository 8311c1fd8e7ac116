import { useText } from '#web/i18n/use-text.ts';
import { EmptyState } from '#web/ui/states.tsx';

/** An address or page that does not exist. */
export function NotFound() {
  const { t } = useText();
  return <EmptyState title={t('ui.missing')} why={t('ui.missingWhy')} />;
}
