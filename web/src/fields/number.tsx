import { decimalsOf, figureOf } from '#protocol/fields/figure.ts';
import { NOTHING } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { useUnits } from './amounts.tsx';
import { boundOf } from './bound.ts';
import css from './fields.module.css';
import { useTypedText } from './typed-text.ts';
import { asRange, rangeOf } from './values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from './widget.ts';

/** The unit stands in the head or the label, once; a rate has its % beside it. */
function ReadNumber({ field, value, place }: ReadProps) {
  const { figure, alone } = useUnits();
  return <span className={css.num}>{(place === 'fact' ? alone : figure)(field, value) || NOTHING}</span>;
}

/** What is typed counts at once where it is a number, in whatever usual writing; it is shown in the field's own when it is left (FORM-07). */
function EditNumber({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  const { text, type, leave } = useTypedText({
    field,
    value,
    onChange,
    onLeave: onBlur,
    show: (settled) => figureOf(settled, field) || NOTHING,
  });
  return (
    <Input
      id={id}
      size="large"
      className={css.num}
      inputMode={decimalsOf(field) > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={text}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

function SearchNumber({ id, field, value, onChange, invalid, describedBy }: SearchProps) {
  const { t, label } = useText();
  const bound = boundOf(field, { t, label });
  const [from, to] = rangeOf(value);
  const shared = { field, invalid, ...(describedBy ? { describedBy } : {}) };
  return (
    <span className={css.range}>
      <Bound {...shared} id={id} value={from} {...bound('from')} onChange={(low) => onChange(asRange(low, to))} />
      <span aria-hidden="true">–</span>
      <Bound {...shared} value={to} {...bound('to')} onChange={(high) => onChange(asRange(from, high))} />
    </span>
  );
}

interface BoundProps extends Pick<SearchProps, 'field' | 'invalid' | 'describedBy'> {
  id?: string;
  value: string;
  name: string;
  placeholder: string;
  onChange(value: string): void;
}

function Bound({ id, field, value, name, placeholder, invalid, describedBy, onChange }: BoundProps) {
  const { text, type, leave } = useTypedText({
    ...{ field, value },
    onChange: (next) => onChange(next ?? ''),
    show: (settled) => figureOf(settled, field) || NOTHING,
  });
  return (
    <Input
      {...(id ? { id } : {})}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-label={name}
      placeholder={placeholder}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

/** int, numeric */
export const numberWidget: Widget = {
  Read: ReadNumber,
  line: (field, value, _, { figure }) => ({ text: figure(field, value) || NOTHING }),
  Edit: EditNumber,
  Search: SearchNumber,
  align: 'right',
};
