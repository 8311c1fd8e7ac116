import type { FieldDef } from '#protocol/meta/field.ts';
import { type Form, isComputed, isEditable, isNeeded } from '#protocol/rules/form.ts';
import { isWide, widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from './form.module.css';
import type { Values } from './form-state.ts';

export interface FieldCellProps {
  field: FieldDef;
  form: Form;
  cloud: string;
  rowid: number;
  values: Values;
  error: string | undefined;
  /** columns of 24 */
  span: number;
  onChange(value: unknown): void;
}

/** One field: label 12 over value 14; a control only where it may be typed, plain text elsewhere. */
export function FieldCell({ field, form, cloud, rowid, values, error, span, onChange }: FieldCellProps) {
  const { label, locale, t } = useText();
  const { Read, Edit } = widgetOf(field);
  const id = `${form.table.table_name}-${rowid}-${field.field_name}`;
  const value = values[field.field_name];
  const style = { gridColumn: `span ${isWide(field) ? 24 : span}` };
  const name = label(field);
  if (!Edit || !isEditable(field, form)) {
    return (
      <div className={css.field} style={style} data-place={field.field_name}>
        <span className={css.label}>{name}</span>
        <div className={css.value}>
          {rowid === 0 && isComputed(field) && field.calc === undefined ? (
            <span className={css.code}>{t('form.generated')}</span>
          ) : (
            <Read field={field} value={value} locale={locale} place="form" />
          )}
        </div>
      </div>
    );
  }
  const hint = label(field, 'hint');
  return (
    <div className={`${css.field} ${css.edit}`} style={style} data-place={field.field_name}>
      <label htmlFor={id}>
        {name}
        {isNeeded(field, form) && (
          <span className={css.must} role="img" aria-label={t('form.must')}>
            *
          </span>
        )}
      </label>
      <Edit
        id={id}
        field={field}
        value={value}
        onChange={onChange}
        onBlur={() => {}}
        locale={locale}
        invalid={error !== undefined}
        {...(error || hint ? { describedBy: `${id}-about` } : {})}
        values={values}
        cloud={cloud}
        rowid={rowid}
      />
      {error ? (
        <div className={css.wrong} id={`${id}-about`} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </div>
      ) : hint ? (
        <div className={css.hint} id={`${id}-about`}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}
