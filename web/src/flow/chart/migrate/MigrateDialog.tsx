import { useId } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/controls.ts';
import { Lines } from '#web/ui/Lines.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { Cases } from './Cases.tsx';
import css from './MigrateDialog.module.css';
import { type Migrating, useMigrate } from './use-migrate.ts';

/** Running cases of a table that go by an older version of its flow: first what would become of each, then they go. */
export function MigrateDialog({ cloud, onMoved, onClose }: { cloud: string; onMoved(): void; onClose(): void }) {
  const { t } = useText();
  const it = useMigrate(cloud, onMoved);
  const { query, error, outdated, flows, rows, total, told, able, chosen, busy } = it;
  const late = useLate(query.isPending);
  const again = () => void query.refetch();
  const isForetold = chosen.length > 0 && chosen.every(({ id }) => told.has(id));
  return (
    <Dialog
      open
      width={880}
      title={t('migrate.title')}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button
            size="medium"
            kind={able.length ? 'default' : 'primary'}
            busy={busy && !isForetold}
            disabled={chosen.length === 0}
            onClick={() => void it.foretell()}
          >
            {t('migrate.foretell', { n: chosen.length })}
          </Button>
          {able.length > 0 && flows && (
            <Button size="medium" kind="primary" busy={busy} onClick={() => void it.move()}>
              {t('migrate.move', { n: flows.version, count: able.length })}
            </Button>
          )}
        </>
      }
    >
      <div className={css.migrate} data-migrate="">
        {error && <ErrorState why={error.remark} onRetry={again} />}
        <Outdated why={outdated?.remark} onRetry={again} />
        {late && <SkeletonLines lines={6} />}
        {flows && total === 0 && <p className={css.lead}>{t('migrate.none')}</p>}
        {flows && total > 0 && (
          <>
            <p className={css.lead}>{t('migrate.lead', { n: flows.version })}</p>
            <Steps it={it} />
            <Cases it={it} />
            <Reason it={it} />
          </>
        )}
        {flows && rows.length > 0 && isForetold && able.length === 0 && (
          <p className={css.wrong} role="status">
            {t('migrate.nothing')}
          </p>
        )}
        <p className={css.wrong} role="alert">
          {it.wrong.all}
        </p>
      </div>
    </Dialog>
  );
}

/** Which step of the newest each old one is: the same, where there is one of its number. */
function Steps({ it: { steps, flows, name } }: { it: Migrating }) {
  const { t, label } = useText();
  const options = (flows?.steps ?? []).map((step) => ({ value: step.state, label: label(step) }));
  return (
    <fieldset className={css.steps}>
      <legend>{t('migrate.steps')}</legend>
      {steps.map(({ state, label: old, cases, to }) => {
        const said = t('migrate.stepOf', { step: label(old), n: cases });
        return (
          <div key={state} className={css.step}>
            <span>{said}</span>
            <span aria-hidden="true">→</span>
            <Select<number>
              className={css.to}
              aria-label={said}
              options={options}
              {...(to === null ? {} : { value: to })}
              placeholder={t('migrate.choose')}
              status={to === null ? 'warning' : ''}
              onChange={(next) => name(state, next)}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

function Reason({ it: { remark, write, wrong } }: { it: Migrating }) {
  const { t } = useText();
  const id = useId();
  return (
    <div className={css.why}>
      <label htmlFor={id}>{t('migrate.why')}</label>
      <Lines
        id={id}
        size="large"
        least={2}
        most={4}
        value={remark}
        placeholder={t('migrate.whyHint')}
        aria-required
        aria-invalid={wrong.remark !== undefined}
        aria-describedby={`${id}-wrong`}
        status={wrong.remark === undefined ? '' : 'error'}
        onChange={(event) => write(event.target.value)}
      />
      <div className={css.wrong} id={`${id}-wrong`} role="alert">
        {wrong.remark}
      </div>
    </div>
  );
}
