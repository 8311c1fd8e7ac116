import type { Chart } from '#protocol/rules/chart.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Node } from './Node.tsx';
import css from './NodeList.module.css';
import { KINDS } from './named.ts';
import { backsOf, drawnOf, signersAt } from './steps.ts';
import type { Telling } from './use-telling.ts';
import { inWords } from './words.ts';

interface NodeListProps {
  chart: Chart;
  rows: readonly ProcessRow[];
  me: number;
  isOwn: boolean;
  chosen: number;
  onChoose(state: number): void;
  telling: Telling;
}

/** The same steps one below the other, where there is no room beside: the way first, what does not apply after the step that asks for it. */
export function NodeList({ chart, rows, me, isOwn, chosen, onChoose, telling }: NodeListProps) {
  const texts = useText();
  const { t } = texts;
  const { nodes, edges } = drawnOf(chart, isOwn);
  const backs = backsOf(chart, texts);
  const places = new Map(chart.way.map((state, at) => [state, at]));
  const placeOf = (state: number): number =>
    places.get(state) ?? Math.max(-1, ...edges.filter((edge) => edge.to === state).map((edge) => places.get(edge.from) ?? -1)) + 0.5;
  return (
    <ol className={css.list} aria-label={t('chart.stepsList')}>
      {[...nodes]
        .sort((one, other) => placeOf(one.state) - placeOf(other.state))
        .map((node) => (
          <li key={node.state} className={css[node.kind]}>
            {edges
              .filter((edge) => edge.to === node.state && edge.where && (edge.kind !== 'off' || node.kind === 'off'))
              .map((edge) => (
                <p key={edge.from} className={css.asks}>
                  <Icon name={edge.where!.holds === 1 ? 'check' : edge.where!.holds === 0 ? 'close' : 'info'} size={12} />
                  {inWords(edge.where!, telling)}
                </p>
              ))}
            <button
              type="button"
              className={css.step}
              aria-current={node.state === chart.here ? 'step' : undefined}
              aria-pressed={node.state === chosen}
              onClick={() => onChoose(node.state)}
            >
              <Node node={node} rows={rows} signers={signersAt(rows, node)} me={me} />
              <span className="sr">{t(KINDS[node.kind])}</span>
            </button>
            {backs
              .filter(({ from }) => from === node.state)
              .map((back) => (
                <p key={back.to} className={css.back}>
                  <Icon name="undo" size={12} />
                  {back.words}
                </p>
              ))}
          </li>
        ))}
    </ol>
  );
}
