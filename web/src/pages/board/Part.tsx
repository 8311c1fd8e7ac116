import { type CSSProperties, useId, useState } from 'react';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { remarkOf } from '#web/api/error.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { FigurePart } from './FigurePart.tsx';
import { ListPart } from './ListPart.tsx';
import { NoticePart } from './NoticePart.tsx';
import css from './Part.module.css';
import { Counted, ReportPart } from './ReportPart.tsx';
import { ShortcutPart } from './ShortcutPart.tsx';
import { TodoPart } from './TodoPart.tsx';
import { askedOf, type LoadedBoard, type LoadedWidget, openMore, type Told } from './use-board.ts';

interface PartProps {
  widget: LoadedWidget;
  told: Told | undefined;
  board: LoadedBoard;
  /** what is searched on the whole board */
  fields: Readonly<Record<string, FieldFilter>>;
  /** something of it was changed here */
  onSaved(): void;
}

/** A part of a board in its place: what it is called, the way to all of it, and what it shows; one that was refused says so alone. */
export function Part({ widget, told, board, fields, onSaved }: PartProps) {
  const { t, label } = useText();
  const id = useId();
  const [tab, setTab] = useState<string>();
  const [column, row, wide, high] = widget.at;
  const report = widget.report === undefined ? undefined : board.reports[widget.report];
  const asked = report ? askedOf(report, widget, fields) : { fields };
  const name = label(widget);
  const place = { '--column': `${column} / span ${wide}`, '--row': `${row} / span ${high}` } as CSSProperties;
  if (widget.kind === 'shortcut' && told?.code === 200) return <ShortcutPart name={name} place={place} told={told} onSaved={onSaved} />;
  const counted = report && told?.code === 200 ? { widget, report, told, asked } : null;
  return (
    <section className={widget.kind === 'todo' ? `${css.part} ${css.wide}` : css.part} style={place} aria-labelledby={id}>
      <Amounts of={told?.data?._currency as Currency | undefined}>
        <header className={css.head}>
          <h2 id={id}>{name}</h2>
          {counted && widget.kind === 'report' && <Counted {...counted} />}
          <span className={css.grow} />
          <span className="no-print">
            <Button kind="link" aria-label={t('board.moreOf', { name })} onClick={() => openMore(widget, asked.fields, tab)}>
              {t('board.more')}
            </Button>
          </span>
        </header>
        {told && told.code !== 200 && (
          <p className={css.note}>{t('board.failed', { remark: remarkOf({ ...told, data: { ...told.data } }) })}</p>
        )}
        {counted && (widget.kind === 'figure' ? <FigurePart {...counted} /> : <ReportPart {...counted} />)}
        {told?.code === 200 && widget.kind === 'list' && <ListPart widget={widget} told={told} />}
        {told?.code === 200 && widget.kind === 'todo' && <TodoPart widget={widget} told={told} tab={tab} onTab={setTab} />}
        {told?.code === 200 && widget.kind === 'notice' && <NoticePart told={told} />}
      </Amounts>
    </section>
  );
}
