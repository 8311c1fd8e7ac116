import { useState } from 'react';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import { formatDecimal, NOTHING, placesIn } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { toast } from '#web/ui/toast.ts';
import css from './fields.module.css';
import { asText } from './values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from './widget.ts';

/** Decimals shown: the field's format, else its scale, else 2; int none. */
export function placesOf(field: FieldDef): number {
  if (field.data_type === 'int') return 0;
  if (field.format !== undefined && /^\d$/.test(field.format)) return Number(field.format);
  const scale = /[.,](\d+)$/.exec(String(field.length ?? ''));
  return scale ? Number(scale[1]) : 2;
}

function ReadNumber({ field, value, place }: ReadProps) {
  const { label } = useText();
  const shown = formatDecimal(asText(value), placesOf(field));
  const unit = label(field, 'unit');
  return (
    <span className={css.num}>
      {shown}
      {place === 'form' && unit && shown !== NOTHING ? <span className={css.unit}> {unit}</span> : null}
    </span>
  );
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

const plainOf = (typed: string): string => typed.replace(/[,，\s]/g, '').replace(/^\+/, '');

/**
 * What is typed stays as typed until the field is left, and counts at once where it is a number. On leaving, what is no number goes, and
 * so does what lies outside the bounds, with a word about it (FORM-07).
 */
function EditNumber({ id, field, value, onChange, onBlur, locale, invalid, describedBy }: EditProps) {
  const { label } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const places = placesOf(field);
  const settled = asText(value);
  const type = (text: string) => {
    setTyped(text);
    if (NUMBER.test(plainOf(text))) onChange(plainOf(text));
  };
  const leave = () => {
    if (typed !== null) {
      const plain = plainOf(typed);
      const outside = NUMBER.test(plain) ? fieldKind(field.data_type).check(plain, { def: field }, '') : null;
      if (outside) toast.error(remarkText(outside.code, `$${outside.text}`, outside.data, locale));
      if (outside || !NUMBER.test(plain)) onChange(null);
      setTyped(null);
    }
    onBlur();
  };
  return (
    <Input
      id={id}
      size="large"
      className={css.num}
      inputMode={places > 0 ? 'decimal' : 'numeric'}
      value={typed ?? (settled === '' ? '' : formatDecimal(settled, Math.max(places, placesIn(settled))))}
      placeholder={label(field, 'placeholder')}
      suffix={label(field, 'unit') || undefined}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={field.notnull === 1}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

function SearchNumber({ id, value, onChange }: SearchProps) {
  const { t } = useText();
  const [from, to] = Array.isArray(value) ? [asText(value[0]), asText(value[1])] : ['', ''];
  const set = (low: string, high: string) =>
    onChange(low === '' && high === '' ? undefined : [low === '' ? null : low, high === '' ? null : high]);
  return (
    <span className={css.range}>
      <Input
        id={id}
        inputMode="decimal"
        value={from}
        aria-label={t('fields.from')}
        placeholder={t('fields.from')}
        onChange={(event) => set(event.target.value.trim(), to)}
      />
      <span aria-hidden="true">–</span>
      <Input
        inputMode="decimal"
        value={to}
        aria-label={t('fields.to')}
        placeholder={t('fields.to')}
        onChange={(event) => set(from, event.target.value.trim())}
      />
    </span>
  );
}

/** int, numeric */
export const numberWidget: Widget = { Read: ReadNumber, Edit: EditNumber, Search: SearchNumber, align: 'right' };
