import type { MovingFact, MovingScope } from '#protocol/wire/moving.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import css from './Follows.module.css';
import type { Move } from './state/use-move.ts';

/** More rows of one table than that are not counted. */
const MOST_COUNTED = 10_000;

/** What a move brings with it, in words, before it is made. */
export function Follows({ move: { stage, follows, fault }, name }: { move: Move; name: string }) {
  const texts = useText();
  const { t } = texts;
  const waits = { open: t('tree.pickFirst'), same: t('tree.same'), asked: fault ? '' : t('tree.asking'), told: '' }[stage];
  return (
    <section className={css.follows} aria-label={t('tree.follows')} aria-live="polite">
      {waits && <p>{waits}</p>}
      {follows && (
        <ul>
          <li>{follows.below > 0 ? t('tree.below', { name, n: follows.below }) : t('tree.alone', { name })}</li>
          {follows.facts.map((fact) => (
            <li key={fact.kind} data-kind={fact.kind}>
              {SAID[fact.kind](texts, fact as never)}
            </li>
          ))}
          {isQuiet(follows.facts) && <li>{t('tree.noScope')}</li>}
        </ul>
      )}
    </section>
  );
}

/** People are told of, and nobody's rows change. */
const isQuiet = (facts: readonly MovingFact[]): boolean => facts.length === 1 && facts[0]!.kind === 'people';

const SAID: { [Kind in MovingFact['kind']]: (texts: Texts, fact: Extract<MovingFact, { kind: Kind }> & MovingFact) => string } = {
  people: ({ t }, { n }) => t('tree.people', { n }),
  gain: (texts, fact) => texts.t('tree.gain', places(texts, fact as MovingScope)),
  lose: (texts, fact) => texts.t('tree.lose', places(texts, fact as MovingScope)),
};

function places({ t, label, listed }: Texts, { n, of, tables }: MovingScope): Record<string, string | number> {
  const rows = tables.map((table) =>
    table.rows > MOST_COUNTED
      ? t('tree.rowsOver', { name: label(table), n: MOST_COUNTED })
      : t('tree.rows', { name: label(table), n: table.rows }),
  );
  return { n, of: listed(of.map((one) => label(one))) || t('tree.someOf'), rows: listed(rows) || t('tree.noRows') };
}
