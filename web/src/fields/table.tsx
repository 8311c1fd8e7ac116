import type { FieldDef } from '#protocol/meta/field.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { useClearLabel } from '#web/ui/use-clear.tsx';
import css from './fields.module.css';
import { ReadText } from './text.tsx';
import { asText } from './values.ts';
import type { EditProps, SearchProps, Widget } from './widget.ts';

/** What is offered, by the modules whose menus open it; a name in either language, its code and its module find it. */
function useOffered(field: FieldDef) {
  const { label } = useText();
  return (field.tables ?? []).map((table) => {
    const place = [label(table.module), table.code].filter(Boolean).join(' · ');
    const sought = `${table.key_name} ${table.key_name_en} ${place}`;
    return { value: table.code, label: label(table), title: `${label(table)} (${place})`, place, sought };
  });
}

/** The name, and where the table is found: two may be called alike. */
const Offered = ({ label, place }: { label: string; place: string }) => (
  <span className={css.offered}>
    <span>{label}</span>
    <small>{place}</small>
  </span>
);

/** A code that is offered no more stands as it is: it is told to be wrong when it is saved. */
function EditTable({ id, field, value, onChange, onBlur, required, invalid, describedBy }: EditProps) {
  const { label } = useText();
  return (
    <Select
      id={id}
      size="large"
      style={{ width: '100%' }}
      value={asText(value) || null}
      allowClear={useClearLabel(!required)}
      showSearch={{ optionFilterProp: 'sought' }}
      options={useOffered(field)}
      optionRender={(option) => <Offered {...option.data} />}
      placeholder={label(field, 'placeholder')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? null)}
      onBlur={onBlur}
    />
  );
}

function SearchTable({ id, field, value, onChange }: SearchProps) {
  const chosen = value !== null && typeof value === 'object' && !Array.isArray(value) && 'value' in value ? asText(value.value) : '';
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      allowClear={useClearLabel()}
      value={chosen || null}
      showSearch={{ optionFilterProp: 'sought' }}
      options={useOffered(field)}
      optionRender={(option) => <Offered {...option.data} />}
      onChange={(code: string | null | undefined) => onChange(code ? { op: '=', value: code } : undefined)}
    />
  );
}

/** A text that is the code of a table: chosen by name. */
export const tableWidget: Widget = { Read: ReadText, Edit: EditTable, Search: SearchTable };
