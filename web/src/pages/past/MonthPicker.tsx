import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { monthSaid } from '#protocol/rules/report/past/month.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { DatePicker } from '#web/fields/date/pickers.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { today } from '#web/i18n/clock.ts';
import { PAST_EN, PAST_ZH } from '#web/i18n/parts/records/past.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './MonthPicker.module.css';
import { Still } from './Still.tsx';
import { useRested } from './use-rested.ts';

addTexts(PAST_ZH, PAST_EN);

interface MonthPickerProps {
  /** the report or the board that is told as of it */
  cloud: string;
  month: string | undefined;
  /** what stands there while none is picked */
  now?: string | undefined;
  onChange: (month: string) => void;
}

/** The month at whose end one looks, of those that have ended; empty: now. Its words stand there at once, what picks once the page rests. */
export function MonthPicker(props: MonthPickerProps) {
  const { t } = useText();
  const isRested = useRested(props.month !== undefined);
  if (isRested) return <Picker {...props} />;
  return <Still className={lookOf(props)} words={props.now ?? t('past.pick')} />;
}

const lookOf = ({ month, now }: MonthPickerProps): string | undefined =>
  now === undefined || month !== undefined ? css.month : `${css.month} ${css.wide}`;

function Picker(props: MonthPickerProps) {
  const { cloud, month, now, onChange } = props;
  const { t, locale } = useText();
  const [isTried, setTried] = useState(false);
  const first = useFirst(cloud, isTried);
  // one value as long as the month is one: another takes away what is being typed
  const value = useMemo(() => (month === undefined ? null : dayjs(`${month}-01`)), [month]);
  const last = useMemo(() => dayjs(`${today().slice(0, 7)}-01`).subtract(1, 'month'), []);
  return (
    <DatePicker
      className={lookOf(props)}
      aria-label={t('past.pick')}
      placeholder={now ?? t('past.pick')}
      picker="month"
      size="small"
      variant="borderless"
      minDate={first === undefined ? FIRST : dayjs(`${first}-01`)}
      maxDate={last}
      onOpenChange={() => setTried(true)}
      {...(first === undefined ? {} : { renderExtraFooter: () => t('past.first', { month: monthSaid(first, locale) }) })}
      value={value}
      onChange={(day) => onChange(day ? day.format('YYYY-MM') : '')}
    />
  );
}

/** The first month of which there is anything, asked for when one begins to pick; undefined until it is known, and where it cannot be. */
function useFirst(cloud: string, isTried: boolean): string | undefined {
  const { data } = useOp(ops.loadReport, { cloud, since: 1 }, { enabled: isTried, fresh: 60_000 });
  const said = data?.data?.since;
  return typeof said === 'string' && said > '1900-01' ? said : undefined;
}

/** Those that can be asked for. */
const FIRST = dayjs('1900-01-01');
