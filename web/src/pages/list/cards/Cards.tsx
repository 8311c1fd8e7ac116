import { lazy, type ReactNode, Suspense } from 'react';
import { isOf } from '#protocol/meta/data-types.ts';
import { STATE, shownBelow } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useSession } from '#web/api/use-session.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { NOTHING } from '#web/i18n/format.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { Column } from '../state/columns.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Cell, StepCell } from '../table/Cell.tsx';
import { rowStyles } from '../table/row-look.ts';
import css from './Cards.module.css';

const BelowCard = lazy(() => import('../below/BelowCard.tsx').then((room) => ({ default: room.BelowCard })));

/** On a phone: the name and a few facts, last the amount or the number to call. */
export function Cards({ list }: { list: ListController }) {
  const { session } = useSession();
  const me = session?.user.id ?? 0;
  const facts = factsOf(list.columns);
  const opens = list.table !== undefined && shownBelow(list.table).length > 0;
  return (
    <ul className={css.cards} aria-busy={list.busy}>
      {list.rows.map((row) => (
        <li key={row.id} className={opens ? css.opens : undefined}>
          <Amounts of={row._currency ?? list.currency}>
            <Card list={list} row={row} facts={facts} me={me} />
          </Amounts>
          {opens && (
            <Suspense fallback={null}>
              <BelowCard list={list} row={row} />
            </Suspense>
          )}
        </li>
      ))}
    </ul>
  );
}

function Card({ list, row, facts, me }: { list: ListController; row: WireRow; facts: Facts; me: number }) {
  const texts = useText();
  const { locale } = texts;
  const { table } = list;
  if (!table) return null;
  const { row: style, cells } = rowStyles(table, row);
  const cell = (column: Column) => <Cell table={table} column={column} row={row} me={me} />;
  const name = nameOf(row, locale);
  return (
    <button type="button" className={style ? `${css.card} ${css[style]}` : css.card} onClick={() => list.hand.open(row)}>
      <span className={css.line}>
        <b className={css.name}>{name}</b>
        {facts.number && row[facts.number.name] !== name && <small>{cell(facts.number)}</small>}
      </span>
      {table.flow ? (
        <span className={css.line}>
          <StepCell table={table} row={row} me={me} />
        </span>
      ) : (
        <Marks shown={[facts.state, facts.several].flatMap((each) => (each && isDrawn(each, row, cells) ? [cell(each)] : []))} />
      )}
      {row._returned && <small className={css.why}>{whyReturned(texts, row._returned)}</small>}
      {(facts.who || facts.amount || facts.phone) && (
        <span className={css.line}>
          <span className={css.who}>
            {facts.who && cell(facts.who)}
            {facts.until && isDrawn(facts.until, row, cells) && <> – {cell(facts.until)}</>}
          </span>
          {facts.amount && (
            <span className={css.amount}>
              <Amount column={facts.amount} row={row} />
            </span>
          )}
          {facts.phone && <span className={css.phone}>{cell(facts.phone)}</span>}
        </span>
      )}
    </button>
  );
}

/** How it stands, and what it has several of: nothing where it has neither. */
function Marks({ shown }: { shown: readonly ReactNode[] }) {
  if (shown.length === 0) return null;
  return (
    <span className={css.line}>
      {shown.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two places that never change theirs
        <span key={at}>{each}</span>
      ))}
    </span>
  );
}

/** Whether a column has anything to say of a row on a card, which has no head to say what is missing. */
function isDrawn({ name }: Column, row: WireRow, styles: Readonly<Record<string, string>>): boolean {
  const value = row[name];
  return value !== null && value !== undefined && styles[name] !== 'blank' && !(Array.isArray(value) && value.length === 0);
}

/** The figure of a card has no head: it says its unit itself. */
function Amount({ column, row }: { column: Column; row: WireRow }) {
  const { alone } = useUnits();
  return alone(column.field, row[column.name]) || NOTHING;
}

interface Facts {
  number: Column | undefined;
  state: Column | undefined;
  several: Column | undefined;
  who: Column | undefined;
  until: Column | undefined;
  amount: Column | undefined;
  phone: Column | undefined;
}

/** Which columns a card shows: number, state, the records that it has several of, whose or when, with the day that stands beside the first, and how much or, where nothing is counted, how to call; each the first of its kind. */
function factsOf(columns: readonly Column[]): Facts {
  const others = columns.filter((column) => column.name !== 'key_name' && column.name !== STATE);
  const first = (of: (column: Column) => boolean) => others.find(of);
  const state = first((column) => column.field.ListShow === 'STATE') ?? first((column) => isOf(column.field.data_type, 'choice'));
  const who = first((column) => column.field.data_type === 'entity') ?? first((column) => column.field.data_type === 'date');
  const beside = who?.field.data_type === 'date' ? others[others.indexOf(who) + 1] : undefined;
  const until = beside?.field.data_type === 'date' ? beside : undefined;
  const amount = first((column) => column.field.stat === 'SUM') ?? first((column) => column.field.data_type === 'numeric');
  const several = first((column) => column.field.data_type === 'entities');
  const number = first((column) => column.field.data_type === 'text' && column !== who);
  const phone = amount ? undefined : first((column) => column.field.data_type === 'mobile');
  return { number, state, several, who, until, amount, phone };
}
