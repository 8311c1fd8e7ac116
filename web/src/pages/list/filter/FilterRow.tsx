import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Dropdown } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { sharedUnit } from '../state/columns.ts';
import type { Density } from '../state/kept.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Chips } from './Chips.tsx';
import css from './FilterRow.module.css';
import { filterFields } from './filter-fields.ts';
import { Keyword } from './Keyword.tsx';
import { FilterPanel } from './LazyFilterPanel.ts';

/** Keyword, active filters as sentences, order, density, refresh; the panel with a filter per field opens below. */
export function FilterRow({ list, grouping }: { list: ListController; grouping: ReactNode }) {
  const { t } = useText();
  const { unitOf } = useUnits();
  const [open, setOpen] = useState(false);
  const { isHalf } = list.filtering;
  useEffect(() => setOpen((now) => now || isHalf), [isHalf]);
  const shared = list.mixed ? null : sharedUnit(list.columns, unitOf);
  const offered = filterFields(list).length > 0;
  return (
    <>
      <div className={css.filterRow}>
        <Keyword list={list} />
        <div className={css.chips}>
          <Chips list={list} />
        </div>
        {offered && (
          <Button kind="quiet" icon={open ? 'up' : 'add'} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('list.filter')}
          </Button>
        )}
        <span className={css.grow} />
        {shared && <span className={css.unit}>{t(shared.money ? 'list.unit' : 'list.measure', { unit: shared.unit })}</span>}
        <SortMark list={list} />
        {list.celled && (
          <IconButton
            icon="edit"
            label={t('list.cells')}
            pressed={list.celled.isOn}
            disabled={list.celled.isOn}
            onClick={() => list.celled?.set(true)}
          />
        )}
        {grouping}
        <DensityMenu list={list} />
        {list.laying && (
          <IconButton
            icon="columns"
            label={t('list.layout')}
            pressed={list.laying.isOpen}
            onClick={() => list.laying?.setOpen(!list.laying.isOpen)}
          />
        )}
        <IconButton icon="refresh" label={t('list.refresh')} onClick={list.refresh} />
      </div>
      {open && (
        <Suspense>
          <FilterPanel key={JSON.stringify(list.state.fields)} list={list} onDone={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** By what the rows stand in order; pressed, it turns the order. */
function SortMark({ list }: { list: ListController }) {
  const { t, label } = useText();
  const { sort } = list.state;
  const column = list.columns.find((each) => each.name === sort?.[0]);
  if (!sort || !column) return null;
  const words = t(sort[1] === 'asc' ? 'list.ascending' : 'list.descending', { name: label(column.field) });
  return (
    <Button kind="quiet" aria-label={words} title={words} onClick={() => list.dispatch({ type: 'sort', field: column.name })}>
      {label(column.field)}
      <Icon name={sort[1] === 'asc' ? 'up' : 'down'} size={12} />
    </Button>
  );
}

function DensityMenu({ list }: { list: ListController }) {
  const { t } = useText();
  const names: Readonly<Record<Density, string>> = { dense: t('list.dense'), normal: t('list.normal'), roomy: t('list.roomy') };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: [list.density],
        items: (Object.keys(names) as Density[]).map((key) => ({ key, label: names[key], onClick: () => list.setDensity(key) })),
      }}
    >
      <IconButton icon="menu" label={t('list.density')} />
    </Dropdown>
  );
}
