import { cellValue, shown } from '#web/fields/shown.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Line, Lines } from './PartLines.tsx';
import { type LoadedWidget, openRow, type Told, type ToldOf } from './use-board.ts';

interface ListPartProps {
  widget: LoadedWidget;
  told: Told;
  of: ToldOf | undefined;
  /** at whose end it stood so */
  month: string | undefined;
}

/** The first records of a list; one that may be looked at opens, else the page on which they all stand. */
export function ListPart({ widget, told, of, month }: ListPartProps) {
  const { t, label, locale } = useText();
  const [first, ...others] = widget.fields ?? [];
  if (!first) return null;
  return (
    <Lines none={t('board.nothing')}>
      {(told.rows ?? []).map((row) => (
        <Line
          key={row.id}
          name={shown(first, cellValue(first, row, label), locale)}
          end={others.map((field) => shown(field, cellValue(field, row, label), locale)).join('　')}
          onOpen={() => openRow(widget, row, { of, month })}
        />
      ))}
    </Lines>
  );
}
