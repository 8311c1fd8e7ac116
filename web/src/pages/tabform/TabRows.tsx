import { useCallback, useEffect, useMemo } from 'react';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { opensToLook } from '#protocol/meta/ops.ts';
import type { Form } from '#protocol/rules/form/form.ts';
import type { LoadedSubtable } from '#protocol/rules/form/locked.ts';
import { isSaidBySub, numbersGiven } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { isSubtableEditable } from '#protocol/rules/form/subtable.ts';
import { inStates } from '#protocol/rules/states.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { TABS_EN, TABS_ZH } from '#web/i18n/parts/records/tabs.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { RowsPage } from '../form/content/RowsPage.tsx';
import type { FormPage } from '../form/control/use-form-page.ts';
import type { TabRowsProps } from '../form/tabs/use-sub-tabs.ts';
import { ListView } from '../list/ListView.tsx';
import { useListPage } from '../list/state/use-list-page.ts';
import css from './TabRows.module.css';
import { useBinding } from './use-binding.ts';

addTexts(TABS_ZH, TABS_EN);

/** The rows of one sub-table as a list of their own: narrowed to the record, and what is added begins with it. */
export function TabRows({ def, page, id, name, toForm, onCount, panel }: TabRowsProps) {
  const { t, label } = useText();
  const rows = label(def);
  const back = <Button onClick={toForm}>{t('tabs.toForm')}</Button>;
  return (
    <section className={css.panel} {...panel} data-tab-rows="">
      {id === 0 ? (
        <EmptyState title={t('tabs.saveFirst', { name: rows })} why={t('tabs.saveFirstWhy', { name: rows })}>
          {back}
        </EmptyState>
      ) : (
        <>
          {page.dirty && (
            <Banner icon="info" words={t('tabs.unsaved', { name: rows })}>
              {back}
            </Banner>
          )}
          <Rows def={def} page={page} id={id} name={name} onCount={onCount} />
        </>
      )}
    </section>
  );
}

function Rows({ def, page, id, name, onCount }: Omit<TabRowsProps, 'toForm' | 'panel'>) {
  const { label } = useText();
  const fixed = useMemo(() => ({ [def.parent_field]: id, ...numbersGiven(def) }), [def, id]);
  const form = useOpenForm(def, page);
  const offers = useCallback(
    ({ op, valid_state }: ActionDef) => opensToLook(op) || (form !== null && inStates(valid_state, form.review_state)),
    [form],
  );
  const deeds = useBinding({ def, cloud: page.table?.table_name ?? '', id, name, form, record: page.record });
  const without = useCallback((field: string) => isSaidBySub(def, field), [def]);
  const list = useListPage({ cloud: def.table_name, mode: 'LIST', fixed, within: name, offers, deeds, without });
  const { state, total, totalKind, loading, busy, error } = list;
  const isAll = !loading && !busy && !error && totalKind === 'exact' && state.keyword === '' && Object.keys(state.fields).length === 0;
  useEffect(() => {
    if (isAll) onCount(subtableKey(def), total);
  }, [isAll, total, def, onCount]);
  const title = (
    <>
      <h2 className={css.title}>{label(def)}</h2>
      <RowsPage def={def} cloud={page.table?.table_name ?? ''} id={id} />
    </>
  );
  return <ListView list={list} title={title} />;
}

/** The record's form where it would let one change these rows; all that only looks is offered without it (SUB-02). */
function useOpenForm(def: LoadedSubtable, { table, typing, actions }: FormPage): Form | null {
  return useMemo(() => {
    if (!typing) return null;
    const form = { ...typing.formAt(typing.store.getState().values), op: 'Modify' as const };
    const asksRecord = def.inherit !== 0 || table?.flow === 1;
    return isSubtableEditable(def, form) && (!asksRecord || actions.some(({ op }) => op === 'Modify')) ? form : null;
  }, [def, table, typing, actions]);
}
