import { type ReactNode, useEffect } from 'react';
import { Authenticator } from '#web/entry/factor/Authenticator.tsx';
import { CodeField } from '#web/entry/factor/CodeField.tsx';
import { RecoveryCodes } from '#web/entry/factor/RecoveryCodes.tsx';
import { codeFault, useCode } from '#web/entry/factor/use-code.ts';
import { Notice } from '#web/entry/Notice.tsx';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { PasswordField } from '#web/entry/PasswordField.tsx';
import { type Entry, useEntry } from '#web/entry/use-entry.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { SetUp } from '#web/proof/factor.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './Factor.module.css';
import type { FactorAct } from './own-factor.ts';
import type { FactorController, Step } from './use-factor.ts';

/** What is open under the line. */
export function FactorStep({ step, control }: { step: Step; control: FactorController }) {
  const { t } = useText();
  if (step.at === 'proofs') return <Proofs act={step.act} control={control} />;
  if (step.at === 'set-up') return <Confirm setUp={step.setUp} control={control} />;
  return (
    <section className={css.step} aria-label={t('factor.codesTitle')}>
      <h4 className={css.title}>{t('factor.codesTitle')}</h4>
      <RecoveryCodes codes={step.codes} go={t('factor.keptHere')} onKept={control.close} />
    </section>
  );
}

/** A form of a line or two; what no line is to blame for (`told` says for what one is) stands above them. */
function Lines<F extends string>(props: {
  entry: Pick<Entry<F, string>, 'inputs' | 'failure' | 'submit' | 'busy'>;
  first: F;
  told: readonly number[];
  name: string;
  go: string;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { entry, first, told, name, go, onCancel, children } = props;
  const { t } = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => entry.inputs[first].current?.focus(), []);
  const { failure } = entry;
  return (
    <form
      className={css.step}
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        void entry.submit();
      }}
    >
      {failure?.network && <OfflineNotice />}
      {failure && !failure.network && !told.includes(failure.code) && <Notice kind="failure" text={failure.remark || t('factor.failed')} />}
      {children}
      <div className={css.foot}>
        <Button type="submit" kind="primary" size="medium" busy={entry.busy}>
          {go}
        </Button>
        <Button size="medium" onClick={onCancel}>
          {t('factor.cancel')}
        </Button>
      </div>
    </form>
  );
}

const WHY = { BeginFactor: 'factor.proveOn', EndFactor: 'factor.proveOff', RecoveryCodes: 'factor.proveRenew' } as const;
const GO = { BeginFactor: 'factor.next', EndFactor: 'factor.turnOff', RecoveryCodes: 'factor.renew' } as const;

/** The password, and where a second factor stands a code of it: of both who is wrong is told which. */
function Proofs({ act, control }: { act: FactorAct; control: FactorController }) {
  const { t } = useText();
  const isOn = control.factor?.on === 1;
  const entry = useEntry<'password' | 'code', 'empty' | 'format'>({
    fields: isOn ? ['password', 'code'] : ['password'],
    faultsOf: ({ password, code }) => {
      const fault = isOn ? codeFault(code, 'either') : undefined;
      return { ...(password === '' && { password: 'empty' }), ...(fault && { code: fault }) };
    },
    send: ({ password, code = '' }) => control.prove(act, { password, code }),
    blames: ({ code }) => (code === 304 ? 'password' : code === 301 && isOn ? 'code' : undefined),
  });
  const why = t(act === 'BeginFactor' && isOn ? 'factor.proveChange' : WHY[act]);
  const go = t(entry.busy ? 'factor.proving' : GO[act]);
  return (
    <Lines entry={entry} first="password" told={isOn ? [304, 301] : [304]} name={why} go={go} onCancel={control.close}>
      <p className={css.lead}>{why}</p>
      <div className={css.field}>
        <PasswordField
          input={entry.inputs.password}
          name="password"
          label={t('factor.password')}
          autoComplete="current-password"
          maxLength={200}
          value={entry.typed.password}
          readOnly={entry.busy}
          fault={entry.faults.password ? t('factor.passwordEmpty') : entry.failure?.code === 304 ? t('factor.passwordWrong') : ''}
          onType={(value) => entry.type('password', value)}
        />
        {isOn && <CodeField entry={entry} kind="either" />}
      </div>
    </Lines>
  );
}

function Confirm({ setUp, control }: { setUp: SetUp; control: FactorController }) {
  const { t } = useText();
  const entry = useCode('digits', (code) => control.confirm(setUp, code));
  const go = t(entry.busy ? 'factor.confirmBusy' : 'factor.confirm');
  return (
    <Lines entry={entry} first="code" told={[301]} name={t('factor.setUpTitle')} go={go} onCancel={control.close}>
      <Authenticator address={setUp.address} secret={setUp.key} />
      <h4 className={css.title}>{t('factor.enter')}</h4>
      <div className={css.field}>
        <CodeField entry={entry} kind="digits" wrong="factor.setUpWrong" />
      </div>
    </Lines>
  );
}
