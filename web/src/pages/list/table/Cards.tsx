import { STATE } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useSession } from '#web/api/use-session.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { NOTHING } from '#web/i18n/format.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { Column } from '../state/columns.ts';
import type { ListController } from '../state/use-list-page.ts';
import css from './Cards.module.css';
import { Cell, StepCell } from './Cell.tsx';
import { rowStyles } from './row-look.ts';

/** On a phone: the name and four facts, the amount last. */
export function Cards({ list }: { list: ListController }) {
  const { session } = useSession();
  const me = session?.user.id ?? 0;
  const facts = factsOf(list.columns);
  return (
    <ul className={css.cards} aria-busy={list.busy}>
      {list.rows.map((row) => (
        <li key={row.id}>
          <Amounts of={row._currency ?? list.currency}>
            <Card list={list} row={row} facts={facts} me={me} />
          </Amounts>
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
  const style = rowStyles(table, row).row;
  const cell = (column: Column) => <Cell table={table} column={column} row={row} me={me} />;
  return (
    <button type="button" className={style ? `${css.card} ${css[style]}` : css.card} onClick={() => list.hand.open(row)}>
      <span className={css.line}>
        <b className={css.name}>{nameOf(row, locale)}</b>
        {facts.number && <small>{cell(facts.number)}</small>}
      </span>
      <span className={css.line}>{table.flow ? <StepCell table={table} row={row} me={me} /> : facts.state && cell(facts.state)}</span>
      {row._returned && <small className={css.why}>{whyReturned(texts, row._returned)}</small>}
      <span className={css.line}>
        <span className={css.who}>{facts.who && cell(facts.who)}</span>
        {facts.amount && (
          <span className={css.amount}>
            <Amount column={facts.amount} row={row} />
          </span>
        )}
      </span>
    </button>
  );
}

/** The figure of a card has no head: it says its unit itself. */
function Amount({ column, row }: { column: Column; row: WireRow }) {
  const { alone } = useUnits();
  return alone(column.field, row[column.name]) || NOTHING;
}

interface Facts {
  number: Column | undefined;
  state: Column | undefined;
  who: Column | undefined;
  amount: Column | undefined;
}

/** Which four columns a card shows: number, state, whose, how much; each the first of its kind. */
function factsOf(columns: readonly Column[]): Facts {
  const others = columns.filter((column) => column.name !== 'key_name' && column.name !== STATE);
  const first = (of: (column: Column) => boolean) => others.find(of);
  const state =
    first((column) => column.field.ListShow === 'STATE') ?? first((column) => ['select', 'radio'].includes(column.field.data_type));
  const who = first((column) => column.field.data_type === 'entity') ?? first((column) => column.field.data_type === 'date');
  const amount = first((column) => column.field.stat === 'SUM') ?? first((column) => column.field.data_type === 'numeric');
  const number = first((column) => column.field.data_type === 'text' && column !== who);
  return { number, state, who, amount };
}
