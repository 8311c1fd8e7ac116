import { useState } from 'react';
import { fieldKind } from '#protocol/fields/fields.ts';
import { decimalsOf } from '#protocol/fields/figure.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import { formatDecimal, NOTHING, placesIn } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { toast } from '#web/ui/toast.ts';
import { useUnits } from './amounts.tsx';
import css from './fields.module.css';
import { asText } from './values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from './widget.ts';

/** The unit stands in the head or the label, once; a rate has its % beside it. */
function ReadNumber({ field, value, place }: ReadProps) {
  const { figure, alone } = useUnits();
  return <span className={css.num}>{(place === 'fact' ? alone : figure)(field, value) || NOTHING}</span>;
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
  const places = decimalsOf(field);
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
