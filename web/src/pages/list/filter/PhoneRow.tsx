import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { LazySheet } from '#web/ui/overlay/LazySheet.tsx';
import type { ListController } from '../state/use-list-page.ts';
import { Chips } from './Chips.tsx';
import { filterFields } from './filter-fields.ts';
import { Keyword } from './Keyword.tsx';
import { FilterPanel } from './LazyFilterPanel.ts';
import css from './PhoneRow.module.css';

interface PhoneRowProps {
  list: ListController;
  toolbar: ReactNode;
  views: ReactNode;
}

/** On a phone: keyword, filters in a sheet, and the one primary action; below, the view and what it is narrowed by. */
export function PhoneRow({ list, toolbar, views }: PhoneRowProps) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const narrowed = Object.keys(list.state.fields).length;
  return (
    <>
      <div className={css.phoneRow}>
        <Keyword list={list} />
        {filterFields(list).length > 0 && (
          <IconButton icon="filter" size="touch" count={narrowed} label={t('list.filter')} onClick={() => setOpen(true)} />
        )}
        {toolbar}
      </div>
      {(narrowed > 0 || (views && list.viewing)) && (
        <div className={css.phoneChips}>
          {views}
          <Chips list={list} />
        </div>
      )}
      <LazySheet title={t('list.filters')} size="80%" open={open} onClose={() => setOpen(false)}>
        <Suspense>
          <FilterPanel list={list} onDone={() => setOpen(false)} />
        </Suspense>
      </LazySheet>
    </>
  );
}
