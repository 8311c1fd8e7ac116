import dayjs from 'dayjs';
import { useMemo } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { today } from '#web/i18n/clock.ts';
import { PAST_EN, PAST_ZH } from '#web/i18n/parts/records/past.ts';
import { useText } from '#web/i18n/use-text.ts';
import { DatePicker } from '#web/ui/controls.ts';
import css from './MonthPicker.module.css';

addTexts(PAST_ZH, PAST_EN);

interface MonthPickerProps {
  month: string | undefined;
  /** what stands there while none is picked */
  now?: string | undefined;
  onChange: (month: string) => void;
}

/** The month at whose end one looks, of those that have ended; empty: now. */
export function MonthPicker({ month, now, onChange }: MonthPickerProps) {
  const { t } = useText();
  // one value as long as the month is one: another takes away what is being typed
  const value = useMemo(() => (month === undefined ? null : dayjs(`${month}-01`)), [month]);
  const last = useMemo(() => dayjs(`${today().slice(0, 7)}-01`).subtract(1, 'month'), []);
  return (
    <DatePicker
      className={now === undefined || month !== undefined ? css.month : `${css.month} ${css.wide}`}
      aria-label={t('past.pick')}
      placeholder={now ?? t('past.pick')}
      picker="month"
      size="small"
      variant="borderless"
      minDate={FIRST}
      maxDate={last}
      value={value}
      onChange={(day) => onChange(day ? day.format('YYYY-MM') : '')}
    />
  );
}

/** Those that can be asked for. */
const FIRST = dayjs('1900-01-01');
