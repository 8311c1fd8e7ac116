// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import dayjs from 'dayjs';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { dated, periodOf } from '#protocol/rules/report/ask.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { remarkOf } from '#web/api/error.ts';
import { DatePicker } from '#web/fields/date/pickers.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { filterFault } from '../list/filter/filter-fault.ts';
import { isBackwards } from '../list/state/list-state.ts';
import { Compare } from './Compare.tsx';
import css from './Searches.module.css';
import type { LoadedReport, ReportController } from './use-report.ts';

interface SearchesProps {
  control: Pick<ReportController, 'asked' | 'setFields' | 'setPeriod' | 'setValue' | 'setCompare'>;
  report: Pick<LoadedReport, 'searchs' | 'targets' | 'compare'>;
}

/** What a report is narrowed by, and how long its periods are. */
export function Searches({ control, report }: SearchesProps) {
  const { t } = useText();
  const [draft, setDraft] = useState(control.asked.fields ?? {});
  useEffect(() => setDraft(control.asked.fields ?? {}), [control.asked.fields]);
  const set = (name: string, value: FieldFilter | undefined) => {
    const { [name]: _, ...rest } = draft;
    setDraft(value === undefined ? rest : { ...rest, [name]: value });
  };
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const searchs = report.searchs.fields;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (searchs.every(({ name, field }) => faultOf(field, draft[name], t) === null)) return control.setFields(draft);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  if (searchs.length === 0 && !dated(report)) return null;
  return (
    <form ref={form} className={css.bar} aria-label={t('list.filters')} onSubmit={send}>
      {searchs.map((search) => (
        <Search
          key={search.name}
          search={search}
          value={draft[search.name] ?? search.value}
          tried={tried}
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
      <Compare control={control} report={report} />
    </form>
  );
}

interface SearchProps {
  search: LoadedReport['searchs']['fields'][number];
  value: FieldFilter | undefined;
  /** it was to be searched by: what is wrong is told; else when one has left it */
  tried: boolean;
  onChange: (value: FieldFilter | undefined) => void;
}

/** What is wrong with a search, in words; null when it can be asked for. */
function faultOf(field: FieldDef, filter: FieldFilter | undefined, t: Texts['t']): string | null {
  const fault = filterFault(field, filter);
  if (fault) return remarkOf({ code: fault.code, remark: `$${fault.text}`, data: { ...fault.data } });
  return isBackwards(filter) ? t('list.backwards') : null;
}

function Search({ search, value, tried, onChange }: SearchProps) {
  const { t, label, locale } = useText();
  const id = useId();
  const [left, setLeft] = useState(false);
  const fault = tried || left ? faultOf(search.field, value, t) : null;
  const { Search: Widget } = widgetOf(search.field);
  if (!Widget) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that one of its boxes was left
    <div className={css.search} onBlur={() => setLeft(true)}>
      <label htmlFor={id}>{label(search)}</label>
      <Widget
        id={id}
        field={search.field}
        value={value}
        locale={locale}
        invalid={fault !== null}
        {...(fault === null ? {} : { describedBy: `${id}-about` })}
        onChange={onChange}
      />
      {fault !== null && (
        <small className={css.bad} id={`${id}-about`} role="alert">
          {fault}
        </small>
      )}
    </div>
  );
}

/** Days of a month, months or quarters of a year, years. */
function Periods({ control, report }: SearchesProps) {
  const { t } = useText();
  const target = dated(report);
  if (!target) return null;
  const period = periodOf(report, target, control.asked);
  const { value } = control.asked;
  return (
    <span className={css.periods}>
      {(target.periods?.length ?? 0) > 1 && (
        <Segments
          quiet
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
          allowClear={target.value === undefined}
          picker={period === 'DAILY' ? 'month' : 'year'}
          value={value ? dayjs(period === 'DAILY' ? `${value}-01` : `${value}-01-01`) : null}
          onChange={(day) => control.setValue(day ? day.format(period === 'DAILY' ? 'YYYY-MM' : 'YYYY') : '')}
        />
      )}
    </span>
  );
}
