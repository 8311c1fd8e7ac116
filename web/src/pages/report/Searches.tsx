import dayjs from 'dayjs';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { dated, periodOf } from '#protocol/rules/report/ask.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { DatePicker } from '#web/ui/controls.ts';
import { Segments } from '#web/ui/Segments.tsx';
import css from './Searches.module.css';
import type { LoadedReport, ReportController } from './use-report.ts';

/** What a report is narrowed by, and how long its periods are. */
export function Searches({ control, report }: { control: ReportController; report: LoadedReport }) {
  const { t } = useText();
  const [draft, setDraft] = useState(control.asked.fields ?? {});
  useEffect(() => setDraft(control.asked.fields ?? {}), [control.asked.fields]);
  const set = (name: string, value: FieldFilter | undefined) => {
    const { [name]: _, ...rest } = draft;
    setDraft(value === undefined ? rest : { ...rest, [name]: value });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    control.setFields(draft);
  };
  const searchs = report.searchs.fields;
  if (searchs.length === 0 && !dated(report)) return null;
  return (
    <form className={css.bar} aria-label={t('list.filters')} onSubmit={send}>
      {searchs.map((search) => (
        <Search
          key={search.name}
          search={search}
          value={draft[search.name] ?? search.value}
          onChange={(value) => set(search.name, value)}
        />
      ))}
      {searchs.length > 0 && (
        <span className={css.acts}>
          <Button onClick={() => control.setFields({})}>{t('list.reset')}</Button>
          <Button kind="primary" type="submit">
            {t('list.search')}
          </Button>
        </span>
      )}
      <span className={css.grow} />
      <Periods control={control} report={report} />
    </form>
  );
}

interface SearchProps {
  search: LoadedReport['searchs']['fields'][number];
  value: FieldFilter | undefined;
  onChange: (value: FieldFilter | undefined) => void;
}

function Search({ search, value, onChange }: SearchProps) {
  const { label, locale } = useText();
  const id = useId();
  const { Search: Widget } = widgetOf(search.field);
  if (!Widget) return null;
  return (
    <div className={css.search}>
      <label htmlFor={id}>{label(search)}</label>
      <Widget id={id} field={search.field} value={value} locale={locale} invalid={false} onChange={onChange} />
    </div>
  );
}

/** Days of a month, months or quarters of a year, years. */
function Periods({ control, report }: { control: ReportController; report: LoadedReport }) {
  const { t } = useText();
  const target = dated(report);
  if (!target) return null;
  const period = periodOf(report, target, control.asked);
  const { value } = control.asked;
  return (
    <span className={css.periods}>
      {(target.periods?.length ?? 0) > 1 && (
        <Segments
          label={t('report.period')}
          active={period}
          onChange={control.setPeriod}
          items={(target.periods ?? []).map((key) => ({ key, label: t(`report.${key}`) }))}
        />
      )}
      {period !== 'YEAR' && (
        <DatePicker
          aria-label={t(period === 'DAILY' ? 'report.month' : 'report.year')}
          placeholder={t(period === 'DAILY' ? 'report.month' : 'report.year')}
          picker={period === 'DAILY' ? 'month' : 'year'}
          value={value ? dayjs(period === 'DAILY' ? `${value}-01` : `${value}-01-01`) : null}
          onChange={(day) => control.setValue(day ? day.format(period === 'DAILY' ? 'YYYY-MM' : 'YYYY') : '')}
        />
      )}
    </span>
  );
}
