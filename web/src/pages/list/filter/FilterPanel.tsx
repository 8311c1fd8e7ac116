// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { remarkOf } from '#web/api/error.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { FIRST_FILTERS, filterSpan, isBackwards } from '../state/list-state.ts';
import type { ListController } from '../state/use-list-page.ts';
import css from './FilterPanel.module.css';
import { filterFault } from './filter-fault.ts';
import { filterFields } from './filter-fields.ts';

/** A filter per field, sent together (LIST-09). */
export function FilterPanel({ list, onDone }: { list: ListController; onDone?: () => void }) {
  const { t } = useText();
  const fields = filterFields(list);
  const { fields: draft, set: setDraft, end } = list.filtering;
  const [all, setAll] = useState(() => fields.slice(FIRST_FILTERS).some((field) => draft[field.field_name] !== undefined));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrong = fields.filter((field) => faultOf(field, draft[field.field_name], t) !== null);
  const shown = all ? fields : fields.filter((field, at) => at < FIRST_FILTERS || (tried && wrong.includes(field)));
  const set = (name: string, value: FieldFilter | undefined) => {
    const { [name]: _, ...rest } = draft;
    setDraft(value === undefined ? rest : { ...rest, [name]: value });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong.length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    end();
    list.dispatch({ type: 'filter', fields: draft });
    onDone?.();
  };
  const reset = () => {
    end();
    setTried(false);
    list.dispatch({ type: 'reset' });
  };
  const columns = 24 / filterSpan(window.innerWidth, list.table?.search_column);
  return (
    <form ref={form} className={css.panel} aria-label={t('list.filters')} onSubmit={send}>
      <div className={css.filters} style={{ '--columns': columns } as React.CSSProperties}>
        {shown.map((field) => (
          <Filter key={field.field_name} field={field} value={draft[field.field_name]} tried={tried} onChange={set} />
        ))}
      </div>
      <div className={css.panelFoot}>
        {fields.length > FIRST_FILTERS && (
          <Button kind="quiet" icon={all ? 'up' : 'down'} aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'list.packUp' : 'list.moreFilters', { n: fields.length - FIRST_FILTERS })}
          </Button>
        )}
        <span className={css.grow} />
        <Button onClick={reset}>{t('list.reset')}</Button>
        <Button kind="primary" type="submit">
          {t('list.search')}
        </Button>
      </div>
    </form>
  );
}

interface FilterProps {
  field: FieldDef;
  value: FieldFilter | undefined;
  /** it was to be searched by: what is wrong is told; else when one has left it */
  tried: boolean;
  onChange: (name: string, value: FieldFilter | undefined) => void;
}

/** What is wrong with a filter, in words; null when it can be asked for. */
function faultOf(field: FieldDef, filter: FieldFilter | undefined, t: Texts['t']): string | null {
  const fault = filterFault(field, filter);
  if (fault) return remarkOf({ code: fault.code, remark: `$${fault.text}`, data: { ...fault.data } });
  return isBackwards(filter) ? t('list.backwards') : null;
}

/** One filter with its label and what is wrong with it. */
export function Filter({ field, value, tried, onChange }: FilterProps) {
  const { t, locale } = useText();
  const { measured } = useUnits();
  const id = useId();
  const [left, setLeft] = useState(false);
  const fault = tried || left ? faultOf(field, value, t) : null;
  const { Search } = widgetOf(field);
  if (!Search) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that one of its boxes was left
    <div className={css.filter} onBlur={() => setLeft(true)}>
      <label htmlFor={id}>{measured(field, true)}</label>
      <Search
        id={id}
        field={field}
        value={value}
        locale={locale}
        spans
        invalid={fault !== null}
        {...(fault === null ? {} : { describedBy: `${id}-about` })}
        onChange={(next) => onChange(field.field_name, next)}
      />
      {fault !== null && (
        <small className={css.bad} id={`${id}-about`} role="alert">
          {fault}
        </small>
      )}
    </div>
  );
}
