import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** An address or page that does not exist; `onHome` where no menu stands beside it. */
export function NotFound({ onHome }: { onHome?: () => void }) {
  const { t } = useText();
  return (
    <EmptyState title={t('ui.missing')} why={t('ui.missingWhy')}>
      {onHome && <Button onClick={onHome}>{t('ui.toHome')}</Button>}
    </EmptyState>
  );
}
