import type { TableDef } from '#protocol/meta/table.ts';
import { stepOf } from '#protocol/rules/actions.ts';
import type { ProcessStep } from '#protocol/wire/process.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Either } from '#web/ui/Paper.tsx';
import css from './StepBar.module.css';

/** Where the record is: steps passed, the present one, what lies ahead; each says who and when. On a phone one line and a bar. */
export function StepBar({ table, steps }: { table: TableDef; steps: readonly ProcessStep[] }) {
  const { t, label, listed } = useText();
  const nameOf = (step: ProcessStep) => label(stepOf(table, step.state));
  const about = (step: ProcessStep) => {
    const who = step.who.map((each) => label(each)).filter(Boolean);
    if (step.of !== undefined && step.of > 1) return t('flow.signed', { n: step.signed ?? 0, of: step.of });
    const people = who.length > 2 ? t('flow.people', { n: who.length }) : listed(who);
    const day = ((step.kind === 'done' || step.kind === 'refused') && step.time?.slice(0, 10)) || '';
    const paper = (
      <>
        {people} <span className={css.day}>{day}</span>
      </>
    );
    return <Either screen={`${people} ${shortTime(day)}`.trim()} paper={paper} />;
  };
  const now = steps.findLastIndex((step) => step.kind === 'now' || step.kind === 'refused');
  const present = steps[now] ?? steps.at(-1);
  return (
    <>
      <ol className={css.steps} aria-label={t('flow.steps')}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way may pass a step twice; its place is its name
          <li key={at} className={css[step.kind]} aria-current={step.kind === 'now' ? 'step' : undefined}>
            <i>
              {step.kind === 'done' && <Icon name="check" size={10} />}
              {step.kind === 'refused' && <Icon name="close" size={10} />}
            </i>
            <b title={nameOf(step)}>{nameOf(step)}</b>
            <small title={listed(step.who.map((each) => label(each)))}>{about(step)}</small>
          </li>
        ))}
      </ol>
      {present && (
        <div className={css['steps-phone']}>
          <div className={css.bars} aria-hidden="true">
            {steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <i key={at} className={css[step.kind]} />
            ))}
          </div>
          <b>{t('flow.stepOf', { n: (now < 0 ? steps.length - 1 : now) + 1, of: steps.length })}</b>{' '}
          <span className={present.kind === 'refused' ? css.end : ''}>{nameOf(present)}</span> <small>{about(present)}</small>
        </div>
      )}
    </>
  );
}
