import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '#web/api/use-session.ts';
import { Acting } from '#web/entry/Acting.tsx';
import { Amounts } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageBoundary } from '#web/ui/PageBoundary.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { BulkDialog } from '../bulk/LazyBulk.ts';
import { PasteDialog } from '../paste/LazyPaste.ts';
import { FilterRow } from './filter/FilterRow.tsx';
import { SelectionBar } from './filter/SelectionBar.tsx';
import { Grouping } from './Grouping.tsx';
import css from './ListView.module.css';
import { LayoutPanel } from './layout/LazyLayout.ts';
import { Pager } from './Pager.tsx';
import { ROW_HEIGHT } from './state/kept.ts';
import { isNarrowed, wireFilters } from './state/list-state.ts';
import type { ListController } from './state/use-list-page.ts';
import { Toolbar } from './Toolbar.tsx';
import { Table } from './table/Table.tsx';
import { ViewPicker } from './views/LazyViews.ts';

/** What only a phone draws comes with the first list that it opens. */
const PhoneRow = lazy(() => import('./filter/PhoneRow.tsx').then((room) => ({ default: room.PhoneRow })));
const Cards = lazy(() => import('./cards/Cards.tsx').then((room) => ({ default: room.Cards })));
const ListPast = lazy(() => import('../past/ListPast.tsx').then((room) => ({ default: room.ListPast })));
const Grouped = lazy(() => import('./grouped/Grouped.tsx').then((room) => ({ default: room.Grouped })));
const BelowTable = lazy(() => import('./below/BelowTable.tsx').then((room) => ({ default: room.BelowTable })));
const CellTable = lazy(() => import('./cells/CellTable.tsx').then((room) => ({ default: room.CellTable })));
const Beside = lazy(() => import('./beside/Beside.tsx').then((room) => ({ default: room.Beside })));

interface ListViewProps {
  list: ListController;
  /** without title and toolbar: inside a dialog or a form */
  bare?: boolean;
  /** in place of the table's name */
  title?: ReactNode;
}

/** Draws a list from what its controller decided. */
export function ListView({ list, bare = false, title }: ListViewProps) {
  return (
    <Amounts of={list.currency} each={list.mixed}>
      <Sheet list={list} bare={bare} title={title} />
    </Amounts>
  );
}

function Sheet({ list, bare, title }: ListViewProps) {
  const { label } = useText();
  const phone = usePhone();
  if (list.error && !list.table) return <Failure list={list} />;
  const chosen = list.mode === 'LIST' && list.selection.rows.length > 0;
  return (
    <div className={css.list}>
      {!bare && !phone && (
        <div className={css.titleRow}>
          {title ?? <h1>{label(list.table)}</h1>}
          <Views list={list} />
          <Toolbar list={list} />
        </div>
      )}
      {phone ? (
        <Suspense fallback={<div className={css.phoneRoom} />}>
          <PhoneRow
            list={list}
            toolbar={
              <>
                <Grouping list={list} size="touch" />
                <Toolbar list={list} />
              </>
            }
            views={bare ? null : <Views list={list} />}
          />
        </Suspense>
      ) : chosen ? (
        <SelectionBar list={list} />
      ) : (
        <FilterRow list={list} grouping={!list.celled?.isOn && <Grouping list={list} />} />
      )}
      {list.state.month && (
        <Suspense fallback={null}>
          <ListPast month={list.state.month} />
        </Suspense>
      )}
      <Outdated why={list.outdated?.remark} onRetry={list.refresh} />
      <Body list={list} />
      {!list.loading && !list.error && !isGrouped(list) && <Pager list={list} />}
      {list.beside && (
        <Suspense fallback={null}>
          <Beside shown={list.beside} name={label(list.table)} />
        </Suspense>
      )}
      {list.laying?.isOpen && !phone && (
        <Suspense fallback={null}>
          <LayoutPanel key={list.viewing?.now?.id} laying={list.laying} />
        </Suspense>
      )}
      <Changing list={list} />
      {list.pasting && list.table && (
        <Suspense fallback={null}>
          <PasteDialog cloud={list.cloud} table={list.table} begun={list.begun} onClose={list.endPaste} />
        </Suspense>
      )}
    </div>
  );
}

/** Records that are being changed at once, over the list. */
function Changing({ list }: { list: ListController }) {
  const { cloud, table, changing } = list;
  if (!changing || !table) return null;
  return (
    <Suspense fallback={null}>
      <BulkDialog cloud={cloud} table={table} rows={changing} filters={wireFilters(list.state, list.fixed)} onClose={list.endChange} />
    </Suspense>
  );
}

const Views = ({ list }: { list: ListController }): ReactNode =>
  list.viewing && (
    <PageBoundary instead={null}>
      <Suspense fallback={null}>
        <ViewPicker list={list} viewing={list.viewing} />
      </Suspense>
    </PageBoundary>
  );

function Body({ list }: { list: ListController }) {
  const phone = usePhone();
  const late = useLate(list.loading);
  const stale = useLate(list.busy, 150);
  if (list.error) return <Failure list={list} />;
  if (list.loading) return <div className={css.body}>{late && <Waiting list={list} />}</div>;
  const isCells = !phone && !isGrouped(list) && list.celled?.isOn === true;
  // groups have no pages: an address may name one all the same; a sheet keeps what is typed in rows that are not here
  if (!isCells && list.rows.length === 0 && !(isGrouped(list) && list.state.page > 1)) return <Nothing list={list} />;
  return (
    <div className={stale ? `${css.body} ${css.stale}` : css.body}>
      {isGrouped(list) ? (
        <Suspense fallback={<Waiting list={list} />}>
          <Grouped list={list} />
        </Suspense>
      ) : phone ? (
        <Suspense fallback={<Waiting list={list} />}>
          <Cards list={list} />
        </Suspense>
      ) : isCells ? (
        <Suspense fallback={<Waiting list={list} />}>
          <CellTable list={list} onClose={() => list.celled?.set(false)} nothing={<Nothing list={list} />} />
        </Suspense>
      ) : list.table?.fields.some(({ expand }) => expand) ? (
        <Suspense fallback={<Waiting list={list} />}>
          <BelowTable list={list} />
        </Suspense>
      ) : (
        <Table list={list} />
      )}
    </div>
  );
}

const isGrouped = ({ state }: ListController): boolean => state.groups.length > 0;

function Waiting({ list }: { list: ListController }) {
  const columns = list.columns.length
    ? [44, ...list.columns.map((column) => (column.grows ? 0 : column.width)), 116]
    : [44, 82, 0, 84, 130, 90, 92, 102, 138];
  return <SkeletonRows rows={12} columns={columns} height={ROW_HEIGHT[list.density]} />;
}

/** Why there is nothing, and what to do next. */
function Nothing({ list }: { list: ListController }): ReactNode {
  const texts = useText();
  const { t, label } = texts;
  const name = label(list.table);
  const elsewhere = useOneOfDomains(list);
  if (list.state.page > 1)
    return (
      <EmptyState title={t('list.pastEnd')} why={t('list.pastEndWhy')}>
        <Button onClick={() => list.dispatch({ type: 'page', page: 1 })}>{t('list.firstPage')}</Button>
      </EmptyState>
    );
  if (isNarrowed(list.state))
    return (
      <EmptyState title={t('list.noMatch', { name })} why={whyNothing(list, texts)}>
        <Button onClick={() => list.dispatch({ type: 'reset' })}>{t('list.clearFilters')}</Button>
      </EmptyState>
    );
  const add = list.toolbar.find((action) => action.op === 'Add');
  const why = [t(add ? 'list.noneAdd' : 'list.noneWhy'), elsewhere && t('list.noneDomain', { domain: elsewhere })];
  return (
    <EmptyState
      title={list.within ? t('list.noneWithin', { name, within: list.within }) : t('list.none', { name })}
      why={why.filter(Boolean).join(' ')}
    >
      {add && (
        <Acting of={add.op}>
          <Button kind="primary" icon="add" onClick={() => list.hand.run(add, [])}>
            {label(add)}
          </Button>
        </Acting>
      )}
    </EmptyState>
  );
}

/** The current domain's name, where the table's records differ by domain and the person has several. */
function useOneOfDomains({ table }: ListController): string | null {
  const { label } = useText();
  const { session } = useSession();
  const { domain, domains = [] } = session?.user ?? {};
  if (!domain || domains.length < 2 || (table?.tenancy ?? 'domain') !== 'domain') return null;
  return label(domain);
}

type Words = ReturnType<typeof useText>;

function whyNothing({ state, table }: ListController, { t, label, listed }: Words): string {
  const names = Object.keys(state.fields).map((name) => label(table?.fields.find((field) => field.field_name === name)));
  const parts = [...(state.keyword ? [t('list.keywordIs', { words: state.keyword })] : []), ...names];
  return t('list.noMatchWhy', { names: listed(parts) });
}

/** Forbidden and unknown read alike; anything else can be tried again, and the filters stay. */
function Failure({ list }: { list: ListController }) {
  const { t } = useText();
  const fault = list.error!;
  if (fault.code === 312 || fault.code === 403) return <EmptyState title={t('list.forbidden')} why={t('list.forbiddenWhy')} />;
  return <ErrorState why={fault.remark} {...(isNarrowed(list.state) ? { kept: t('list.kept') } : {})} onRetry={list.refresh} />;
}
