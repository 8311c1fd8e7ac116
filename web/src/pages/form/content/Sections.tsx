import { Fragment, memo, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useLocale, useText } from '#web/i18n/use-text.ts';
import { Either } from '#web/ui/Paper.tsx';
import { MarksOf } from '../since/marks.ts';
import { fieldsToFill, partOf, type Section, sectionsOf } from '../state/circumstances.ts';
import type { Values } from '../state/form-state.ts';
import { titled } from '../state/record-name.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import type { Typing } from '../state/typing.ts';
import { FieldCell } from './FieldCell.tsx';
import { SectionHead } from './SectionHead.tsx';
import css from './Sections.module.css';
import { Subtable } from './Subtable.tsx';
import { unitOfRows } from './use-subtable.ts';

interface Layout {
  mine: readonly FieldDef[];
  sections: readonly Section[];
}

interface SectionsProps {
  typing: Typing;
  subs: readonly SubtableForm[];
  cloud: string;
  id: number;
}

/** The main form: what this step fills in first, on the tint; then the fields and rows by their headings. Drawn again when fields come or go. */
export const Sections = memo(function Sections({ typing, subs, cloud, id }: SectionsProps) {
  const { label, t } = useText();
  const { mine, sections } = useLayout(typing, subs);
  const span = partOf(typing.table);
  const cells = (fields: readonly FieldDef[]) =>
    fields.map((field) => <FieldCell key={field.uid} field={field} typing={typing} cloud={cloud} rowid={id} span={span} />);
  return (
    <>
      {mine.length > 0 && (
        <section className={css.mine} aria-label={t('form.yours')}>
          <h2>
            <Either screen={t('form.yours')} paper={t('form.ofStep')} />
          </h2>
          <div className={css.grid}>{cells(mine)}</div>
        </section>
      )}
      {sections.map((section) => (
        <section key={section.key}>
          <Heading section={section} />
          {section.fields.length > 0 && <div className={css.grid}>{cells(section.fields)}</div>}
          {section.subs.map((sub, at) => (
            <Fragment key={sub.def.uid}>
              {(at > 0 || isNamedApart(section, sub)) && <SectionHead level={3}>{label(sub.def)}</SectionHead>}
              <Subtable typing={typing} sub={sub} cloud={cloud} id={id} />
            </Fragment>
          ))}
        </section>
      ))}
    </>
  );
});

/** What is named alike is named once: rows that bear the name of their heading need no other. */
const isNamedApart = ({ heading }: Section, { def }: SubtableForm): boolean => heading !== null && heading.key_name !== def.key_name;

function Heading({ section: { heading, subs } }: { section: Section }) {
  const { t, label } = useText();
  const { unitOf } = useUnits();
  const [sub] = subs;
  const named = heading ?? sub?.def;
  if (!named) return null;
  const unit = sub && unitOfRows(sub, unitOf);
  return (
    <SectionHead>
      {label(named)}
      {unit && <small>{t('fields.unit', { unit })}</small>}
    </SectionHead>
  );
}

/** Which fields stand where, as long as no rule shows or hides one. */
function useLayout({ store, table, formAt }: Typing, subs: readonly SubtableForm[]): Layout {
  const locale = useLocale();
  const marked = useContext(MarksOf)?.fields;
  const layout = (values: Values) => {
    const said = [...titled(values, table, locale)].filter((name) => !marked?.has(name));
    return layoutOf(formAt(values), subs, new Set(said));
  };
  const shape = useStore(store, (state) => shapeOf(layout(state.values)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says when the layout is another
  return useMemo(() => layout(store.getState().values), [store, table, formAt, subs, locale, shape]);
}

function layoutOf(form: Form, subs: readonly SubtableForm[], said: ReadonlySet<string>): Layout {
  const mine = form.op === 'Review' ? fieldsToFill(form.table, form) : [];
  const read = form.op === 'Add' ? [] : form.table.fields.filter((field) => said.has(field.field_name) && !isEditable(field, form));
  return { mine, sections: sectionsOf(form.table, form, { except: new Set([...mine, ...read].map((field) => field.field_name)), subs }) };
}

const shapeOf = ({ mine, sections }: Layout): string =>
  [mine, ...sections.map((section) => section.fields)].map((fields) => fields.map((field) => field.uid).join()).join('|');
