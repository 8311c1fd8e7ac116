import { useEffect, useMemo, useRef } from 'react';
import { Acting } from '#web/entry/Acting.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BIN_EN, BIN_ZH } from '#web/i18n/parts/bin.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime } from '#web/i18n/when.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { binTitle } from '../list/state/bin.ts';
import { NOT_OPENED } from '../not-opened.ts';
import { Pager } from '../reading/Pager.tsx';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import css from './BinPage.module.css';
import { type BinController, type Deleted, nameOf, ROWS, useBin } from './use-bin.ts';

addTexts(BIN_ZH, BIN_EN);

/** What was deleted from a table, the last first, with who did it and when; each comes back by a press. */
export function BinPage({ page }: { page: PageDescriptor }) {
  const { t, label } = useText();
  const bin = useBin(page.cloud ?? '');
  const { table } = bin;
  const title = useMemo(() => table && binTitle(table), [table]);
  useLabel(title, bin.error !== null, NOT_OPENED);
  return (
    <div className={css.page}>
      <ReadingHead
        title={title ? label(title) : t('list.bin')}
        search={!bin.error && { hint: t('bin.search', { name: label(table) }), keyword: bin.keyword, onChange: bin.setKeyword }}
      />
      <div className={css.body}>
        <Outdated why={bin.outdated?.remark} onRetry={bin.retry} />
        <Rows bin={bin} />
        <Pager label={t('bin.pages')} page={bin.page} rows={ROWS} shown={bin.rows.length} total={bin.total} onTurn={bin.setPage} />
      </div>
    </div>
  );
}

function Rows({ bin }: { bin: BinController }) {
  const { t, label } = useText();
  const late = useLate(bin.isPending, 500);
  const stale = useLate(bin.isBusy, 150);
  const { rows, keyword, error } = bin;
  const keyboard = useKeyboard(rows);
  if (error?.code === 312 || error?.code === 403) return <EmptyState title={t('list.forbidden')} why={t('list.forbiddenWhy')} />;
  if (error) return <ErrorState why={error.remark} onRetry={bin.retry} />;
  if (bin.isPending) return late ? <SkeletonRows rows={8} columns={[0, 150, 150, 90]} height={40} /> : null;
  if (rows.length === 0) {
    if (bin.page > 1)
      return (
        <EmptyState title={t('list.pastEnd')} why={t('list.pastEndWhy')}>
          <Button onClick={() => bin.setPage(1)}>{t('list.firstPage')}</Button>
        </EmptyState>
      );
    if (!keyword) return <EmptyState title={t('bin.none')} why={t('bin.noneWhy', { name: label(bin.table) })} />;
    return (
      <EmptyState title={t('bin.noneFound')} why={t('bin.noneFoundWhy')}>
        <Button onClick={() => bin.setKeyword('')}>{t('bin.clear')}</Button>
      </EmptyState>
    );
  }
  return (
    <table ref={keyboard} className={stale ? `${css.rows} ${css.stale}` : css.rows} aria-busy={stale}>
      <thead>
        <tr>
          <th scope="col">{t('bin.name')}</th>
          <th scope="col">{t('bin.when')}</th>
          <th scope="col">{t('bin.who')}</th>
          <th scope="col">{t('bin.act')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} bin={bin} />
        ))}
      </tbody>
    </table>
  );
}

/** Where the row that the keyboard stood in is gone, it goes on at the one that took its place. */
function useKeyboard(rows: readonly Deleted[]) {
  const table = useRef<HTMLTableElement>(null);
  const stood = useRef(-1);
  useEffect(() => {
    const buttons = () => [...(table.current?.querySelectorAll<HTMLElement>('tbody button') ?? [])];
    const note = () => {
      const at = buttons().indexOf(document.activeElement as HTMLElement);
      if (at >= 0 || document.activeElement !== document.body) stood.current = at;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other rows stand there
  useEffect(() => {
    const buttons = [...(table.current?.querySelectorAll<HTMLElement>('tbody button') ?? [])];
    if (stood.current >= 0 && document.activeElement === document.body) buttons[Math.min(stood.current, buttons.length - 1)]?.focus();
  }, [rows]);
  return table;
}

function Row({ row, bin }: { row: Deleted; bin: BinController }) {
  const { t, label } = useText();
  const fault = bin.faults[row.id];
  const name = row.key_name === null ? t('bin.hidden') : nameOf(row);
  return (
    <tr>
      <td>
        <span className={row.key_name === null ? css.hidden : css.name} title={name}>
          {name}
        </span>
        {fault && (
          <span className={css.fault} role="alert">
            {fault}
          </span>
        )}
      </td>
      <td className={css.when}>
        <time dateTime={row.deleted_time}>{fullTime(row.deleted_time)}</time>
      </td>
      <td className={css.who}>{row.deleted_entity ? label(row.deleted_entity) || t('fields.unauthorized') : t('bin.system')}</td>
      <td className={css.act}>
        <Acting>
          <Button icon="undo" busy={bin.busy === row.id} aria-label={t('bin.restoreOf', { name })} onClick={() => void bin.restore(row)}>
            {t('bin.restore')}
          </Button>
        </Acting>
      </td>
    </tr>
  );
}
