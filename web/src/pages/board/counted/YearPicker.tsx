import dayjs from 'dayjs';
import { useMemo } from 'react';
import { DatePicker } from '#web/fields/date/pickers.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Still } from '../../past/Still.tsx';
import { useRested } from '../../past/use-rested.ts';
import css from './YearPicker.module.css';

interface YearPickerProps {
  /** what its part is called */
  name: string;
  year: string;
  onChange(year: string): void;
}

/** The year that a part is asked for: it stands there at once, what picks another once the page rests. */
export function YearPicker(props: YearPickerProps) {
  const isRested = useRested();
  return isRested ? <Picker {...props} /> : <Still className={css.year} words={props.year} isSet />;
}

function Picker({ name, year, onChange }: YearPickerProps) {
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
