import { type KeyboardEvent, useState } from 'react';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/controls.ts';
import { Either } from '#web/ui/Paper.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import css from './Pager.module.css';
import { type ListAction, type ListState, PAGE_SIZES, pageNumbers, sizesOf } from './state/list-state.ts';
import { rangeOf, totalText } from './state/total.ts';
import type { ListController } from './state/use-list-page.ts';

/** What has pages: a list, or rows that stand in a form. */
export interface Paged extends Pick<ListController, 'table' | 'total' | 'totalKind'> {
  /** those of this page */
  rows: readonly unknown[];
  state: Pick<ListState, 'page' | 'rows'>;
  dispatch(action: Extract<ListAction, { type: 'page' | 'rows' | 'exact' }>): void;
}

interface PagerProps {
  list: Paged;
  /** the name of the rows whose pages they are, where they are a part of something else */
  of?: string;
}

/** Total, sizes, previous, pages, next, jumper (LIST-11). A total that was only counted so far offers the exact one. */
export function Pager({ list, of }: PagerProps) {
  const { t } = useText();
  const { state, total, totalKind, dispatch } = list;
  const bounded = totalKind === 'bounded';
  const last = Math.max(1, Math.ceil(total / state.rows), state.page);
  const more = bounded ? list.rows.length === state.rows : state.page < last;
  const range = rangeOf(list);
  // where its table says so, what has less than the smallest page needs none
  const isWhole = list.table?.page_hide === 1 && !bounded && state.page === 1 && total < PAGE_SIZES[0];
  const go = (page: number) => dispatch({ type: 'page', page });
  return (
    <nav
      className={of === undefined ? css.pager : `${css.pager} ${css.part}`}
      data-bar={of === undefined ? '' : undefined}
      aria-label={of === undefined ? t('list.pages') : t('list.pagesOf', { name: of })}
    >
      <span aria-live="polite">
        <Either screen={totalText(t, list)} paper={range ? t('list.rangeOf', range) : totalText(t, list)} />
      </span>
      {bounded && (
        <Button kind="link" size="small" onClick={() => dispatch({ type: 'exact' })}>
          {t('list.exact')}
        </Button>
      )}
      <span className={css.grow} />
      {!isWhole && <Turning list={list} last={last} more={more} go={go} />}
    </nav>
  );
}

interface TurningProps {
  list: Paged;
  last: number;
  /** whether a page follows */
  more: boolean;
  go(page: number): void;
}

function Turning({ list, last, more, go }: TurningProps) {
  const { t } = useText();
  const phone = usePhone();
  const { state, totalKind, dispatch } = list;
  const bounded = totalKind === 'bounded';
  return (
    <>
      {!phone && (
        <Select
          aria-label={t('list.pageSize')}
          value={state.rows}
          options={sizesOf(list.table, state.rows).map((size) => ({ value: size, label: t('list.perPage', { n: size }) }))}
          popupMatchSelectWidth={false}
          onChange={(rows: number) => dispatch({ type: 'rows', rows })}
        />
      )}
      <IconButton icon="left" label={t('list.previous')} disabled={state.page <= 1} onClick={() => go(state.page - 1)} />
      {phone ? (
        <span>
          {formatCount(state.page)} / {formatCount(last)}
          {bounded && '+'}
        </span>
      ) : (
        pageNumbers(state.page, last).map((page, at) =>
          page === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is its place
            <span key={`gap-${at}`} className={css.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={page}
              kind="quiet"
              className={css.page}
              aria-current={page === state.page ? 'page' : undefined}
              aria-label={t('list.pageNumber', { n: page })}
              onClick={() => go(page)}
            >
              {formatCount(page)}
            </Button>
          ),
        )
      )}
      <IconButton icon="right" label={t('list.next')} disabled={!more} onClick={() => go(state.page + 1)} />
      {!phone && last > 1 && <Jumper last={bounded ? Number.MAX_SAFE_INTEGER : last} go={go} />}
    </>
  );
}

function Jumper({ last, go }: { last: number; go: (page: number) => void }) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const jump = () => {
    const page = Number(typed);
    if (/^\d{1,12}$/.test(typed) && page > 0) go(Math.min(page, last));
    setTyped('');
  };
  return (
    <label className={css.jumper}>
      {t('list.goTo')}
      <input
        type="text"
        inputMode="numeric"
        value={typed}
        aria-label={t('list.goToPage')}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && jump()}
        onBlur={jump}
      />
    </label>
  );
}
