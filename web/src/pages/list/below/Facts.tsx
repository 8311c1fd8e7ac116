import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { isWideShown, widgetOf } from '#web/fields/registry.ts';
import { cellValue } from '#web/fields/shown.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import type { ListController } from '../state/use-list-page.ts';
import css from './Panel.module.css';
import type { Known } from './use-values.ts';

interface FactsProps {
  list: ListController;
  fields: readonly FieldDef[];
  known: Known;
}

/** What stands below a row, as a form that is read shows it; or why it does not. */
export function Facts({ list, fields, known: { record, fault, again } }: FactsProps) {
  const { t } = useText();
  if (fault)
    return (
      <p className={css.told} role="alert">
        {t('below.failed', { why: fault })}
        <Button kind="link" size="small" onClick={again}>
          {t('below.again')}
        </Button>
      </p>
    );
  if (record === null) return <p className={css.told}>{t('below.gone')}</p>;
  if (record === undefined)
    return (
      <p className={css.told} aria-busy="true">
        {t('below.wait')}
      </p>
    );
  return (
    <Amounts of={record._currency ?? list.currency}>
      <dl className={css.facts}>
        {fields.map((field) => (
          <Fact key={field.uid} field={field} record={record} isPage={list.mode === 'LIST'} />
        ))}
      </dl>
    </Amounts>
  );
}

/** Where a record is chosen nothing leads away from it. */
function Fact({ field, record, isPage }: { field: FieldDef; record: WireRow; isPage: boolean }) {
  const { label, locale } = useText();
  const { measured } = useUnits();
  const value = cellValue(field, record, label);
  const { Read } = widgetOf(field);
  const leads = isPage || !isOf(field.data_type, 'link');
  return (
    <div className={isWideShown(field, value, locale) ? css.wide : undefined}>
      <dt>{measured(field, false)}</dt>
      <dd>
        <Read field={field} value={value} locale={locale} place={leads ? 'form' : 'list'} />
      </dd>
    </div>
  );
}
