import { useEffect, useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { NOTHING } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/controls.ts';
import { Nothing } from '#web/ui/marks.tsx';
import css from './fields.module.css';
import { useFieldHost } from './host.ts';
import { asEntities, asEntity } from './values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from './widget.ts';

function Name({ value }: { value: EntityValue }) {
  const { t, label } = useText();
  if (value.unauthorized) return <span className={css.nothing}>{t('fields.unauthorized')}</span>;
  return <span title={label(value)}>{label(value) || NOTHING}</span>;
}

function ReadEntity({ value }: ReadProps) {
  const entity = asEntity(value);
  return entity ? <Name value={entity} /> : <Nothing />;
}

function ReadEntities({ value }: ReadProps) {
  const { t, label, listed } = useText();
  const names = listed(asEntities(value).map((each) => (each.unauthorized ? t('fields.unauthorized') : label(each))));
  return names ? <span title={names}>{names}</span> : <Nothing />;
}

/** Rows found for what is typed, asked 200 ms after the last key; an older answer never replaces a newer one. */
function useFound(field: FieldDef, values: () => Readonly<Record<string, unknown>>) {
  const host = useFieldHost();
  const [found, setFound] = useState<EntityValue[]>([]);
  const [loading, setLoading] = useState(false);
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (keyword: string, wait = 200) => {
    const mine = ++asked.current;
    clearTimeout(timer.current);
    setLoading(true);
    timer.current = setTimeout(async () => {
      const rows = await host.search(field, keyword, values()).catch(() => []);
      if (mine !== asked.current) return;
      setFound(rows);
      setLoading(false);
    }, wait);
  };
  return { found, loading, ask };
}

const nothing = () => ({});

function EditEntity({ id, field, value, onChange, onBlur, required, invalid, describedBy, values }: EditProps) {
  const { t, label } = useText();
  const host = useFieldHost();
  const { found, loading, ask } = useFound(field, values);
  const chosen = asEntity(value);
  const known = chosen && !found.some((each) => each.id === chosen.id) ? [chosen, ...found] : found;
  const pick = async () => {
    const picked = await host.pick?.(field, false, chosen ? [chosen] : [], values());
    if (picked) onChange(picked[0] ?? null);
  };
  return (
    <span className={css.joined}>
      <Select
        id={id}
        size="large"
        style={{ flex: 1, minWidth: 0 }}
        value={chosen?.id ?? null}
        allowClear={!required}
        loading={loading}
        showSearch={{ filterOption: false, onSearch: (typed) => ask(typed) }}
        options={known.map((each) => ({ value: each.id, label: label(each) }))}
        placeholder={label(field, 'placeholder') || t('fields.typeToSearch')}
        notFoundContent={loading ? t('fields.searching') : t('fields.nothingFound')}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        aria-required={required}
        onOpenChange={(open) => open && ask('', 0)}
        onChange={(next: number | undefined) => onChange(known.find((each) => each.id === next) ?? null)}
        onBlur={onBlur}
      />
      {host.pick && <IconButton kind="default" size="medium" icon="list" label={t('fields.pick', { name: label(field) })} onClick={pick} />}
    </span>
  );
}

function EditEntities({ id, field, value, onChange, onBlur, required, invalid, describedBy, values }: EditProps) {
  const { t, label } = useText();
  const host = useFieldHost();
  const { found, loading, ask } = useFound(field, values);
  const chosen = asEntities(value);
  const known = [...chosen, ...found.filter((each) => !chosen.some((one) => one.id === each.id))];
  const pick = async () => {
    const picked = await host.pick?.(field, true, chosen, values());
    if (picked) onChange(picked);
  };
  return (
    <span className={css.joined}>
      <Select
        id={id}
        size="large"
        mode="multiple"
        style={{ flex: 1, minWidth: 0 }}
        value={chosen.map((each) => each.id)}
        loading={loading}
        showSearch={{ filterOption: false, onSearch: (typed) => ask(typed) }}
        options={known.map((each) => ({ value: each.id, label: label(each) }))}
        placeholder={label(field, 'placeholder') || t('fields.typeToSearch')}
        notFoundContent={loading ? t('fields.searching') : t('fields.nothingFound')}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        aria-required={required}
        onOpenChange={(open) => open && ask('', 0)}
        onChange={(ids: number[]) => onChange(ids.map((each) => known.find((one) => one.id === each) ?? { id: each }))}
        onBlur={onBlur}
      />
      {host.pick && <IconButton kind="default" size="medium" icon="list" label={t('fields.pick', { name: label(field) })} onClick={pick} />}
    </span>
  );
}

function SearchEntity({ id, field, value, onChange }: SearchProps) {
  const { t, label } = useText();
  const { found, loading, ask } = useFound(field, nothing);
  const [named, setNamed] = useState<EntityValue[]>([]);
  const ids =
    value !== null && typeof value === 'object' && !Array.isArray(value) && Array.isArray(value.value) ? value.value.map(Number) : [];
  const known = [...named, ...found.filter((each) => !named.some((one) => one.id === each.id))];
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: '100%' }}
      allowClear
      maxTagCount="responsive"
      value={ids}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: (typed) => ask(typed) }}
      options={known.map((each) => ({ value: each.id, label: label(each) }))}
      notFoundContent={loading ? t('fields.searching') : t('fields.nothingFound')}
      onOpenChange={(open) => open && ask('', 0)}
      onChange={(next: number[]) => {
        setNamed(known.filter((each) => next.includes(each.id)));
        onChange(next.length === 0 ? undefined : { op: 'in', value: next });
      }}
    />
  );
}

export const entityWidget: Widget = { Read: ReadEntity, Edit: EditEntity, Search: SearchEntity };
export const entitiesWidget: Widget = { Read: ReadEntities, Edit: EditEntities, Search: SearchEntity, wide: true };
