import dayjs, { type Dayjs } from 'dayjs';
import type { FieldDef } from '#protocol/meta/field.ts';
import { today } from '#web/i18n/clock.ts';
import { formatDateTime } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { DatePicker, TimePicker } from '#web/ui/controls.ts';
import { Nothing } from '#web/ui/marks.tsx';
import { asText } from './values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from './widget.ts';

type Kind = 'date' | 'datetime' | 'year' | 'month' | 'time';
const WIRE: Record<Kind, string> = {
  date: 'YYYY-MM-DD',
  datetime: 'YYYY-MM-DD HH:mm:ss',
  year: 'YYYY',
  month: 'YYYY-MM',
  time: 'HH:mm:ss',
};
const kindOf = (field: FieldDef): Kind => field.data_type as Kind;
/** A date of the wire as the picker's own kind; the picker knows only local wall time, so that no day ever shifts. */
const parse = (text: string, kind: Kind): Dayjs | null =>
  text === '' ? null : kind === 'time' ? dayjs(`2000-01-01 ${text}`) : dayjs(text);

function ReadDate({ field, value }: ReadProps) {
  const shown = asText(value);
  if (shown === '') return <Nothing />;
  return <time dateTime={shown}>{kindOf(field) === 'datetime' ? formatDateTime(shown) : shown}</time>;
}

/** min and max are days from the company's today (FIELD-03). */
function outside(field: FieldDef): ((day: Dayjs) => boolean) | undefined {
  if (kindOf(field) === 'time' || (field.min === undefined && field.max === undefined)) return undefined;
  const daysOff = (days: unknown) => (days === undefined ? undefined : dayjs(today()).add(Number(days), 'day').format(WIRE.date));
  const [low, high] = [daysOff(field.min), daysOff(field.max)];
  return (day) => {
    const shown = day.format(WIRE.date);
    return (low !== undefined && shown < low) || (high !== undefined && shown > high);
  };
}

function EditDate({ id, field, value, onChange, onBlur, invalid, describedBy }: EditProps) {
  const { label } = useText();
  const kind = kindOf(field);
  const shared = {
    id,
    size: 'large' as const,
    value: parse(asText(value), kind),
    status: invalid ? ('error' as const) : ('' as const),
    placeholder: label(field, 'placeholder') || WIRE[kind].toLowerCase().replace('mm:ss', 'mm:ss'),
    style: { width: '100%' },
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    'aria-required': field.notnull === 1,
    onChange: (day: Dayjs | null) => onChange(day ? day.format(WIRE[kind]) : null),
    onBlur,
  };
  if (kind === 'time') return <TimePicker {...shared} />;
  return (
    <DatePicker
      {...shared}
      picker={kind === 'year' || kind === 'month' ? kind : 'date'}
      showTime={kind === 'datetime'}
      format={kind === 'datetime' ? 'YYYY-MM-DD HH:mm' : WIRE[kind]}
      disabledDate={outside(field)}
    />
  );
}

function SearchDate({ id, field, value, onChange }: SearchProps) {
  const { t } = useText();
  const kind = kindOf(field) === 'datetime' ? 'date' : kindOf(field);
  const [from, to] = Array.isArray(value) ? [asText(value[0]), asText(value[1])] : ['', ''];
  if (kind === 'time') return null;
  return (
    <DatePicker.RangePicker
      id={{ start: id }}
      picker={kind === 'year' || kind === 'month' ? kind : 'date'}
      allowEmpty={[true, true]}
      value={[parse(from, kind), parse(to, kind)]}
      placeholder={[t('fields.from'), t('fields.to')]}
      format={WIRE[kind]}
      style={{ width: '100%' }}
      onChange={(days) => {
        const [low, high] = [days?.[0]?.format(WIRE[kind]) ?? null, days?.[1]?.format(WIRE[kind]) ?? null];
        onChange(low === null && high === null ? undefined : [low, high]);
      }}
    />
  );
}

/** date, datetime, year, month, time */
export const dateWidget: Widget = { Read: ReadDate, Edit: EditDate, Search: SearchDate };
