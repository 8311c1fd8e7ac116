import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { DatePicker } from '#web/ui/controls.ts';
import css from './YearPicker.module.css';

interface YearPickerProps {
  /** what its part is called */
  name: string;
  year: string;
  onChange(year: string): void;
}

/** The year that a part is asked for. */
export function YearPicker({ name, year, onChange }: YearPickerProps) {
  const { t } = useText();
  // one value as long as the year is one: another takes away what is being typed
  const value = useMemo(() => dayjs(`${year}-01-01`), [year]);
  return (
    <DatePicker
      className={css.year}
      aria-label={t('board.yearOf', { name })}
      picker="year"
      size="small"
      variant="borderless"
      allowClear={false}
      minDate={FIRST}
      maxDate={LAST}
      value={value}
      onChange={(day) => day && onChange(day.format('YYYY'))}
    />
  );
}

/** Those that a part may be asked for. */
const FIRST = dayjs('1900-01-01');
const LAST = dayjs('2999-12-31');
