import { type KeyboardEvent, lazy, Suspense } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import { stepOf } from '#protocol/rules/actions.ts';
import type { TodoTab } from '#protocol/rules/todo.ts';
import { useTable } from '#web/api/use-table.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { secondsSince } from '#web/i18n/clock.ts';
import { formatStay } from '#web/i18n/format.ts';
import { leftOf } from '#web/i18n/left.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Check } from '#web/ui/Check.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import type { Result } from './batch/result.ts';
import css from './TodoRow.module.css';
import { actOf, givenOf, isUrgent, returnedOf, type TodoItem, waitsOn } from './todo-item.ts';
import type { RowAmount } from './use-amounts.ts';

const ResultOf = lazy(() => import('./batch/BatchParts.tsx').then((room) => ({ default: room.ResultOf })));

interface TodoRowProps {
  row: TodoItem;
  view: TodoTab;
  selected: boolean;
  /** the box that it is chosen by; absent where it cannot be chosen, null where it is over */
  box?: RowBox | null | undefined;
  /** what its record is about */
  amount?: RowAmount | undefined;
  /** results stand in the rows; what became of this one */
  judged?: boolean | undefined;
  result?: Result | undefined;
  /** where nothing stands beside the list, a press opens */
  onSelect(): void;
  onOpen(): void;
}

export interface RowBox {
  checked: boolean;
  /** `isRange`: with all rows since the last one */
  toggle(isRange: boolean): void;
}

/** Item, record number, applicant, step and how long it lies; one that came back says by whom and why. */
export function TodoRow({ row, view, selected, amount, box, judged, result, onSelect, onOpen }: TodoRowProps) {
  const { label } = useText();
  const { table } = useTable(row.source);
  const waits = waitsOn(view) || view === 'read';
  const looks = [css.row, selected && css.selected, !waits && css.past, judged && css.judged, result?.kind === 'failed' && css.bad];
  const press = (key: KeyboardEvent) => {
    const run = key.key === ' ' && box ? () => box.toggle(key.shiftKey) : key.key === 'Enter' && !key.shiftKey ? onOpen : undefined;
    if (!run) return;
    key.preventDefault();
    run();
  };
  return (
    <li className={looks.filter(Boolean).join(' ')}>
      {box !== undefined && <Box box={box} name={label(row)} />}
      <button
        type="button"
        className={css.hit}
        data-row={row.id}
        onClick={onSelect}
        onDoubleClick={onOpen}
        onKeyDown={press}
        aria-current={selected}
      >
        <What row={row} view={view} table={table} />
        <Step row={row} view={view} table={table} />
        <span className={css.who} title={label(row.applicant)}>
          <Avatar name={label(row.applicant)} quiet />
          <span className="ellipsis">{label(row.applicant)}</span>
        </span>
        <span className={css.amount}>
          {amount && (
            <Amounts of={amount.currency}>
              <Amount of={amount} />
            </Amounts>
          )}
        </span>
        <When row={row} waits={waits} />
      </button>
      <Outcome row={row} view={view} result={result} onOpen={onOpen} />
    </li>
  );
}

type PartProps = Pick<TodoRowProps, 'row' | 'view'>;

/** What it is, bold until it was opened, and why it came. */
function What({ row, view, table }: PartProps & { table: TableDef | undefined }) {
  const texts = useText();
  const { t, label } = texts;
  const waits = waitsOn(view) || view === 'read';
  const back = waitsOn(view) ? returnedOf(row) : undefined;
  const why = back ? whyReturned(texts, back) : waits ? givenOf(texts, row) : undefined;
  return (
    <span className={css.what}>
      <span className={waits && !row.read_time ? css.unread : ''}>
        {waits && isUrgent(row) && <Tag tone="red">{t('todo.urgent')}</Tag>} {label(row)}
      </span>
      <small>
        {[label(table), row.code].filter(Boolean).join(' ')}
        {row.principal && `　${t('todo.behalf', { who: label(row.principal) })}`}
      </small>
      {why && (
        <small className={back ? css.why : css.given} title={why}>
          {why}
        </small>
      )}
    </span>
  );
}

/** Its step, or that it came back; of what was handled, how. */
function Step({ row, view, table }: PartProps & { table: TableDef | undefined }) {
  const { t, label } = useText();
  const step = label(table && stepOf(table, row.back_state));
  const back = waitsOn(view) && returnedOf(row) !== undefined;
  return (
    <span className={css.step} title={back ? undefined : step}>
      {step && <Tag tone={back ? 'orange' : waitsOn(view) ? 'accent' : 'grey'}>{back ? t('flow.returned') : step}</Tag>}
      {view === 'done' && row.event_name && <small>{label(row, 'event_name')}</small>}
    </span>
  );
}

/** What became of it, else the way to it. */
function Outcome({ row, view, result, onOpen }: PartProps & Pick<TodoRowProps, 'result' | 'onOpen'>) {
  const { t } = useText();
  return result ? (
    <span className={css.result}>
      <Suspense fallback={null}>
        <ResultOf result={result} />
      </Suspense>
    </span>
  ) : (
    <button type="button" className={css.act} onClick={onOpen}>
      {t(actOf(view, row))}
    </button>
  );
}

/** Each in its own money, with its unit: the rows are of several kinds. */
const Amount = ({ of }: { of: RowAmount }) => useUnits().alone(of.field, of.value);

/** The box of a row, or its place. */
function Box({ box, name }: { box: RowBox | null; name: string }) {
  const { t } = useText();
  return (
    <span className={css.box}>
      {box && (
        <Check
          label={t('todo.pick', { name })}
          checked={box.checked}
          onChange={({ nativeEvent }) => box.toggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      )}
    </span>
  );
}

/** How long it may still lie, else how long it lies; of what is over, when it was done. */
function When({ row: { due_time, create_time, finish_time }, waits }: { row: TodoItem; waits: boolean }) {
  const texts = useText();
  const { t, locale } = texts;
  if (!waits) return <span className={css.when}>{shortTime(finish_time ?? create_time)}</span>;
  if (due_time === null) {
    const stay = formatStay(secondsSince(create_time), locale);
    return <span className={css.when}>{stay ? t('todo.stays', { stay }) : t('todo.justCame')}</span>;
  }
  const { due, words } = leftOf(texts, due_time);
  return (
    <span
      className={`${css.when} ${due === 'late' ? css.late : due === 'soon' ? css.soon : ''}`}
      title={t('todo.until', { time: shortTime(due_time) })}
    >
      {words}
    </span>
  );
}
