import { useText } from '#web/i18n/use-text.ts';
import { fieldsToFill, sectionsOf } from './circumstances.ts';
import { FieldCell } from './FieldCell.tsx';
import css from './form.module.css';
import type { FormPage } from './use-form-page.ts';

/** The main form: what this step fills in first, on the tint; then the fields by their headings. */
export function Sections({ page, cloud, id }: { page: FormPage; cloud: string; id: number }) {
  const { label, t } = useText();
  const { table, form, state } = page;
  if (!table || !form) return null;
  const span = Math.floor(24 / (table.form_column ?? 3));
  const mine = form.op === 'Review' ? fieldsToFill(table, form) : [];
  const cells = (fields: typeof mine) =>
    fields.map((field) => (
      <FieldCell
        key={field.uid}
        field={field}
        form={form}
        cloud={cloud}
        rowid={id}
        values={state.values}
        error={state.errors[field.field_name]}
        span={span}
        onChange={(value) => page.set({ [field.field_name]: value }, field)}
      />
    ));
  return (
    <>
      {mine.length > 0 && (
        <section className={css.mine} aria-label={t('form.yours')}>
          <h2>{t('form.yours')}</h2>
          <div className={css.grid}>{cells(mine)}</div>
        </section>
      )}
      {sectionsOf(table, form, new Set(mine.map((field) => field.field_name))).map((section) => (
        <section key={section.key}>
          {section.heading && <h2 className={css['section-head']}>{label(section.heading)}</h2>}
          <div className={css.grid}>{cells(section.fields)}</div>
        </section>
      ))}
    </>
  );
}
