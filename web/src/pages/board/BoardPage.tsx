import { type CSSProperties, useMemo, useState } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BOARD_EN, BOARD_ZH } from '#web/i18n/parts/records/board.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime } from '#web/i18n/when.ts';
import { dataLabel, type PageDescriptor } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { useMedia, usePhone } from '#web/ui/use-media.ts';
import { NOT_OPENED } from '../not-opened.ts';
import { MonthPicker } from '../past/MonthPicker.tsx';
import { PastBar } from '../past/PastBar.tsx';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import { Searches } from '../report/Searches.tsx';
import { BoardActs } from './arrange/BoardActs.tsx';
import { arranged, WIDE } from './arrange/places.ts';
import css from './BoardPage.module.css';
import { Part } from './Part.tsx';
import { type BoardController, NO_PERIODS, useBoard } from './use-board.ts';

addTexts({ ...REPORT_ZH, ...BOARD_ZH }, { ...REPORT_EN, ...BOARD_EN });

/** A board (DESK-01, CAPEX-10): reports, lists and what waits on one sheet, all of one moment, searched together. */
export function BoardPage({ page }: { page: PageDescriptor }) {
  const { t, label } = useText();
  const control = useBoard(page.cloud ?? '', idIn(page));
  const { board, asked, setFields } = control;
  const isPhone = usePhone();
  const [isSearching, setSearching] = useState(false);
  const isSearched = (board?.searchs.fields.length ?? 0) > 0;
  const name = board?.record ? control.record && dataLabel(control.record.key_name, control.record.key_name_en) : board;
  useLabel(name, control.error !== null, NOT_OPENED);
  return (
    <div className={css.page}>
      <ReadingHead title={titleOf(board && label(board), board?.record && name && label(name)) || t('board.board')}>
        {control.made && <span className={css.made}>{t('report.made', { at: fullTime(control.made) })}</span>}
        <span className={`${css.acts} no-print`}>
          {board?.past && <MonthPicker cloud={page.cloud ?? ''} month={control.month} onChange={control.setMonth} />}
          {!isPhone && <BoardActs control={control} />}
          {isPhone && isSearched && (
            <IconButton
              icon="filter"
              label={t('list.filters')}
              count={Object.keys(asked.fields ?? {}).length}
              aria-expanded={isSearching}
              onClick={() => setSearching(!isSearching)}
            />
          )}
          <IconButton icon="refresh" label={t('list.refresh')} onClick={control.retry} />
        </span>
      </ReadingHead>
      {control.month && <PastBar month={control.month} of="counted" since={control.since} onNow={() => control.setMonth('')} />}
      {board && (!isPhone || isSearching) && (
        <Searches control={{ ...NO_PERIODS, asked, setFields }} report={{ searchs: board.searchs, targets: [] }} />
      )}
      <Outdated why={control.outdated?.remark} onRetry={control.retry} />
      <div className={control.isBusy ? `${css.body} ${css.stale}` : css.body} aria-busy={control.isBusy}>
        <BoardBody control={control} />
        {isPhone && (
          <div className={`${css.foot} no-print`}>
            <BoardActs control={control} worded />
          </div>
        )}
      </div>
    </div>
  );
}

/** The record of which it is to tell, as its address says. */
const idIn = ({ query }: PageDescriptor): { id?: number } => (/^[1-9]\d{0,15}$/.test(query?.id ?? '') ? { id: Number(query!.id) } : {});
/** Of a record its name stands first. */
const titleOf = (board: string | undefined, record: string | undefined): string => [record, board].filter(Boolean).join(' · ');

/** Its parts in their places; `framed`: each a card of its own, as on a screen that one looks at from afar. */
export function BoardBody({ control, framed = false }: { control: BoardController; framed?: boolean }) {
  const { t } = useText();
  const { board, layer, error } = control;
  const isWide = useMedia(WIDE);
  const shown = useMemo(() => board && arranged(board, layer, isWide ? 'wide' : 'narrow'), [board, layer, isWide]);
  const late = useLate(control.isPending);
  if (error?.code === 312 || error?.code === 403) return <EmptyState title={t('board.forbidden')} why={t('board.forbiddenWhy')} />;
  if (error?.code === 317 && board?.record) return <NoRecord why={error.remark} cloud={board.record.cloud} />;
  if (error) return <ErrorState why={error.remark} onRetry={control.retry} />;
  if (control.isPending || !board || !shown) return late ? <SkeletonRows rows={8} columns={[0, 0, 0]} /> : null;
  if (shown.widgets.length === 0) return <EmptyState title={t('board.allHidden')} why={t('board.allHiddenWhy')} />;
  const tracks = { '--columns': shown.columns.map(track).join(' '), '--rows': shown.rows.join(' ') } as CSSProperties;
  return (
    <div className={framed ? `${css.grid} ${css.framed}` : css.grid} style={tracks}>
      {shown.widgets.map((widget) => (
        <Part key={widget.uid} widget={widget} board={board} control={control} />
      ))}
    </div>
  );
}

/** Its address says no record: those of which it may tell stand in their list. */
function NoRecord({ why, cloud }: { why: string; cloud: string }) {
  const { t } = useText();
  return (
    <EmptyState title={why} why={t('board.noRecordWhy')}>
      <Button onClick={() => nav.visit({ cloud, op: 'List' }, {})}>{t('board.noRecordList')}</Button>
    </EmptyState>
  );
}

/** A share of the width is one whatever stands in it. */
const track = (size: string): string => (size.endsWith('fr') ? `minmax(0, ${size})` : size);
