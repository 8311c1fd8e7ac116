import { monthSaid } from '#protocol/rules/report/past/month.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { PAST_EN, PAST_ZH } from '#web/i18n/parts/records/past.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import css from './PastBar.module.css';

addTexts(PAST_ZH, PAST_EN);

export interface PastBarProps {
  month: string;
  /** what is shown: a list of records, or what counts them */
  of: 'listed' | 'counted';
  /** there was nothing yet: the first month of which there is anything */
  since?: string | undefined;
  onNow: () => void;
}

const SAID = { listed: 'past.listed', counted: 'past.counted' } as const;

/** Above what is shown as of a month of the past: which month it is, what that means, the way back. Paper says it too. */
export function PastBar({ month, of, since, onNow }: PastBarProps) {
  const { t, locale } = useText();
  return (
    <div className={css.bar} role="status">
      <Icon name="history" />
      <b>{t('past.asOf', { month: monthSaid(month, locale) })}</b>
      <span className={css.words}>{since ? t('past.since', { month: monthSaid(since, locale) }) : t(SAID[of])}</span>
      <span className="no-print">
        <Button onClick={onNow}>{t('past.back')}</Button>
      </span>
    </div>
  );
}
