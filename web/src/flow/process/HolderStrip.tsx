import type { TableDef } from '#protocol/meta/table.ts';
import { stateOf, stepOf } from '#protocol/rules/actions.ts';
import { SIGNS } from '#protocol/rules/todo.ts';
import type { Returned } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { untilTime } from '#web/i18n/clock.ts';
import { formatAge } from '#web/i18n/format.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime, shortTime } from '#web/i18n/when.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { Either } from '#web/ui/Paper.tsx';
import { useNow } from '#web/ui/use-now.ts';
import css from './flow.module.css';
import { Objections } from './Objections.tsx';
import { objectionsOf } from './objections.ts';
import { isDecidingRow, secondsOpen } from './use-process.ts';

interface HolderStripProps {
  table: TableDef;
  rows: readonly ProcessRow[];
  askedAt: number;
  me: number;
  /** the row that the reader decides with, which may be his principal's */
  todo: number | undefined;
  /** why it is with whoever has it, where it was sent back */
  returned: Returned | undefined;
  /** the record's step */
  review_state: number;
}

/** Who holds the record since when: the reader's own turn on the tint, also where he stands in for somebody; the other signers at the right. */
export function HolderStrip({ table, rows, askedAt, me, todo, returned, review_state }: HolderStripProps) {
  const texts = useText();
  const { t, label, listed, locale } = texts;
  const now = useNow();
  const open = rows.filter(isDecidingRow);
  const against = objectionsOf(rows);
  const nameOf = (back_state: number) => label(stepOf(table, back_state));
  if (open.length === 0) {
    const end = stateOf(table, review_state);
    if (against.length === 0 || !end?.end || end.end === 'pass') return null;
    return (
      <div className={`${css.hold} ${css.refused}`} role="status">
        <b>{label(end)}</b>
        <Objections rows={against} stepOf={nameOf} />
      </div>
    );
  }
  const visit = Math.max(0, ...open.map((row) => row.visit));
  const own = open.find((row) => row.id === todo) ?? open.find((row) => row.review_entity.id === me);
  const first = own ?? open[0]!;
  const step = nameOf(first.back_state);
  const signers = rows.filter((row) => row.visit === visit && SIGNS.has(row.review_state.id));
  const stay = formatAge(secondsOpen(first, askedAt, now), locale);
  const turn = () =>
    own!.review_entity.id === me ? t('flow.yourTurn', { step }) : t('flow.yourTurnFor', { step, who: label(own!.review_entity) });
  const held = t('flow.heldBy', { step, who: listed(open.map((row) => label(row.review_entity))) });
  const { create_time, limit_time } = first;
  return (
    <div className={own ? `${css.hold} ${css.mine}` : css.hold} role="status">
      <b>
        <Either screen={own ? turn() : held} paper={held} />
      </b>
      {/* it grows by itself, which is no news */}
      <span aria-live="off">
        <Either
          screen={t('flow.since', { time: shortTime(create_time), stay })}
          paper={t('flow.arrived', { time: fullTime(create_time) })}
        />
      </span>
      {limit_time && (
        <span className={isLate(limit_time) ? css.late : ''}>
          <Either screen={t('flow.until', { time: shortTime(limit_time) })} paper={t('flow.until', { time: fullTime(limit_time) })} />
        </span>
      )}
      {returned && (
        <span className={css.back}>
          <Tag tone="orange">{t('flow.returned')}</Tag>
          {against.length > 0 ? <Objections rows={against} stepOf={nameOf} /> : whyReturned(texts, returned)}
        </span>
      )}
      {signers.length > 1 && (
        <span className={css.signs}>
          {signers.map((row) => (
            <span key={row.id} title={label(row.label)}>
              <Icon name={row.outcome === 1 ? 'check' : row.outcome === -1 ? 'close' : 'history'} size={14} />
              {row.review_entity.id === me ? <b>{label(row.review_entity)}</b> : label(row.review_entity)}
              <span className={css.unseen}>{label(row.label)}</span>
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

const isLate = (limit: string): boolean => (untilTime(limit) ?? 0) < 0;
