import dayjs, { type Dayjs } from 'dayjs';
import { createContext, type InputHTMLAttributes, type Ref, use, useMemo } from 'react';
import { fieldKind } from '#protocol/fields/fields.ts';
import { EXAMPLES } from '#protocol/fields/typed-day.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { isSpan, SPANS, type Span } from '#protocol/wire/spans.ts';
import { today } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { boundOf } from '../bound.ts';
import css from '../fields.module.css';
import { useTypedText } from '../typed-text.ts';
import { asRange, asText, comparedIn, rangeOf } from '../values.ts';
import type { SearchProps } from '../widget.ts';
import { type EditDateProps, giveBoxes } from './boxes.ts';
import { DatePicker } from './pickers.tsx';

type Kind = 'date' | 'datetime' | 'year' | 'month' | 'time';
const WIRE: Record<Kind, string> = {
  date: 'YYYY-MM-DD',
  datetime: 'YYYY-MM-DD HH:mm:ss',
  year: 'YYYY',
  month: 'YYYY-MM',
  time: 'HH:mm:ss',
};
const kindOf = (field: FieldDef): Kind => field.data_type as Kind;
/** A date of the wire as the picker's own kind, which knows only local wall time, so that no day ever shifts; null for what is none. */
function parse(text: string, field: FieldDef): Dayjs | null {
  const { value, fault } = fieldKind(field.data_type).parse(text, { def: field });
  if (fault || !value) return null;
  return dayjs(kindOf(field) === 'time' ? `2000-01-01 ${value}` : String(value));
}

/** To the minute, unless it has seconds: what is shown is what is kept. */
const shownMoment = (value: string): string => value.replace(/(\d\d:\d\d):00$/, '$1');

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

interface MomentProps extends Pick<EditDateProps, 'means' | 'id' | 'field' | 'value' | 'invalid' | 'describedBy'> {
  required?: boolean;
  placeholder: string;
  size?: 'large';
  name?: string;
  onChange(value: string | null): void;
  onLeave?(): void;
}

/** A day or a time, typed in any usual form or chosen from the calendar. The calendar's own box would throw away what it cannot read. */
function Moment({ id, field, value, invalid, describedBy, required, placeholder, size, name, onChange, onLeave, means }: MomentProps) {
  const kind = kindOf(field);
  const { text, type, settle, leave } = useTypedText({
    field,
    value,
    onChange,
    ...(onLeave ? { onLeave } : {}),
    ...(means ? { means } : {}),
    show: shownMoment,
  });
  const typed = useMemo<TypedBox>(() => ({ text, type }), [text, type]);
  return (
    <TypedContext value={typed}>
      <DatePicker
        id={id}
        {...(size ? { size } : {})}
        value={parse(asText(value), field)}
        status={invalid ? 'error' : ''}
        placeholder={placeholder}
        style={{ width: '100%' }}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        aria-label={name}
        {...(required === undefined ? {} : { 'aria-required': required })}
        picker={kind === 'datetime' ? 'date' : kind}
        showTime={kind === 'datetime'}
        {...(kind === 'time' ? CLOCK : {})}
        format={WIRE[kind]}
        disabledDate={outside(field)}
        components={PARTS}
        onChange={(day) => {
          if (!day) return;
          onChange(day.format(WIRE[kind]));
          settle();
        }}
        onClear={() => {
          onChange(null);
          settle();
        }}
        onBlur={leave}
      />
    </TypedContext>
  );
}

interface TypedBox {
  text: string;
  type(text: string): void;
}
const TypedContext = createContext<TypedBox>({ text: '', type: () => {} });

/** The box of the picker, with what was typed instead of what the picker made of it. */
function Box(props: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const { text, type } = use(TypedContext);
  return <input {...props} value={text} onChange={(event) => type(event.target.value)} />;
}
const PARTS = { input: Box };
/** A time of day is no day of the calendar. */
const CLOCK = { suffixIcon: <Icon name="clock" size={14} /> };

export function EditDate({ id, field, value, onChange, onBlur, required, invalid, describedBy, means }: EditDateProps) {
  const { t, label } = useText();
  return (
    <Moment
      {...{ id, field, value, required, invalid, onChange, onLeave: onBlur }}
      {...(describedBy ? { describedBy } : {})}
      {...(means ? { means } : {})}
      size="large"
      placeholder={label(field, 'placeholder') || t('fields.example', { example: EXAMPLES[kindOf(field)] })}
    />
  );
}

export function SearchDate({ id, field, value, onChange, invalid, describedBy, spans = false }: SearchProps) {
  const bound = boundOf(field, useText());
  // a filter on an instant is one on its days
  const def = useMemo<FieldDef>(() => ({ ...field, ...(field.data_type === 'datetime' ? { data_type: 'date' } : {}) }), [field]);
  const [from, to] = rangeOf(value);
  if (kindOf(def) === 'time') return null;
  const named = comparedIn(value);
  const span = isSpan(named) ? named : undefined;
  const shared = { field: def, invalid, ...(describedBy ? { describedBy } : {}) };
  return (
    <span className={css.spanned}>
      {span === undefined && (
        <span className={css.range}>
          <Moment {...shared} {...{ id, value: from, ...bound('from') }} onChange={(low) => onChange(asRange(low ?? '', to))} />
          <span aria-hidden="true">–</span>
          <Moment {...shared} {...{ id: `${id}-to`, value: to, ...bound('to') }} onChange={(high) => onChange(asRange(from, high ?? ''))} />
        </span>
      )}
      {spans && kindOf(def) === 'date' && <SpanBox {...{ id, field, span, onChange }} />}
    </span>
  );
}

interface SpanBoxProps extends Pick<SearchProps, 'id' | 'field' | 'onChange'> {
  span: Span | undefined;
}

/** A span of days beside today, in the place of both boxes: it goes on meaning this month when the month is another. */
function SpanBox({ id, field, span, onChange }: SpanBoxProps) {
  const { t, locale, label } = useText();
  const options = useMemo(() => (Object.keys(SPANS) as Span[]).map((value) => ({ value, label: SPANS[value][locale] })), [locale]);
  return (
    <Select
      {...(span ? { id, value: span, style: { width: '100%' } } : { className: css.spans })}
      aria-label={t('fields.spanOf', { name: label(field) })}
      placeholder={t('fields.span')}
      options={options}
      allowClear={span !== undefined}
      popupMatchSelectWidth={false}
      onChange={(next: Span | undefined) => onChange(next ? { op: 'during', value: next } : undefined)}
    />
  );
}

giveBoxes({ Edit: EditDate, Search: SearchDate });
