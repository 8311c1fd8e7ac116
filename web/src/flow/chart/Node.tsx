import type { ChartNode } from '#protocol/rules/chart.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { formatStay } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { Either } from '#web/ui/Paper.tsx';
import css from './Node.module.css';
import { isUrgentAt, linesOf, ruleInWords } from './steps.ts';

/** Signers that a step shows by name. */
const MOST = 6;

interface NodeProps {
  node: ChartNode;
  rows: readonly ProcessRow[];
  signers: readonly ProcessRow[];
  me: number;
}

/** How high a step is drawn. */
export const heightOf = (signers: readonly ProcessRow[]): number =>
  signers.length === 0 ? 66 : 42 + Math.min(signers.length, MOST) * 52 + (signers.length > MOST ? 20 : 0);
export const widthOf = (signers: readonly ProcessRow[]): number => (signers.length === 0 ? 126 : 140);

/** What stands in a step: its name, who and when; several who sign there each with what became of his turn. */
export function Node({ node, rows, signers, me }: NodeProps) {
  const texts = useText();
  const { t, label } = texts;
  const [first, second] = linesOf(texts, node, rows);
  const urgent = isUrgentAt(rows, node) && <Tag tone="red">{t('todo.urgent')}</Tag>;
  if (signers.length > 0)
    return (
      <>
        <span className={css.head}>
          <b className="ellipsis">{label(node.label)}</b>
          {urgent}
          <small>{ruleInWords(texts, node.rule)}</small>
        </span>
        {signers.slice(0, MOST).map((row) => (
          <Signer key={row.id} row={row} me={me} />
        ))}
        {signers.length > MOST && <small>{t('chart.more', { n: signers.length - MOST })}</small>}
      </>
    );
  return (
    <>
      <b className={css.name}>
        {node.kind === 'done' && <Icon name="check" size={14} />}
        {node.kind === 'refused' && <Icon name="close" size={14} />}
        <span className="ellipsis">{label(node.label)}</span>
        {urgent}
      </b>
      <small className="ellipsis">{first}</small>
      <small className="ellipsis">{second}</small>
    </>
  );
}

function Signer({ row, me }: { row: ProcessRow; me: number }) {
  const { t, label, locale } = useText();
  const isOpen = row.finish_time === null;
  const isMine = isOpen && row.review_entity.id === me;
  const state = isOpen ? t(row.read_time ? 'chart.opened' : 'chart.unopened') : label(row.label);
  const kind = row.outcome === 1 ? css.agreed : row.outcome === -1 ? css.against : isMine ? css.mine : '';
  return (
    <span className={`${css.signer} ${kind}`}>
      <b className={css.name}>
        {row.outcome !== null && <Icon name={row.outcome === 1 ? 'check' : 'close'} size={14} />}
        <span className="ellipsis">{label(row.done_entity ?? row.review_entity)}</span>
      </b>
      <small>
        <span className="ellipsis">
          <Either screen={isMine ? t('chart.withYou') : state} paper={state} />
        </span>
        <em>{formatStay(row.duration, locale)}</em>
      </small>
    </span>
  );
}
