import type { Chart, ChartNode, Holds, Said } from '#protocol/rules/chart.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { formatStay, NOTHING } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { When } from '#web/ui/Paper.tsx';
import css from './Below.module.css';
import { COLUMNS, RESUMES, SKIPPED } from './named.ts';
import { rowsAt, ruleInWords } from './steps.ts';
import type { Telling } from './use-telling.ts';
import { inWords, valuesInWords } from './words.ts';

/** The people of a step: what became of their turns, or who would have it. */
export function People({ chart, node, rows }: { chart: Chart; node: ChartNode; rows: readonly ProcessRow[] }) {
  const texts = useText();
  const { t, label, locale, listed } = texts;
  const own = rowsAt(rows, node.state);
  const step = label(node.label);
  const isHere = node.state === chart.here;
  return (
    <section className={css.people}>
      <h3>
        {t(isHere && !node.end ? 'chart.current' : 'chart.chosen', { step })}
        {!node.end && node.kind !== 'off' && node.rule !== 'any' && <small>{ruleInWords(texts, node.rule)}</small>}
      </h3>
      {own.length === 0 ? (
        <p className={css.quiet}>{nobody()}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className={css.table} tabIndex={0} aria-label={step}>
          <table>
            <thead>
              <tr>
                {Object.entries(COLUMNS).map(([name, key]) => (
                  <th key={name} className={name === 'stayed' ? css.right : undefined}>
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {own.map((row) => (
                <tr key={row.id}>
                  <td>
                    {row.done_entity && row.done_entity.id !== row.review_entity.id
                      ? t('flow.onBehalf', { who: label(row.done_entity), of: label(row.review_entity) })
                      : label(row.review_entity)}
                  </td>
                  <td>{row.skipped ? t(SKIPPED[row.skipped]) : label(row.label)}</td>
                  <td>{row.read_time ? <When at={row.read_time} /> : NOTHING}</td>
                  <td className={css.right}>{formatStay(row.duration, locale) || NOTHING}</td>
                  <td>{row.limit_time ? <When at={row.limit_time} /> : NOTHING}</td>
                  <td className={css.opinion}>{row.remark || NOTHING}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );

  function nobody(): string {
    const who = listed(node.who.map((one) => label(one)).filter(Boolean));
    if (node.end) return t(node.kind === 'off' ? 'chart.never' : 'chart.ended');
    if (node.kind === 'off') return t('chart.never');
    return who ? t('chart.wouldBe', { who }) : t('chart.notYet');
  }
}

const MARKS = { 1: 'check', 0: 'close' } as const satisfies Record<0 | 1, IconName>;

/** What decides where it goes, as the record's values stand, and what a return could go to. */
export function Why({ chart, telling }: { chart: Chart; telling: Telling }) {
  const { t, label, listed } = useText();
  const nameOf = (state: number) => label(chart.nodes.find((node) => node.state === state)?.label);
  const conditions = chart.edges.filter((edge) => edge.where);
  return (
    <section className={css.why}>
      <h3>
        {t('chart.why')}
        <small>{t('chart.whyNow')}</small>
      </h3>
      {conditions.length === 0 && <p className={css.quiet}>{t('chart.noWhy')}</p>}
      <ul>
        {conditions.map(({ from, to, where }) => (
          <li key={`${from} ${to}`} data-holds={String(where!.holds)}>
            <Icon name={where!.holds === null ? 'info' : MARKS[where!.holds]} size={14} />
            <span>
              {inWords(where!, telling)} <small>{t('chart.leads', { from: nameOf(from), to: nameOf(to) })}</small>
              <small className={css.stands}>{standsOf(where!)}</small>
            </span>
          </li>
        ))}
        {chart.resume && (
          <li>
            <Icon name="undo" size={14} />
            <span>
              {t(RESUMES[chart.resume.off || (chart.resume.same ? 'direct' : 'step')], {
                step: nameOf(chart.resume.state),
                who: listed(chart.resume.who.map((one) => label(one))),
              })}
            </span>
          </li>
        )}
        {chart.backs.length > 0 && (
          <li>
            <Icon name="undo" size={14} />
            <span>{t('chart.backs', { steps: listed(chart.backs.map(nameOf)) })}</span>
          </li>
        )}
        <Versions migrated={chart.migrated} />
        {chart.returns.length > 0 && (
          <li>
            <Icon name="history" size={14} />
            <span>{t('chart.onReturn', { n: chart.returns.length })}</span>
          </li>
        )}
      </ul>
    </section>
  );

  function standsOf(where: Said): string {
    const values = valuesInWords(where, telling);
    const holds = wordOf(where.holds, isHidden(where));
    return values ? t('chart.stands', { values: t('chart.now', { values }), holds }) : holds;
  }
  function wordOf(holds: Holds, hidden: boolean): string {
    return holds === null ? t(hidden ? 'chart.untold' : 'chart.unsettled') : t(holds === 1 ? 'chart.holds' : 'chart.fails');
  }
}

/** Who took it over to another version of its flow, and why. */
function Versions({ migrated }: Pick<Chart, 'migrated'>) {
  const { t, label } = useText();
  return migrated.map(({ version, who, remark, time }) => (
    <li key={time}>
      <Icon name="flow" size={14} />
      <span>{t('migrate.migrated', { time: shortTime(time), who: label(who), n: version, why: remark })}</span>
    </li>
  ));
}

const isHidden = (said: Said): boolean => said.kind === 'hidden' || ('of' in said && said.of.some(isHidden));
