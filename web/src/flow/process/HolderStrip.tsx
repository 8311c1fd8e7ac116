import type { StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { stateOf } from '#protocol/rules/actions.ts';
import { SIGNS } from '#protocol/rules/todo.ts';
import type { Returned } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { formatStay } from '#web/i18n/format.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime, shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { Either } from '#web/ui/Paper.tsx';
import { useNow } from '#web/ui/use-now.ts';
import css from './HolderStrip.module.css';
import { LateWords } from './LateWords.tsx';
import { Limit } from './Limit.tsx';
import { Objections } from './Objections.tsx';
import { objectionsOf } from './objections.ts';
import type { TimelineProps } from './Timeline.tsx';
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
  /** takes a signer off, where the reader may */
  onAct: NonNullable<TimelineProps['onAct']>;
}

/** Who holds the record since when: the reader's own turn on the tint, also where he stands in for somebody; the other signers at the right. */
export function HolderStrip({ table, rows, askedAt, me, todo, returned, review_state, onAct }: HolderStripProps) {
  const texts = useText();
  const { t, label } = texts;
  const open = rows.filter(isDecidingRow);
  const against = objectionsOf(rows);
  if (open.length === 0) return <Ended end={stateOf(table, review_state)} against={against} />;
  const visit = Math.max(0, ...open.map((row) => row.visit));
  const own = open.find((row) => row.id === todo) ?? open.find((row) => row.review_entity.id === me);
  const first = own ?? open[0]!;
  const signers = rows.filter((row) => row.visit === visit && SIGNS.has(row.review_state.id));
  return (
    <div className={own ? `${css.hold} ${css.mine}` : css.hold} role="status">
      <Holder own={own} open={open} me={me} step={label(first.step)} />
      <Stay of={first} askedAt={askedAt} />
      {returned && (
        <span className={css.back}>
          <Tag tone="orange">{t('flow.returned')}</Tag>
          {against.length > 0 ? <Objections rows={against} /> : whyReturned(texts, returned)}
        </span>
      )}
      {signers.length > 1 && <Signers rows={signers} me={me} onAct={onAct} />}
    </div>
  );
}

interface EndedProps {
  end: StateDef | undefined;
  against: readonly ProcessRow[];
}

/** Nobody holds it any more; why, where it ended for bad. */
function Ended({ end, against }: EndedProps) {
  const { label } = useText();
  if (against.length === 0 || !end?.end || end.end === 'pass') return null;
  return (
    <div className={`${css.hold} ${css.refused}`} role="status">
      <b>{label(end)}</b>
      <Objections rows={against} />
    </div>
  );
}

interface HolderProps extends Pick<HolderStripProps, 'me'> {
  /** the row that the reader decides with */
  own: ProcessRow | undefined;
  open: readonly ProcessRow[];
  step: string;
}

function Holder({ own, open, me, step }: HolderProps) {
  const { t, label, listed } = useText();
  const held = t('flow.heldBy', { step, who: listed(open.map((row) => label(row.review_entity))) });
  const turn = ({ review_entity }: ProcessRow) =>
    review_entity.id === me ? t('flow.yourTurn', { step }) : t('flow.yourTurnFor', { step, who: label(review_entity) });
  return (
    <b>
      <Either screen={own ? turn(own) : held} paper={held} />
    </b>
  );
}

/** Since when it lies there, and until when it may. */
function Stay({ of, askedAt }: { of: ProcessRow; askedAt: number }) {
  const { t, locale } = useText();
  const stay = formatStay(secondsOpen(of, askedAt, useNow()), locale);
  const { create_time, limit_time, due_time, late } = of;
  return (
    <>
      {/* it grows by itself, which is no news */}
      <span aria-live="off">
        <Either
          screen={stay ? t('flow.since', { time: shortTime(create_time), stay }) : t('flow.justArrived')}
          paper={t('flow.arrived', { time: fullTime(create_time) })}
        />
      </span>
      {due_time && <Limit limit={due_time} isUrgent={due_time === limit_time} />}
      {limit_time && limit_time !== due_time && <Limit limit={limit_time} isUrgent />}
      {late && <LateWords late={late} isNext={late.time === due_time} />}
    </>
  );
}

/** Who signs beside each other, and what each has said. */
function Signers({ rows, me, onAct }: Pick<HolderStripProps, 'rows' | 'me' | 'onAct'>) {
  const { t, label } = useText();
  return (
    <span className={css.signs}>
      {rows.map((row) => (
        <span key={row.id} title={label(row.label)}>
          <Icon name={row.outcome === 1 ? 'check' : row.outcome === -1 ? 'close' : 'history'} size={14} />
          {row.review_entity.id === me ? <b>{label(row.review_entity)}</b> : label(row.review_entity)}
          <span className="sr">{label(row.label)}</span>
          {row.removable && (
            <Button
              className="no-print"
              kind="link"
              size="small"
              aria-label={t('beside.removeSignOf', { who: label(row.review_entity) })}
              onClick={() => onAct({ op: 'RemoveSign', row })}
            >
              {t('beside.RemoveSign')}
            </Button>
          )}
        </span>
      ))}
    </span>
  );
}
