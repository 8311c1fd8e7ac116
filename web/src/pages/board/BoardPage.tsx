import type { CSSProperties } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BOARD_EN, BOARD_ZH } from '#web/i18n/parts/records/board.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime } from '#web/i18n/when.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { NOT_OPENED } from '../not-opened.ts';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import { Searches } from '../report/Searches.tsx';
import css from './BoardPage.module.css';
import { Part } from './Part.tsx';
import { type BoardController, NO_PERIODS, useBoard } from './use-board.ts';

addTexts({ ...REPORT_ZH, ...BOARD_ZH }, { ...REPORT_EN, ...BOARD_EN });

/** A board (DESK-01, CAPEX-10): reports, lists and what waits on one sheet, all of one moment, searched together. */
export function BoardPage({ page }: { page: PageDescriptor }) {
  const { t, label } = useText();
  const control = useBoard(page.cloud ?? '');
  const { board, asked, setFields } = control;
  useLabel(board, control.error !== null, NOT_OPENED);
  return (
    <div className={css.page}>
      <ReadingHead title={board ? label(board) : t('board.board')}>
        {control.made && <span className={css.made}>{t('report.made', { at: fullTime(control.made) })}</span>}
        <span className="no-print">
          <IconButton icon="refresh" label={t('ui.retry')} onClick={control.retry} />
        </span>
      </ReadingHead>
      {board && <Searches control={{ ...NO_PERIODS, asked, setFields }} report={{ searchs: board.searchs, targets: [] }} />}
      <Outdated why={control.outdated?.remark} onRetry={control.retry} />
      <div className={control.isBusy ? `${css.body} ${css.stale}` : css.body} aria-busy={control.isBusy}>
        <BoardBody control={control} />
      </div>
    </div>
  );
}

/** Its parts in their places; `framed`: each a card of its own, as on a screen that one looks at from afar. */
export function BoardBody({ control, framed = false }: { control: BoardController; framed?: boolean }) {
  const { t } = useText();
  const { board, error } = control;
  const late = useLate(control.isPending);
  if (error?.code === 312 || error?.code === 403) return <EmptyState title={t('board.forbidden')} why={t('board.forbiddenWhy')} />;
  if (error) return <ErrorState why={error.remark} onRetry={control.retry} />;
  if (control.isPending || !board) return late ? <SkeletonRows rows={8} columns={[0, 0, 0]} /> : null;
  const tracks = { '--columns': board.columns.map(track).join(' '), '--rows': board.rows.join(' ') } as CSSProperties;
  return (
    <div className={framed ? `${css.grid} ${css.framed}` : css.grid} style={tracks}>
      {board.widgets.map((widget) => (
        <Part key={widget.uid} widget={widget} board={board} control={control} />
      ))}
    </div>
  );
}

/** A share of the width is one whatever stands in it. */
const track = (size: string): string => (size.endsWith('fr') ? `minmax(0, ${size})` : size);
