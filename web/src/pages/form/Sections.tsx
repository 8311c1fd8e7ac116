import { memo, useMemo } from 'react';
import { useStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Form } from '#protocol/rules/form.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fieldsToFill, type Section, sectionsOf } from './circumstances.ts';
import { FieldCell } from './FieldCell.tsx';
import css from './form.module.css';
import type { Typing } from './typing.ts';

interface Layout {
  mine: readonly FieldDef[];
  sections: readonly Section[];
}

/** The main form: what this step fills in first, on the tint; then the fields by their headings. Drawn again when fields come or go. */
export const Sections = memo(function Sections({ typing, cloud, id }: { typing: Typing; cloud: string; id: number }) {
  const { label, t } = useText();
  const { mine, sections } = useLayout(typing);
  const span = Math.floor(24 / (typing.table.form_column ?? 3));
  const cells = (fields: readonly FieldDef[]) =>
    fields.map((field) => <FieldCell key={field.uid} field={field} typing={typing} cloud={cloud} rowid={id} span={span} />);
  return (
    <>
      {mine.length > 0 && (
        <section className={css.mine} aria-label={t('form.yours')}>
          <h2>{t('form.yours')}</h2>
          <div className={css.grid}>{cells(mine)}</div>
        </section>
      )}
      {sections.map((section) => (
        <section key={section.key}>
          {section.heading && <h2 className={css['section-head']}>{label(section.heading)}</h2>}
          <div className={css.grid}>{cells(section.fields)}</div>
        </section>
      ))}
    </>
  );
});

/** Which fields stand where, as long as no rule shows or hides one. */
function useLayout({ store, table, formAt }: Typing): Layout {
  const shape = useStore(store, (state) => shapeOf(layoutOf(formAt(state.values))));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says when the layout is another
  return useMemo(() => layoutOf(formAt(store.getState().values)), [store, table, formAt, shape]);
}

function layoutOf(form: Form): Layout {
  const mine = form.op === 'Review' ? fieldsToFill(form.table, form) : [];
  return { mine, sections: sectionsOf(form.table, form, new Set(mine.map((field) => field.field_name))) };
}

const shapeOf = ({ mine, sections }: Layout): string =>
  [mine, ...sections.map((section) => section.fields)].map((fields) => fields.map((field) => field.uid).join()).join('|');
