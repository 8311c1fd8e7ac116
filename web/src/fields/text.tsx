import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { Nothing } from '#web/ui/marks.tsx';
import css from './fields.module.css';
import { asText } from './values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from './widget.ts';

export function ReadText({ value, place }: ReadProps) {
  const shown = asText(value);
  if (shown === '') return <Nothing />;
  return place === 'list' ? <span title={shown}>{shown}</span> : <span className={css.lines}>{shown}</span>;
}

const INPUT_TYPES: Partial<Record<string, string>> = { mobile: 'tel', telephone: 'tel', email: 'email' };

function EditText({ id, field, value, onChange, onBlur, invalid, describedBy }: EditProps) {
  const { label } = useText();
  const longest = typeof field.length === 'number' ? field.length : undefined;
  return (
    <Input
      id={id}
      size="large"
      type={INPUT_TYPES[field.data_type] ?? 'text'}
      value={asText(value)}
      maxLength={longest}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={field.notnull === 1}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

function EditLines({ id, field, value, onChange, onBlur, invalid, describedBy }: EditProps) {
  const { label } = useText();
  return (
    <Input.TextArea
      id={id}
      autoSize={{ minRows: 2, maxRows: 8 }}
      value={asText(value)}
      maxLength={typeof field.length === 'number' ? field.length : undefined}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={field.notnull === 1}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

export function SearchText({ id, value, onChange }: SearchProps) {
  const typed = value !== null && typeof value === 'object' && !Array.isArray(value) && 'op' in value ? asText(value.value) : asText(value);
  return (
    <Input
      id={id}
      allowClear
      value={typed}
      onChange={(event) => onChange(event.target.value === '' ? undefined : { op: 'like', value: event.target.value })}
    />
  );
}

/** text, telephone, mobile, email */
export const textWidget: Widget = { Read: ReadText, Edit: EditText, Search: SearchText };
/** textarea, address: 2 rows and more, as wide as the form */
export const linesWidget: Widget = { Read: ReadText, Edit: EditLines, Search: SearchText, wide: true };
