import type { ReactNode } from 'react';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { FieldSince, RowSince, Since } from '#protocol/wire/since.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { asFiles } from '#web/fields/values.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { isSame } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import css from './Mark.module.css';
import { CellMark, Mark } from './Mark.tsx';
import type { Marks } from './marks.ts';

/** What the places of a form show of an answer of Since. */
export function marksOf(told: Since, table: TableDef, subs: readonly SubtableForm[], { t, label }: Texts): Marks {
  const fields = new Map(told.fields.map((change) => [change.field, change]));
  const rows = new Map(told.rows.map((row) => [`${row.subtable}/${row.id}`, row]));
  const subOf = (key: string) => subs.find(({ def }) => subtableKey(def) === key);
  const rowAt = (sub: string, id: number | undefined) => (id === undefined ? undefined : rows.get(`${sub}/${id}`));
  return {
    fields: new Set(fields.keys()),
    field: (name) => {
      const change = fields.get(name);
      const field = change && table.fields.find((one) => one.field_name === name);
      return field && <Mark words={t('since.changed')} of={label(field)} was={<Change field={field} change={change} />} />;
    },
    row: (key, id) => {
      const [row, sub] = [rowAt(key, id), subOf(key)];
      if (!row || !sub || row.op === 'Delete') return null;
      if (row.op === 'Add') return <Mark words={t('since.added')} of={label(sub.def)} was={t('since.addedWhy')} />;
      return <Mark words={t('since.changed')} of={label(sub.def)} was={<RowChanges sub={sub} row={row} />} />;
    },
    cell: (key, id, name, content) => {
      const [row, sub] = [rowAt(key, id), subOf(key)];
      const change = row?.changes.find((one) => one.field === name);
      const field = change && sub?.table.fields.find((one) => one.field_name === name);
      return field ? <CellMark was={<Change field={field} change={change} />}>{content}</CellMark> : content;
    },
    gone: (key) => {
      const sub = subOf(key);
      const went = told.rows.filter((row) => row.subtable === key && row.op === 'Delete');
      return sub && went.length > 0 ? <Gone sub={sub} rows={went} /> : null;
    },
  };
}

/** A value before and now; of files those that came and went; of what is secret nothing. */
function Change({ field, change: { from, to, secret } }: { field: FieldDef; change: FieldSince }): ReactNode {
  const { t } = useText();
  if (secret) return t('since.secret');
  if (isOf(field.data_type, 'files')) return <Files from={from} to={to} />;
  return (
    <dl className={css.pair}>
      <dt>{t('since.was')}</dt>
      <dd>
        {isSame(from, null) ? (
          <Nothing />
        ) : (
          <del>
            <Value field={field} value={from} />
          </del>
        )}
      </dd>
      <dt>{t('since.is')}</dt>
      <dd>
        {isSame(to, null) ? (
          <Nothing />
        ) : (
          <ins>
            <Value field={field} value={to} />
          </ins>
        )}
      </dd>
    </dl>
  );
}

function Nothing() {
  const { t } = useText();
  return <span className={css.quiet}>{t('form.empty')}</span>;
}

function Value({ field, value }: { field: FieldDef; value: unknown }) {
  const { locale } = useText();
  const { Read } = widgetOf(field);
  return <Read field={field} value={value} locale={locale} place="list" />;
}

function Files({ from, to }: Pick<FieldSince, 'from' | 'to'>) {
  const { t } = useText();
  const [was, is] = [asFiles(from), asFiles(to)];
  const lacks = (all: typeof was, file: (typeof was)[number]) => !all.some(({ id }) => id === file.id);
  return (
    <dl className={css.pair}>
      {is
        .filter((file) => lacks(was, file))
        .map((file) => (
          <FileLine key={file.id} how={t('since.fileAdded')} name={<ins>{file.file_name}</ins>} />
        ))}
      {was
        .filter((file) => lacks(is, file))
        .map((file) => (
          <FileLine key={file.id} how={t('since.fileGone')} name={<del>{file.file_name}</del>} />
        ))}
    </dl>
  );
}

const FileLine = ({ how, name }: { how: string; name: ReactNode }) => (
  <>
    <dt>{how}</dt>
    <dd>{name}</dd>
  </>
);

function RowChanges({ sub, row }: { sub: SubtableForm; row: RowSince }) {
  const { measured } = useUnits();
  return row.changes.map((change) => {
    const field = sub.table.fields.find((one) => one.field_name === change.field);
    return (
      field && (
        <section key={change.field} className={css.part}>
          <b>{measured(field)}</b>
          <Change field={field} change={change} />
        </section>
      )
    );
  });
}

/** Rows that went, each with what it held. */
function Gone({ sub, rows }: { sub: SubtableForm; rows: readonly RowSince[] }) {
  const { t, label } = useText();
  const { measured } = useUnits();
  return (
    <ul className={`${css.gone} no-print`}>
      {rows.map((row) => (
        <li key={row.id}>
          <Mark words={t('since.gone')} of={label(sub.def)} was={t('since.goneWhy')} />
          {sub.table.fields
            .filter(({ field_name: name }) => name in row.row && !isSame(row.row[name], null))
            .map((field) => (
              <span key={field.uid} className={css.fact}>
                <span className={css.quiet}>{measured(field)}</span>{' '}
                <del>
                  <Value field={field} value={row.row[field.field_name]} />
                </del>
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}
