import { type CSSProperties, type ReactNode, useId, useMemo, useState } from 'react';
import { dated } from '#protocol/rules/report/ask.ts';
import { type Shown, shownIn } from '#protocol/rules/report/parts.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import { remarkOf } from '#web/api/error.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import type { TabLabel } from '#web/nav/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { PlaceOf } from '../report/chart/map/place.ts';
import { ActivePart } from './ActivePart.tsx';
import { CountedPart } from './counted/CountedPart.tsx';
import { Counted, type CountedProps } from './counted/figures.tsx';
import { YearPicker } from './counted/YearPicker.tsx';
import { ListPart } from './ListPart.tsx';
import { NoticePart } from './NoticePart.tsx';
import css from './Part.module.css';
import { RecordPart } from './RecordPart.tsx';
import { ShortcutPart } from './ShortcutPart.tsx';
import { TextPart } from './TextPart.tsx';
import { TodoPart } from './TodoPart.tsx';
import {
  askedOf,
  type BoardController,
  type LoadedBoard,
  type LoadedWidget,
  openMore,
  presentYear,
  type Told,
  type ToldOf,
} from './use-board.ts';
import { useTurns } from './wall.ts';

interface PartProps {
  widget: LoadedWidget;
  board: LoadedBoard;
  control: BoardController;
}

/** A part of a board in its place: what it is called, the way to all of it, and what it shows; one that was refused says so alone. */
export function Part({ widget, board, control }: PartProps) {
  const { t, label } = useText();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const { tabs, shown, tab, setTab } = useShown(widget);
  const told = toldOf(control.told, widget, shown);
  const [place, month] = [placeOf(widget), told?.now === 1 ? undefined : control.month];
  if (widget.kind === 'shortcut' && told?.code === 200)
    return <ShortcutPart name={label(widget)} place={place} told={told} onSaved={control.retry} />;
  const report = shown && board.reports[shown.report];
  const year = widget.year === 1 ? (control.years[widget.uid] ?? presentYear(month)) : undefined;
  const day = (told?.data?.made as string | undefined)?.slice(0, 10);
  const asked = report ? askedOf(report, shown, control.fields, { year, day, month }) : control.asked;
  const of = board.record && control.record && { cloud: board.record.cloud, id: control.record.id };
  const counted = report && told?.code === 200 ? { widget, shown, report, told, asked, isTable } : null;
  const panel = tabs.length > 1 ? { id: `${id}-panel`, role: 'tabpanel', 'aria-labelledby': `${id}-${shown?.report}` } : {};
  return (
    <section {...looksOf(widget, board)} style={place} aria-labelledby={id}>
      <Amounts of={told?.data?._currency as Currency | undefined}>
        <Head
          id={id}
          name={label(widget)}
          isNow={told?.now === 1}
          onMore={
            widget.kind === 'text' ? null : () => openMore(shown ? { ...widget, report: shown.report } : widget, asked, { tab, of, month })
          }
        >
          {tabs.length > 1 && (
            <span className={css.tabs}>
              <Tabs
                base={id}
                label={t('board.reports', { name: label(widget) })}
                active={shown!.report}
                onChange={setTab}
                items={tabs.map((one) => ({ key: one.report, label: label(one) }))}
              />
            </span>
          )}
          {counted && tabs.length === 1 && year === undefined && <Counted {...counted} />}
          <span className={css.grow} />
          {counted && shown!.look === 'chart' && <Switch name={label(widget)} isTable={isTable} onChange={setTable} />}
          {year !== undefined && report && dated(report) && (
            <YearPicker name={label(widget)} year={year} onChange={(next) => control.setYear(widget.uid, next)} />
          )}
        </Head>
        {counted && (tabs.length > 1 || year !== undefined) && <Counted {...counted} isBelow />}
        <div className={css.body} {...panel}>
          <Failed told={told} />
          {counted && <Placed {...counted} control={control} />}
          {told?.code === 200 && <Uncounted {...{ widget, told, of, month, tab }} onTab={setTab} />}
        </div>
      </Amounts>
    </section>
  );
}

/** Why it is not told. */
function Failed({ told }: { told: Told | undefined }) {
  const { t } = useText();
  if (!told || told.code === 200) return null;
  return <p className={css.note}>{t('board.failed', { remark: remarkOf({ ...told, data: { ...told.data } }) })}</p>;
}

/** What is counted; of its map the address says where one is. */
function Placed({ control, ...counted }: CountedProps & Pick<PartProps, 'control'>) {
  const { uid } = counted.widget;
  return (
    <PlaceOf value={{ key: control.placeOf(uid), pick: (key) => control.setPlace(uid, key) }}>
      <CountedPart key={counted.shown.report} {...counted} />
    </PlaceOf>
  );
}

interface UncountedProps {
  widget: LoadedWidget;
  told: Told;
  of: ToldOf | undefined;
  month: string | undefined;
  tab: string | undefined;
  onTab: (tab: string) => void;
}

/** What is told and not counted. */
function Uncounted({ widget, told, of, month, tab, onTab }: UncountedProps) {
  if (widget.kind === 'record') return <RecordPart widget={widget} told={told} />;
  if (widget.kind === 'list') return <ListPart widget={widget} told={told} of={of} month={month} />;
  if (widget.kind === 'todo') return <TodoPart widget={widget} told={told} tab={tab} onTab={onTab} />;
  if (widget.kind === 'active') return <ActivePart widget={widget} told={told} of={of} />;
  if (widget.kind === 'text') return <TextPart widget={widget} />;
  return widget.kind === 'notice' ? <NoticePart widget={widget} told={told} /> : null;
}

/** Its reports, and the one in front; on a wall the next comes by itself. */
function useShown(widget: LoadedWidget) {
  const [tab, setTab] = useState<string>();
  const tabs = useMemo(() => shownIn(widget) as readonly (Shown & TabLabel)[], [widget]);
  const names = useMemo(() => tabs.map(({ report }) => report), [tabs]);
  const shown = tabs.find(({ report }) => report === tab) ?? tabs[0];
  useTurns(names, shown?.report, setTab);
  return { tabs, shown, tab, setTab };
}

/** A process of before does not say of which report it tells: it has no tabs. */
const toldOf = (all: readonly Told[], { uid }: LoadedWidget, shown: Shown | undefined): Told | undefined =>
  all.find((one) => one.uid === uid && (one.report === undefined || one.report === shown?.report));

/** `data-broad`: more than half of the board on the screen; half a sheet of paper would make its figures too small to read. */
const looksOf = ({ kind, at: [, , wide] }: LoadedWidget, { columns }: LoadedBoard) => ({
  className: kind === 'todo' ? `${css.part} ${css.wide}` : css.part,
  'data-kind': kind,
  'data-broad': wide * 2 > columns.length ? '' : undefined,
});

function placeOf({ at: [column, row, wide, high] }: LoadedWidget): CSSProperties {
  return { '--column': `${column} / span ${wide}`, '--row': `${row} / span ${high}` } as CSSProperties;
}

interface HeadProps {
  id: string;
  name: string;
  /** the board is shown as of a month, this part is not */
  isNow: boolean;
  /** null: it shows all that there is */
  onMore: (() => void) | null;
  children: ReactNode;
}

function Head({ id, name, isNow, onMore, children }: HeadProps) {
  const { t } = useText();
  return (
    <header className={css.head}>
      <h2 id={id}>{name}</h2>
      {isNow && <small className={css.now}>{t('past.now')}</small>}
      {children}
      {onMore && (
        <span className="no-print">
          <Button kind="link" aria-label={t('board.moreOf', { name })} onClick={onMore}>
            {t('board.more')}
          </Button>
        </span>
      )}
    </header>
  );
}

/** Between a chart and its figures as a table. */
function Switch({ name, isTable, onChange }: { name: string; isTable: boolean; onChange: (isTable: boolean) => void }) {
  const { t } = useText();
  return (
    <span className="no-print">
      <Button kind="link" aria-label={t(isTable ? 'board.asChartOf' : 'board.asTableOf', { name })} onClick={() => onChange(!isTable)}>
        {t(isTable ? 'board.asChart' : 'board.asTable')}
      </Button>
    </span>
  );
}
