import { factor as remarks } from '#protocol/texts/factor.ts';
import { addRemarks } from '#web/api/error.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { FACTOR_EN, FACTOR_ZH } from '#web/i18n/parts/factor.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { StateMark } from '#web/ui/marks/StateMark.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Line } from '../Line.tsx';
import css from './Factor.module.css';
import { FactorStep } from './FactorStep.tsx';
import { type FactorController, useFactor } from './use-factor.ts';

addTexts(FACTOR_ZH, FACTOR_EN);
addRemarks(remarks);

/** One's second factor and its recovery codes; what is done about them opens in place. */
export function Factor() {
  const { t } = useText();
  const control = useFactor();
  const { factor, error, retry, step } = control;
  const isRenewing = step?.at === 'proofs' && step.act === 'RecoveryCodes';
  if (error) return <ErrorState why={error.remark} onRetry={retry} />;
  const opened = step && <FactorStep key={step.at === 'proofs' ? step.act : step.at} step={step} control={control} />;
  return (
    <>
      <Line label={t('factor.name')}>
        <Standing control={control} />
        {!isRenewing && opened}
      </Line>
      {factor?.on === 1 && (
        <Line label={t('factor.codes')}>
          <div className={css.row}>
            <div className={css.grow}>
              <span className={factor.left < 3 ? css.few : undefined}>{t('factor.left', { n: factor.left })}</span>
              <p className={css.why}>{t('factor.leftWhy')}</p>
            </div>
            <Button aria-expanded={isRenewing} onClick={() => control.setStep({ at: 'proofs', act: 'RecoveryCodes' })}>
              {t('factor.renew')}
            </Button>
          </div>
          {isRenewing && opened}
        </Line>
      )}
    </>
  );
}

function Standing({ control: { factor, setStep } }: { control: FactorController }) {
  const { t } = useText();
  if (!factor) return <div className={css.row}>{'\u00a0'}</div>;
  const isOn = factor.on === 1;
  return (
    <div className={css.row}>
      <div className={css.grow}>
        <StateMark look={isOn ? 'done' : 'draft'}>{t(isOn ? 'factor.on' : 'factor.off')}</StateMark>
        {isOn && <span className={css.since}>{t('factor.since', { time: shortTime(factor.since) })}</span>}
        <p className={css.why}>{t(factor.demanded === 1 ? 'factor.demanded' : isOn ? 'factor.onWhy' : 'factor.offWhy')}</p>
      </div>
      <Button onClick={() => setStep({ at: 'proofs', act: 'BeginFactor' })}>{t(isOn ? 'factor.change' : 'factor.turnOn')}</Button>
      {isOn && factor.demanded === 0 && (
        <Button kind="danger" onClick={() => setStep({ at: 'proofs', act: 'EndFactor' })}>
          {t('factor.turnOff')}
        </Button>
      )}
    </div>
  );
}
