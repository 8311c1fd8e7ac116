import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { STATE } from '#protocol/rules/list.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { type Units, useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { cellValue } from '#web/fields/shown.ts';
import { asText } from '#web/fields/values.ts';
import type { Line } from '#web/fields/widget.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Progress } from '#web/ui/marks/Progress.tsx';
import { StateMark } from '#web/ui/marks/StateMark.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { Either } from '#web/ui/Paper.tsx';
import type { Column } from '../state/columns.ts';
import { stepOf } from './row-look.ts';
import css from './Table.module.css';

interface CellProps {
  table: TableDef;
  column: Column;
  row: WireRow;
  me: number;
}

/** What stands in a cell: by the look the definition asks for, else as its data type is read. */
export const Cell = (props: CellProps) => drawCell(props, useText(), useUnits());

/** The same for who draws many, and asks once for all of them. */
export function drawCell({ table, column, row, me }: CellProps, { label, locale }: Texts, { rate }: Units) {
  const { field, own } = column;
  if (own) return own.draw(row);
  const value = cellValue(field, row, label);
  if (table.flow && column.name === STATE) return <StepCell table={table} row={row} me={me} />;
  if (field.ListShow === 'PROGRESS')
    return <Progress value={asText(value)} shown={rate(field, value)} look={Number(asText(value)) >= 100 ? 'done' : undefined} />;
  const { Read } = widgetOf(field);
  const read = <Read field={field} value={value} locale={locale} place="list" />;
  if (field.ListShow === 'TAG' && value !== null && value !== undefined) return <Tag>{read}</Tag>;
  return field.ListShow === 'LINK' ? <span className={css.link}>{read}</span> : read;
}

/** Looks that have an element of their own. */
const MARKED = new Set<FieldDef['ListShow']>(['PROGRESS', 'TAG', 'LINK']);

/** What stands in a cell where that is nothing but words, which need no element of their own; null: it is drawn. */
export function lineOf({ table, column, row }: CellProps, { label, locale }: Texts, units: Units): Line | null {
  const { field, own } = column;
  if (own || (table.flow && column.name === STATE) || MARKED.has(field.ListShow)) return null;
  return widgetOf(field).line?.(field, cellValue(field, row, label), locale, units) ?? null;
}

/** The step and who holds it; what waits for me says so. */
export function StepCell({ table, row, me }: { table: TableDef; row: WireRow; me: number }) {
  const texts = useText();
  const { t, label, listed } = texts;
  const step = stepOf(table, row, me);
  const state = table.states.find((each) => each.value === String(step.id));
  const name = label(state) || label(row.review_state as object | null);
  const holders = listed(step.holders.map((each) => label(each)));
  const back = row._returned;
  const wordsFor = (mine: boolean) => {
    const where = mine ? t('list.mine', { step: name }) : [name, holders].filter(Boolean).join('　');
    if (!back) return where;
    if (!isFirst(step.id)) return t('list.returned', { where });
    return mine ? t('todo.returned') : t('list.returned', { where: holders });
  };
  const words = wordsFor(step.mine);
  return (
    <span title={back ? `${words}　${whyReturned(texts, back)}` : words} className={css.whole}>
      <StateMark look={step.look}>
        <Either screen={words} paper={wordsFor(false)} />
      </StateMark>
    </span>
  );
}
