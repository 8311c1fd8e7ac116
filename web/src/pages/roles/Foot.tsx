import { Acting } from '#web/entry/Acting.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Apart, Bar } from '../form/Bar.tsx';
import type { RolesController } from './use-roles.ts';

/** Save and discard; where the panel has no room of its own, the way to it. */
export function Foot({ it, onEffect }: { it: RolesController; onEffect?: () => void }) {
  const { t } = useText();
  return (
    <div data-bar="">
      <Bar label={t('roles.title')}>
        {onEffect && (
          <Button size="medium" onClick={onEffect}>
            {t('roles.effect')}
          </Button>
        )}
        <Apart />
        {it.count > 0 && (
          <Button size="medium" onClick={it.discard}>
            {t('roles.discard')}
          </Button>
        )}
        <Acting>
          <Button size="medium" kind="primary" busy={it.saving} disabled={it.count === 0} onClick={() => void it.save()}>
            {it.count > 0 ? t('roles.save', { n: it.count }) : t('roles.saveNone')}
          </Button>
        </Acting>
      </Bar>
    </div>
  );
}
