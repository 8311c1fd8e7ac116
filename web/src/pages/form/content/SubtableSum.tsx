import { useStore } from 'zustand';
import { Decimal, NUMBER } from '#protocol/fields/decimal.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { SubRow } from '../state/form-state.ts';
import type { Typing } from '../state/typing.ts';
import css from './Subtable.module.css';
import type { SubtableControl } from './use-subtable.ts';

/** The sums of the columns that have one. */
export function SumRow({ rows, columns, mayRemove }: Pick<SubtableControl, 'rows' | 'columns' | 'mayRemove'>) {
  const { t } = useText();
  const { figure } = useUnits();
  // rows of another domain have another money: nothing is summed across
  const across = rows.some((row) => row.values._currency !== undefined);
  if (rows.length === 0 || columns.every(({ field }) => field.stat !== 'SUM')) return null;
  return (
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
  );
}

/** The check of the sum in words, while one types. */
export function SumCheck({
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
