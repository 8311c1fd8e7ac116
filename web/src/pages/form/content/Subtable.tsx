import { memo, useCallback, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { Decimal, NUMBER } from '#protocol/fields/decimal.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type Form, isEditable, isNeeded, isVisible } from '#protocol/rules/form/form.ts';
import { isSubtableOthers, subtableActions, subtableKey } from '#protocol/rules/form/subtable.ts';
import { type Units, useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import css from '../form.module.css';
import { rowFormOf } from '../state/circumstances.ts';
import type { SubRow } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { wordsOf } from '../state/told.ts';
import type { Typing } from '../state/typing.ts';
import { CellErrors } from './CellErrors.tsx';
import { focusCell, whenDrawn } from './focus.ts';
import { type SubColumn, SubtableRow } from './SubtableRow.tsx';
import { Whose } from './Whose.tsx';

interface SubtableProps {
  typing: Typing;
  sub: SubtableForm;
  id: number;
}

/** An inline sub-table: rows typed in place, sums that stay in sight, and in words whether they add up (SUB-01 to SUB-03). */
export const Subtable = memo(function Subtable({ typing, sub, id }: SubtableProps) {
  const { label, t } = useText();
  const { figure } = useUnits();
  const { store, addRow, leave } = typing;
  const key = subtableKey(sub.def);
  const all = useStore(store, (state) => state.subs[key]);
  const wrong = useStore(store, (state) => state.errors[key]);
  const rows = useMemo(() => (all ?? []).filter((row) => !row.gone), [all]);
  const { columns, mayAdd, mayDelete, others } = useTerms(typing, sub);
  // a row that is not saved yet is taken back by who added it
  const mayRemove = mayAdd || mayDelete;
  const body = useRef<HTMLTableSectionElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  /** A new row is typed in at once: in its first cell, or in that of the column one comes from. */
  const add = useCallback(
    (column?: number) => {
      addRow(sub);
      whenDrawn(() => focusCell(body.current?.lastElementChild, column));
    },
    [addRow, sub],
  );
  /** The next row's button takes the focus, so that the keyboard stays where it was. */
  const remove = useCallback(
    (row: string, at: number) => {
      typing.removeRow(sub, row);
      leave(key);
      whenDrawn(() => {
        const left = body.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
        (left[Math.min(at, left.length - 1)] ?? adder.current)?.focus();
      });
    },
    [typing, sub, leave, key],
  );
  // rows of another domain have another money: nothing is summed across
  const across = rows.some((row) => row.values._currency !== undefined);
  const summed = columns.filter(({ field }) => field.stat === 'SUM');
  return (
    <div data-place={key}>
      {others && <Whose edit_by={sub.def.edit_by} turn={typing.turn} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.sub} tabIndex={0} aria-label={label(sub.def)}>
        <table>
          <thead>
            <tr>
              {columns.map(({ field, head, must }) => (
                <th
                  key={field.uid}
                  scope="col"
                  className={widgetOf(field).align === 'right' ? css.r : ''}
                  style={{ minWidth: widthOf(field) }}
                >
                  {head}
                  {must && (
                    <span className={css.must} aria-hidden="true">
                      *
                    </span>
                  )}
                </th>
              ))}
              {mayRemove && (
                <th scope="col" style={{ width: 44 }}>
                  <span className={css.unseen}>{t('form.rowActions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <SubtableRow
                key={row.key}
                typing={typing}
                sub={sub}
                row={row}
                at={at}
                columns={columns}
                mayDelete={mayDelete}
                mayRemove={mayRemove}
                id={id}
                onAdd={mayAdd ? add : undefined}
                onRemove={remove}
              />
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length + 1} className={css.none}>
                  {t('form.noRows')}
                </td>
              </tr>
            )}
          </tbody>
          {summed.length > 0 && rows.length > 0 && (
            <tfoot>
              <tr>
                {columns.map(({ field, head }, at) => (
                  <td
                    key={field.uid}
                    className={widgetOf(field).align === 'right' ? css.r : ''}
                    {...(field.stat === 'SUM' ? { 'data-head': head } : {})}
                  >
                    {field.stat === 'SUM' && !(across && field.money) ? figure(field, sumOf(rows, field)) : at === 0 ? t('form.sum') : ''}
                  </td>
                ))}
                {mayRemove && <td />}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {mayAdd && (
        <Button ref={adder} kind="quiet" icon="add" data-first={rows.length === 0 ? '' : undefined} onClick={() => add()}>
          {t('form.addRow', { name: label(sub.def) })}
        </Button>
      )}
      <CellErrors typing={typing} sub={sub} rows={rows} columns={columns} id={id} />
      {wrong ? (
        <div className={`${css.check} ${css.off}`}>
          <Icon name="alert" size={14} />
          {wordsOf(wrong)}
        </div>
      ) : (
        (sub.def.check ?? []).map((check) => <SumCheck key={check.sum} typing={typing} rows={rows} check={check} />)
      )}
    </div>
  );
});

/** The unit of the rows' sums, which stands beside their name. */
export const unitOfRows = ({ table }: SubtableForm, unitOf: Units['unitOf']): string =>
  table.fields
    .filter((field) => field.stat === 'SUM')
    .map(unitOf)
    .find((text) => text !== '') ?? '';

/** Which columns are shown and what may be done, by the record's state; no rule reads the values of rows. */
function useTerms(typing: Typing, sub: SubtableForm) {
  const { label } = useText();
  const { unitOf, measured } = useUnits();
  return useMemo(() => {
    const unit = unitOfRows(sub, unitOf);
    const form = typing.formAt(typing.store.getState().values);
    const [added, standing] = [{ values: {} }, { id: 0, values: {} }].map((row) => rowFormOf(sub, form, row, typing.filler)) as [
      Form,
      Form,
    ];
    const may = subtableActions(sub.def, sub.table, form);
    const columns = sub.table.fields
      .filter((field) => field.field_name !== sub.def.parent_field && field.data_type !== 'title' && isVisible(field, added))
      .map<SubColumn>((field) => ({
        field,
        head: unitOf(field) === unit ? label(field) : measured(field, true),
        open: { added: isEditable(field, added), standing: isEditable(field, standing) },
        must: (isEditable(field, added) || isEditable(field, standing)) && isNeeded(field, added),
      }));
    return { columns, mayAdd: may.includes('Add'), mayDelete: may.includes('Delete'), others: isSubtableOthers(sub.def, form) };
  }, [typing, sub, label, unitOf, measured]);
}

/** The check of the sum in words, while one types. */
function SumCheck({
  typing,
  rows,
  check,
}: {
  typing: Typing;
  rows: readonly SubRow[];
  check: { sum: string; equals: string; remark: string; remark_en: string };
}) {
  const { t, label } = useText();
  const { alone } = useUnits();
  const target = typing.table.fields.find((field) => field.field_name === check.equals);
  const wanted = useStore(typing.store, (state) => String(state.values[check.equals] ?? ''));
  if (!target || !NUMBER.test(wanted) || rows.length === 0) return null;
  const sum = sumOf(rows, { field_name: check.sum });
  const agrees = new Decimal(sum).eq(wanted);
  return (
    <div className={agrees ? css.check : `${css.check} ${css.off}`} role="status">
      <Icon name={agrees ? 'check' : 'alert'} size={14} />
      {agrees
        ? t('form.sumAgrees', { name: label(target), amount: alone(target, wanted) })
        : t('form.sumDiffers', {
            name: label(target),
            amount: alone(target, wanted),
            sum: alone(target, sum),
            rest: alone(target, new Decimal(wanted).minus(sum).toFixed()),
          })}
    </div>
  );
}

const sumOf = (rows: readonly SubRow[], field: Pick<FieldDef, 'field_name'>): string =>
  rows
    .reduce(
      (all, row) => (NUMBER.test(String(row.values[field.field_name] ?? '')) ? all.plus(String(row.values[field.field_name])) : all),
      new Decimal(0),
    )
    .toFixed();

const widthOf = (field: FieldDef): number => {
  const width = field.list_width ?? 120;
  return width <= 30 ? width * 10 : width;
};
