import { type FormEvent, useId, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './List.module.css';
import { FIRST_FILTERS, filterSpan, isBackwards } from './list-state.ts';
import type { ListController } from './use-list-page.ts';

/** Fields the definition offers as filters. */
export const filterFields = (list: ListController): readonly FieldDef[] =>
  (list.table?.fields ?? []).filter(
    (field) => field.search === 1 && !field.hidden && field.SearchShow !== 'NONE' && widgetOf(field)?.Search,
  );

/** A filter per field, sent together (LIST-09). */
export function FilterPanel({ list, onDone }: { list: ListController; onDone?: () => void }) {
  const { t } = useText();
  const fields = filterFields(list);
  const { fields: draft, set: setDraft, end } = list.filtering;
  const [all, setAll] = useState(() => fields.slice(FIRST_FILTERS).some((field) => draft[field.field_name] !== undefined));
  const [tried, setTried] = useState(false);
  const shown = all ? fields : fields.slice(0, FIRST_FILTERS);
  const backwards = fields.filter((field) => isBackwards(draft[field.field_name]));
  const set = (name: string, value: FieldFilter | undefined) => {
    const { [name]: _, ...rest } = draft;
    setDraft(value === undefined ? rest : { ...rest, [name]: value });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (backwards.length > 0) return;
    end();
    list.dispatch({ type: 'filter', fields: draft });
    onDone?.();
  };
  const reset = () => {
    end();
    setTried(false);
    list.dispatch({ type: 'reset' });
  };
  const columns = 24 / filterSpan(window.innerWidth);
  return (
    <form className={css.panel} aria-label={t('list.filters')} onSubmit={send}>
      <div className={css.filters} style={{ '--columns': columns } as React.CSSProperties}>
        {shown.map((field) => (
          <Filter
            key={field.field_name}
            field={field}
            value={draft[field.field_name]}
            bad={tried && backwards.includes(field)}
            onChange={set}
          />
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
  bad: boolean;
  onChange: (name: string, value: FieldFilter | undefined) => void;
}

function Filter({ field, value, bad, onChange }: FilterProps) {
  const { t, locale } = useText();
  const { measured } = useUnits();
  const id = useId();
  const { Search } = widgetOf(field);
  if (!Search) return null;
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{measured(field, true)}</label>
      <Search id={id} field={field} value={value} locale={locale} onChange={(next) => onChange(field.field_name, next)} />
      {bad && (
        <small className={css.bad} role="alert">
          {t('list.backwards')}
        </small>
      )}
    </div>
  );
}
