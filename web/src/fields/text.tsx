import type { Locale } from '#protocol/codes.ts';
import { asTyped } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { Lines } from '#web/ui/Lines.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { useClear } from '#web/ui/use-clear.tsx';
import css from './fields.module.css';
import { shown } from './shown.ts';
import { useTypedText } from './typed-text.ts';
import { asText } from './values.ts';
import type { EditProps, Line, ReadProps, SearchProps, Widget } from './widget.ts';

export function ReadText({ field, value, place, locale }: ReadProps) {
  const text = shown(field, value, locale);
  if (text === '') return <Nothing />;
  return place === 'list' ? <span title={text}>{text}</span> : <span className={css.lines}>{text}</span>;
}

const KEYBOARDS: Partial<Record<string, 'tel' | 'email'>> = { mobile: 'tel', telephone: 'tel', email: 'email' };

/** No `maxlength`: it would cut what is pasted without a word. What is too long is told and kept. */
function EditText({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  const { text, type, leave } = useTypedText({ field, value, onChange, onLeave: onBlur, show: asTyped });
  return (
    <Input
      id={id}
      size="large"
      inputMode={KEYBOARDS[field.data_type] ?? 'text'}
      value={text}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

export function EditLines({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  return (
    <Lines
      id={id}
      size="large"
      least={2}
      most={8}
      value={asText(value)}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

export function SearchText({ id, value, onChange }: SearchProps) {
  const allowClear = useClear();
  const typed = value !== null && typeof value === 'object' && !Array.isArray(value) && 'op' in value ? asText(value.value) : asText(value);
  return (
    <Input
      id={id}
      allowClear={allowClear}
      value={typed}
      onChange={(event) => onChange(event.target.value === '' ? undefined : { op: 'like', value: event.target.value })}
    />
  );
}

/** text, telephone, mobile, email */
/** A text that may be cut tells all of it in its title. */
export function textLine(field: FieldDef, value: unknown, locale: Locale): Line | null {
  const text = shown(field, value, locale);
  return text === '' ? null : { text, title: text };
}

export const textWidget: Widget = { Read: ReadText, line: textLine, Edit: EditText, Search: SearchText };
/** textarea, address: 2 rows and more, as wide as the form */
export const linesWidget: Widget = { Read: ReadText, line: textLine, Edit: EditLines, Search: SearchText, wide: true };
