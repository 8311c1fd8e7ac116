import type { KeyboardEvent } from 'react';
import { Decimal, NUMBER } from '#protocol/fields/decimal.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { isEditable, isNeeded, isVisible } from '#protocol/rules/form.ts';
import { isSubtableEditable, subtableActions, subtableKey } from '#protocol/rules/subtable.ts';
import { placesOf } from '#web/fields/number.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { formatDecimal } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { formOf } from './circumstances.ts';
import css from './form.module.css';
import { cellKey, type SubRow, standing } from './form-state.ts';
import type { SubtableForm } from './submission.ts';
import type { FormPage } from './use-form-page.ts';

/** An inline sub-table: rows typed in place, sums that stay in sight, and in words whether they add up (SUB-01 to SUB-03). */
export function Subtable({ page, sub, id }: { page: FormPage; sub: SubtableForm; id: number }) {
  const { label, t } = useText();
  const form = page.form!;
  const key = subtableKey(sub.def);
  const rows = standing(page.state, key);
  const rowForm = formOf(sub.table, 'Modify', form.review_state, {}, page.filler);
  const fields = sub.table.fields.filter(
    (field) => field.field_name !== sub.def.parent_field && field.data_type !== 'title' && isVisible(field, rowForm),
  );
  const editable = isSubtableEditable(sub.def, form);
  const may = subtableActions(sub.def, sub.table, form);
  const summed = fields.filter((field) => field.stat === 'SUM');
  const unit = summed.map((field) => label(field, 'unit')).find((text) => text !== '');
  const wrong = page.state.errors[key];
  return (
    <section data-place={key}>
      <h2 className={css['section-head']}>
        {label(sub.def)}
        {unit && <small>{unit}</small>}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.sub} tabIndex={0} aria-label={label(sub.def)}>
        <table>
          <thead>
            <tr>
              {fields.map((field) => (
                <th
                  key={field.uid}
                  scope="col"
                  className={widgetOf(field).align === 'right' ? css.r : ''}
                  style={{ minWidth: widthOf(field) }}
                >
                  {label(field)}
                  {editable && isNeeded(field, rowForm) && <span className={css.must}>*</span>}
                </th>
              ))}
              {may.includes('Delete') && (
                <th scope="col" style={{ width: 44 }}>
                  <span className={css.unseen}>{t('form.rowActions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.key}>
                {fields.map((field) => (
                  <Cell
                    key={field.uid}
                    page={page}
                    sub={sub}
                    row={row}
                    at={at}
                    field={field}
                    editable={editable && isEditable(field, rowForm)}
                    id={id}
                  />
                ))}
                {may.includes('Delete') && (
                  <td>
                    <IconButton
                      icon="delete"
                      size="small"
                      label={t('form.removeRow', { n: at + 1 })}
                      onClick={() => page.removeRow(sub, row.key)}
                    />
                  </td>
                )}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={fields.length + 1} className={css.none}>
                  {t('form.noRows')}
                </td>
              </tr>
            )}
          </tbody>
          {summed.length > 0 && rows.length > 0 && (
            <tfoot>
              <tr>
                {fields.map((field, at) => (
                  <td key={field.uid} className={widgetOf(field).align === 'right' ? css.r : ''}>
                    {field.stat === 'SUM' ? formatDecimal(sumOf(rows, field), placesOf(field)) : at === 0 ? t('form.sum') : ''}
                  </td>
                ))}
                {may.includes('Delete') && <td />}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {may.includes('Add') && (
        <Button kind="quiet" icon="add" onClick={() => page.addRow(sub)}>
          {t('form.addRow', { name: label(sub.def) })}
        </Button>
      )}
      {wrong ? (
        <div className={`${css.check} ${css.off}`} role="alert">
          <Icon name="alert" size={14} />
          {wrong}
        </div>
      ) : (
        (sub.def.check ?? []).map((check) => <SumCheck key={check.sum} page={page} rows={rows} check={check} />)
      )}
    </section>
  );
}

/** The check of the sum in words, while one types. */
function SumCheck({
  page,
  rows,
  check,
}: {
  page: FormPage;
  rows: readonly SubRow[];
  check: { sum: string; equals: string; remark: string; remark_en: string };
}) {
  const { t, label } = useText();
  const target = page.table?.fields.find((field) => field.field_name === check.equals);
  const wanted = String(page.state.values[check.equals] ?? '');
  if (!target || !NUMBER.test(wanted) || rows.length === 0) return null;
  const sum = sumOf(rows, { field_name: check.sum });
  const places = placesOf(target);
  const agrees = new Decimal(sum).eq(wanted);
  return (
    <div className={agrees ? css.check : `${css.check} ${css.off}`} role="status">
      <Icon name={agrees ? 'check' : 'alert'} size={14} />
      {agrees
        ? t('form.sumAgrees', { name: label(target), amount: formatDecimal(wanted, places) })
        : t('form.sumDiffers', {
            name: label(target),
            amount: formatDecimal(wanted, places),
            sum: formatDecimal(sum, places),
            rest: formatDecimal(new Decimal(wanted).minus(sum).toFixed(), places),
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

interface CellProps {
  page: FormPage;
  sub: SubtableForm;
  row: SubRow;
  at: number;
  field: FieldDef;
  editable: boolean;
  id: number;
}

function Cell({ page, sub, row, at, field, editable, id }: CellProps) {
  const { label, locale } = useText();
  const { Read, Edit, align } = widgetOf(field);
  const place = cellKey(subtableKey(sub.def), row.key, field.field_name);
  const error = page.state.errors[place];
  const value = row.values[field.field_name];
  const side = align === 'right' ? css.r : '';
  if (!editable || !Edit) {
    return (
      <td className={side}>
        <Read field={field} value={value} locale={locale} place="list" />
      </td>
    );
  }
  return (
    <td className={error ? `${side} ${css.wrong}` : side} data-place={place} title={error}>
      <label className={css.unseen} htmlFor={place}>
        {label(field)} {at + 1}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: catches the keys of the control inside */}
      <div className={css.compact} onKeyDown={(event) => moveBetweenCells(event, () => page.addRow(sub))}>
        <Edit
          id={place}
          field={withoutUnit(field)}
          value={value}
          onChange={(next) => page.cell(sub, row.key, { [field.field_name]: next }, field)}
          onBlur={() => {}}
          locale={locale}
          invalid={error !== undefined}
          values={row.values}
          cloud={sub.table.table_name}
          rowid={row.id ?? id}
        />
      </div>
    </td>
  );
}

/** The unit stands in the head, once. */
const withoutUnit = ({ unit: _unit, unit_en: _unitEn, ...field }: FieldDef): FieldDef => field;

const STEPS: Readonly<Record<string, [number, number]>> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Ctrl and an arrow move between cells; Ctrl+Down on the last row adds one (SUB-04). */
function moveBetweenCells(event: KeyboardEvent<HTMLElement>, addRow: () => void): void {
  const step = event.ctrlKey ? STEPS[event.key] : undefined;
  if (!step) return;
  const cell = event.currentTarget.closest('td')!;
  const row = cell.parentElement as HTMLTableRowElement;
  const body = row.parentElement!;
  event.preventDefault();
  const goal = body.children[[...body.children].indexOf(row) + step[0]];
  if (!goal && step[0] === 1) {
    addRow();
    return;
  }
  const next = (goal ?? row).children[[...row.children].indexOf(cell) + step[1]];
  next?.querySelector<HTMLElement>('input, textarea')?.focus();
}
